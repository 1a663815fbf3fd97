package io.windlass.fs.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windlass.fs.journal.RecordLog;
import io.windlass.object.Condition;
import io.windlass.object.Revision;
import io.windlass.proto.staging.RenameIntent;
import io.windlass.record.RecordFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RenameIntentLogTest {
  private static final RenameIntentLog.Rename RENAME =
      new RenameIntentLog.Rename("a/b/", "c/", Revision.NONE);
  private static final RenameIntentLog.Nodes FILE_NODES =
      new RenameIntentLog.Nodes(-5, 1, "ä", 300, "€");

  @TempDir Path directory;

  @Test
  void whatWasBegunIsUnfinishedUntilItIsEnded() {
    RenameIntentLog.Begun begun = new RenameIntentLog(directory).begin(RENAME);
    RenameIntentLog next = new RenameIntentLog(directory);
    assertThat(next.unfinished()).containsOnly(begun);
    next.end(begun);
    assertThat(next.current(begun)).isEmpty();
    assertThat(new RenameIntentLog(directory).unfinished()).isEmpty();
  }

  @Test
  void allOfARenameIsRead() {
    RenameIntentLog.Rename file =
        new RenameIntentLog.Rename("a/ä", "b/€", new Revision("\"etag\""), FILE_NODES);
    new RenameIntentLog(directory).begin(file);
    assertThat(new RenameIntentLog(directory).unfinished())
        .singleElement()
        .extracting(RenameIntentLog.Begun::rename)
        .isEqualTo(file);
  }

  @Test
  void whatTheNewNameHadAndWhatCameThereIsRead() {
    RenameIntentLog.Rename file =
        new RenameIntentLog.Rename("a", "b", new Revision("1"), FILE_NODES);
    RenameIntentLog log = new RenameIntentLog(directory);
    log.begin(file.withDestination(Condition.ifAbsent()));
    RenameIntentLog.Begun replacing =
        log.begin(file.withDestination(Condition.ifMatch(new Revision("2"))));
    log.copied(replacing, new Revision("3"));
    assertThat(new RenameIntentLog(directory).unfinished())
        .containsExactlyInAnyOrderElementsOf(log.unfinished())
        .extracting(begun -> begun.rename().copied())
        .containsExactlyInAnyOrder(Optional.empty(), Optional.of(new Revision("3")));
  }

  @Test
  void noBitThatIsFlippedMakesARenameOfAnother() throws IOException {
    RenameIntentLog.Begun begun = new RenameIntentLog(directory).begin(RENAME);
    byte[] whole = Files.readAllBytes(begun.file());
    for (int at = 0; at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) (1 << (at % 8));
      Files.write(begun.file(), damaged);
      assertThat(new RenameIntentLog(directory).unfinished()).as("byte %d", at).isEmpty();
    }
  }

  @Test
  void whatANewerVersionNotedIsLeftAsItIs() throws IOException {
    Path file = directory.resolve("1.intent");
    RecordLog.create(
            file, new RecordFormat<>("windlass rename", 2, RenameIntent.parser()), List.of())
        .close();
    byte[] before = Files.readAllBytes(file);
    assertThatThrownBy(() -> new RenameIntentLog(directory))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("newer version of Windlass");
    assertThat(file).hasBinaryContent(before);
  }

  @Test
  void aRenameThatCannotBeReadNowIsNotPassedOver() throws IOException {
    Path file = Files.createDirectory(directory.resolve("1.intent")); // opening it fails
    assertThatThrownBy(() -> new RenameIntentLog(directory))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(file.toString());
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
