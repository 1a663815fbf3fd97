package io.windlass.fs.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.windlass.fs.lock.WaitListener;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.Version01;
import io.windlass.proto.staging.Event;
import io.windlass.proto.staging.UploadNote;
import io.windlass.record.RecordFormat;
import io.windlass.store.GetOptions;
import io.windlass.store.ObjectReader;
import io.windlass.store.Revision;
import io.windlass.store.memory.MemoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that version 0.1 left in a staging directory are read. */
class LegacyFilesTest {
  private static final Instant NOW = Workbench.NOW;
  private static final BaseObject BASE =
      new BaseObject(
          "folder/ä €\uD83D\uDE00",
          new Revision("\"0123456789abcdef\""),
          1000,
          NOW,
          Map.of("mode", "33188", "user.ü", "1"));

  /** In the order in which {@code journal.bin} has them. */
  private static final List<StagingEvent> EVENTS =
      List.of(
          new StagingEvent.Begun(
              Workbench.ID, BASE.key(), Optional.of(BASE), BASE.metadata(), NOW, Optional.empty()),
          new StagingEvent.Wrote(10, 20, NOW.plusSeconds(1)),
          new StagingEvent.Truncated(1 << 20, NOW.plusNanos(999_999_999)),
          new StagingEvent.Zeroed(4096, 8192, NOW.plusSeconds(2)),
          new StagingEvent.Fetched(100, 50),
          new StagingEvent.Dropped(),
          new StagingEvent.Described(Map.of("mode", "33152"), NOW.plusSeconds(3)),
          new StagingEvent.Moved("folder/moved", Optional.of(new Revision("etag-2"))),
          new StagingEvent.Publishing("token-untraced", false),
          new StagingEvent.Published(
              "token-untraced",
              new Revision("etag-3"),
              1 << 20,
              NOW.plusSeconds(4),
              Map.of("mode", "33152")),
          new StagingEvent.Copied(
              "token-copy",
              new Revision("etag-4"),
              500,
              NOW.plusSeconds(5),
              Map.of(),
              NOW.plusSeconds(6)),
          new StagingEvent.Wrote(0, 1 << 20, NOW.plusSeconds(7)),
          new StagingEvent.Conflicted(),
          new StagingEvent.Moved("folder/moved/again", Optional.empty()),
          new StagingEvent.UploadStarted(
              "upload-1", "folder/moved/again", "token-1", Map.of("a", "b"), NOW.plusSeconds(8)),
          new StagingEvent.PartSent(1, "\"part-1\"", 0, 65536),
          new StagingEvent.UploadEnded(),
          new StagingEvent.UploadStarted(
              "upload-2", "folder/moved/again", "token-2", Map.of(), NOW.plusSeconds(9)),
          new StagingEvent.PartSent(1, "\"part-1\"", 0, 65536),
          new StagingEvent.PartSent(2, "\"part-2\"", 65536, 65536),
          new StagingEvent.Publishing("token-2", true),
          new StagingEvent.ChangedSince(131072, 100),
          new StagingEvent.Wrote(131072, 100, NOW.plusSeconds(10)),
          new StagingEvent.Unlinked());

