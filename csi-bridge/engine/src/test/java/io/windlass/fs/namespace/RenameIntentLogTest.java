package io.windlass.fs.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.store.Revision;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RenameIntentLogTest {
  private static final RenameIntentLog.Rename RENAME =
      new RenameIntentLog.Rename("a/b/", "c/", Revision.NONE);

  @TempDir Path directory;

  @Test
  void whatWasBegunIsUnfinishedUntilItIsEnded() {
    RenameIntentLog.Begun begun = new RenameIntentLog(directory).begin(RENAME);
    RenameIntentLog next = new RenameIntentLog(directory);
    assertThat(next.unfinished()).containsOnly(begun);
    next.end(begun);
    assertThat(next.isUnfinished(begun)).isFalse();
    assertThat(new RenameIntentLog(directory).unfinished()).isEmpty();
  }

  @Test
  void whatEarlierVersionsNotedIsRead() throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(Files.newOutputStream(directory.resolve("one.rename")))) {
      out.writeUTF("a/b/");
      out.writeUTF("c/");
      out.writeUTF("");
    }
    assertThat(new RenameIntentLog(directory).unfinished())
        .singleElement()
        .extracting(RenameIntentLog.Begun::rename)
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
