package io.windlass.fs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntentsTest {
  private static final Intents.Rename RENAME = new Intents.Rename("a/", "b/", "");

  @TempDir Path directory;

  @Test
  void whatIsLeftIsOverWhenItIsDoneAgain() {
    new Intents(directory).begin(RENAME);
    Intents next = new Intents(directory);
    assertThat(next.left()).hasSize(1);
    Intents.Begun again = next.begin(RENAME);
    assertThat(new Intents(directory).left())
        .extracting(Intents.Begun::rename)
        .containsOnly(RENAME);
    again.end();
    assertThat(new Intents(directory).left()).isEmpty();
  }

  @Test
  void anotherLeavesItAlone() {
    new Intents(directory).begin(RENAME);
    Intents next = new Intents(directory);
    assertThat(next.left()).hasSize(1);
    next.begin(new Intents.Rename("b/", "a/", "")).end();
    assertThat(new Intents(directory).left()).hasSize(1);
  }
}