  @TempDir Path directory;

  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty());

  @AfterEach
  void close() {
    engine.close();
  }

  @Test
  void aJournalSaysTheSameBeforeAndAfterItIsWrittenAnew() throws IOException {
    Path path = Version01.put("journal.bin", directory.resolve("journal"));
    assertThat(read(path)).isEqualTo(EVENTS);
    assertThat(LegacyJournal.read(path)).as("written anew").isEmpty();
    assertThat(read(path)).isEqualTo(EVENTS);
    try (EventLog log = EventLog.open(path, _ -> {})) {
      log.append(new StagingEvent.Dropped());
    }
    assertThat(read(path)).hasSize(EVENTS.size() + 1);
  }

  @Test
  void whatIsWholeOfAJournalThatIsCutOffIsRead() throws IOException {
    Path path = Version01.put("journal.bin", directory.resolve("whole"));
    byte[] whole = Files.readAllBytes(path);
    int before = 1;
    for (int cut = ByteBuffer.wrap(whole).getInt() + 8; cut <= whole.length; cut++) {
      Path torn = Files.write(directory.resolve("torn"), Arrays.copyOf(whole, cut));
      List<StagingEvent> events = read(torn);
      assertThat(events).isEqualTo(EVENTS.subList(0, events.size()));
      assertThat(events.size()).as("cut at %d", cut).isBetween(before, before + 1);
      before = events.size();
    }
    assertThat(before).isEqualTo(EVENTS.size());
  }

  @Test
  void noBitThatIsFlippedMakesAnEventOfAnother() throws IOException {
    byte[] whole = Files.readAllBytes(Version01.put("journal.bin", directory.resolve("whole")));
    for (int at = 0; at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) (1 << (at % 8));
      Path path = Files.write(directory.resolve("damaged"), damaged);
      try {
        List<StagingEvent> events = read(path);
        assertThat(events).as("byte %d", at).isEqualTo(EVENTS.subList(0, events.size()));
      } catch (IOException e) {
        assertThat(path).as("byte %d", at).hasBinaryContent(damaged);
      }
    }
  }

  /** A process may be killed while it writes a journal anew. */
  @Test
  void whatWasWrittenIsPublished() throws IOException {
    Path staging = directory.resolve("staging");
    String name = new StagedId(7, 12).fileName();
    Version01.put("written-journal.bin", staging.resolve(name + ".log"));
    Version01.put("written-data.bin", staging.resolve(name + ".data"));
    Files.write(staging.resolve(name + ".log.new"), new byte[] {0, 0, 0, 1});
    MemoryStore store = MemoryStore.of(Workbench.MIN_PART);
    try (Staging opened = open(staging, store)) {
      assertThat(staging.resolve(name + ".log.new")).doesNotExist();
      StagedFile file = opened.files().getFirst();
      assertThat(opened.files()).hasSize(1);
      file.publish();
    }
    try (ObjectReader object = store.get("file", GetOptions.ALL)) {
      assertThat(object.readAll(1000))
          .isEqualTo("written by version 0.1, and not published".getBytes(UTF_8));
    }
  }

  @Test
  void notesOfUploadsAreRead() throws IOException {
    Path start = Version01.put("upload-start.bin", directory.resolve("1.upload"));
    Path end = Version01.put("upload-end.bin", directory.resolve("2.upload"));
    UploadNotes notes = notes();
    assertThat(notes.all())
        .extracting(UploadNotes.Note::path, UploadNotes.Note::key, UploadNotes.Note::state)
        .containsExactlyInAnyOrder(
            tuple(start, "folder/ä €", Optional.empty()),
            tuple(end, "folder/ä €", Optional.of("upload-id-1")));
    assertThat(notes.all()).allMatch(note -> note.since().isAfter(Instant.EPOCH));
    notes.all().forEach(notes::delete);
    assertThat(notes.all()).isEmpty();
  }

  @Test
  void notesOfUploadsAreSettled() {
    Path note = Version01.put("upload-end.bin", directory.resolve("staging/1.upload"));
    try (Staging _ = open(directory.resolve("staging"), MemoryStore.of(Workbench.MIN_PART))) {
      await().untilAsserted(() -> assertThat(note).doesNotExist());
    }
  }

  @Test
  void aStagingDirectoryOfANewerVersionIsLeftAsItIs() throws IOException {
    Path staging = directory.resolve("staging");
    Version01.put("written-data.bin", staging.resolve("1.data"));
    Path journal = staging.resolve("1.log");
    RecordLog.create(journal, new RecordFormat<>("windlass journal", 2, Event.parser()), List.of())
        .close();
    refuses(staging, journal);
    Files.delete(journal);
    Path note = staging.resolve("1.note");
    RecordLog.create(note, new RecordFormat<>("windlass upload", 2, UploadNote.parser()), List.of())
        .close();
    refuses(staging, note);
    assertThat(staging.resolve("1.data")).exists();
  }

  private void refuses(Path staging, Path file) throws IOException {
    byte[] before = Files.readAllBytes(file);
    assertThatThrownBy(() -> open(staging, MemoryStore.of(Workbench.MIN_PART)))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("newer version of Windlass");
    assertThat(file).hasBinaryContent(before);
  }

  private Staging open(Path staging, MemoryStore store) {
    return Staging.open(
        staging,
        store,
        "test",
        Workbench.capabilities(Workbench.allFeatures()),
        engine,
        Workbench.SMALL,
        Quota.NONE,
        WaitListener.NONE,
        System::nanoTime);
  }

  private UploadNotes notes() {
    return new UploadNotes(
        directory,
        new StagingSpace(directory.resolve("kept"), () -> 1L << 40, Long.MAX_VALUE, () -> {}));
  }

  private static List<StagingEvent> read(Path path) throws IOException {
    List<StagingEvent> events = new ArrayList<>();
    EventLog.open(path, events::add).close();
    return events;
  }
}
