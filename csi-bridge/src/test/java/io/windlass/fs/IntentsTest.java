package io.windlass.fs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntentsTest {
  private static final Intents.Rename RENAME = new Intents.Rename("a/b/", "c/", "");

  @TempDir Path directory;

  @Test
  void whatWasBegunIsUnfinishedUntilItIsEnded() {
    Intents.Begun begun = new Intents(directory).begin(RENAME);
    Intents next = new Intents(directory);
    assertThat(next.unfinished()).containsOnly(begun);
    next.end(begun);
    assertThat(next.isUnfinished(begun)).isFalse();
    assertThat(new Intents(directory).unfinished()).isEmpty();
  }

  @Test
  void whatEarlierVersionsNotedIsRead() throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(Files.newOutputStream(directory.resolve("one.rename")))) {
      out.writeUTF("a/b/");
      out.writeUTF("c/");
      out.writeUTF("");
    }
    assertThat(new Intents(directory).unfinished())
        .singleElement()
        .extracting(Intents.Begun::rename)
        .isEqualTo(RENAME);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a/b", "a/b/x/y", "c", "c/x"})
  void aRenameTouchesWhatIsAroundItsNamesAndBelow(String path) {
    assertThat(RENAME.touches(path)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/bb", "a/x", "cc", "b", "", "/"})
  void aRenameTouchesNothingElse(String path) {
    assertThat(RENAME.touches(path)).isFalse();
  }
}
