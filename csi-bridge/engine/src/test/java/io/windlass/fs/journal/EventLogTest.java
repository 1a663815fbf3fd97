package io.windlass.fs.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.windlass.fuse.ChildJvm;
import io.windlass.proto.staging.Event;
import io.windlass.record.Frames;
import io.windlass.record.NewerFormatException;
import io.windlass.testing.BothForms;
import io.windlass.testing.TestForm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal returns the events that were appended or refuses, whatever happens to its bytes. */
@BothForms
class EventLogTest {
  private static final int SEEDS = TestForm.amount("windlass.seeds", 50, 200);

  @TempDir Path directory;

  @Test
  void everyEventIsReadAsItWasWritten() throws IOException {
    Path path = directory.resolve("journal");
    for (int seed : TestForm.seeds(SEEDS)) {
      RandomEvents random = new RandomEvents(new Random(seed));
      List<StagingEvent> begun = random.events(random.below(3));
      List<StagingEvent> events = new ArrayList<>(begun);
      try (EventLog log = EventLog.create(path, begun)) {
        for (StagingEvent event : random.events(20)) {
          log.append(event);
          events.add(event);
        }
        assertThat(log.size()).isEqualTo(Files.size(path));
      }
      assertThat(read(path)).as("seed %d", seed).isEqualTo(events);
    }
  }

  @Test
  void aJournalThatIsCutOffAnywhereHasTheEventsThatAreWhole() throws IOException {
    Journal journal = journal(5);
    byte[] bytes = journal.bytes();
    for (int cut = 0; cut <= bytes.length; cut++) {
      int length = cut;
      List<StagingEvent> whole =
          journal.events.subList(
              0, (int) journal.ends.stream().filter(end -> end <= length).count());
      Path path = write(Arrays.copyOf(bytes, cut));
      assertThat(read(path)).as("cut at %d", cut).isEqualTo(whole);
      StagingEvent next = new StagingEvent.Fetched(1, 2);
      try (EventLog log = EventLog.open(path, _ -> {})) {
        log.append(next);
      }
      List<StagingEvent> longer = new ArrayList<>(whole);
      longer.add(next);
      assertThat(read(path)).as("cut at %d", cut).isEqualTo(longer);
    }
  }

  @Test
  void noBitThatIsFlippedMakesAnEventOfAnother() throws IOException {
    Journal journal = journal(6);
    byte[] bytes = journal.bytes();
    for (int at = 0; at < bytes.length; at++) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= (byte) (1 << (at % 8));
      Path path = write(damaged);
      List<StagingEvent> events = new ArrayList<>();
      try {
        EventLog.open(path, events::add).close();
      } catch (IOException e) {
        assertThat(e).as("byte %d", at).hasMessageContaining(path.toString());
        assertThat(events).as("byte %d", at).isEmpty();
        assertThat(path).hasBinaryContent(damaged);
        continue;
      }
      assertThat(events).as("byte %d", at).isEqualTo(journal.events.subList(0, events.size()));
    }
  }

  @Test
  void aJournalOfANewerFormatIsLeftAsItIs() throws IOException {
    byte[] newer = ByteBuffer.allocate(20).put(ascii("windlass journal")).putInt(2).array();
    byte[] longer = ByteBuffer.allocate(24).put(ascii("windlass journal")).putInt(1).array();
    for (byte[] header : List.of(newer, longer)) {
      isLeft(Frames.of(header).array());
    }
  }

  @Test
  void aJournalWithWhatOnlyANewerVersionKnowsIsLeftAsItIs() throws IOException {
    Event wrote = EventCodec.encode(new StagingEvent.Wrote(1, 2, Instant.EPOCH));
    UnknownFieldSet more =
        UnknownFieldSet.newBuilder()
            .addField(
                99,
                UnknownFieldSet.Field.newBuilder()
                    .addLengthDelimited(ByteString.copyFromUtf8("more"))
                    .build())
            .build();
    isLeft(journalWith(Event.newBuilder().setUnknownFields(more).build()));
    isLeft(journalWith(wrote.toBuilder().setUnknownFields(more).build()));
    isLeft(
        journalWith(
            wrote.toBuilder()
                .setWrote(wrote.getWrote().toBuilder().setUnknownFields(more))
                .build()));
  }

  private byte[] journalWith(Event record) throws IOException {
    byte[] before = journal(2).bytes();
    byte[] frame = Frames.of(record).array();
    return ByteBuffer.allocate(before.length + frame.length).put(before).put(frame).array();
  }

  private void isLeft(byte[] bytes) throws IOException {
    Path path = write(bytes);
    assertThatThrownBy(() -> EventLog.open(path, _ -> {}))
        .isInstanceOf(NewerFormatException.class)
        .hasMessageContaining(path.toString())
        .hasMessageContaining("install that version again");
    assertThat(path).hasBinaryContent(bytes);
  }

  /**
   * A journal.
   *
   * @param ends of the events, in bytes
   */
  private record Journal(List<StagingEvent> events, List<Long> ends, Path path) {
    byte[] bytes() throws IOException {
      return Files.readAllBytes(path);
    }
  }

  private Journal journal(int count) throws IOException {
    Path path = directory.resolve("whole");
    Files.deleteIfExists(path);
    List<StagingEvent> events = new RandomEvents(new Random(count)).events(count);
    List<Long> ends = new ArrayList<>();
    try (EventLog log = EventLog.create(path, List.of())) {
      for (StagingEvent event : events) {
        log.append(event);
        ends.add(log.size());
      }
    }
    return new Journal(events, ends, path);
  }

  private Path write(byte[] bytes) throws IOException {
    return Files.write(directory.resolve("journal"), bytes);
  }

  @Test
  void whatIsAppendedIsThereAlsoIfTheProcessHadTooManyOpenFiles() throws Exception {
    Path path = directory.resolve("crowded");
    Process process = ChildJvm.startWithFewFiles(CrowdedProcess.class, path);
    assertThat(process.waitFor()).isZero();
    assertThat(read(path)).containsExactly(CrowdedProcess.FIRST, CrowdedProcess.LAST);
  }

  @Test
  void anInterruptionMakesNoOtherFileOfAJournal() throws Exception {
    Path path = directory.resolve("journal");
    StagingEvent event = new StagingEvent.Dropped();
    try (EventLog log = EventLog.create(path, List.of())) {
      log.rewrite(List.of(event));
      Thread.currentThread().interrupt();
      log.append(event);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(read(path)).containsExactly(event, event);

      Files.delete(path);
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> log.append(event)).isInstanceOf(NoSuchFileException.class);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(path).doesNotExist();
    }
  }

  private static List<StagingEvent> read(Path path) throws IOException {
    List<StagingEvent> events = new ArrayList<>();
    EventLog.open(path, events::add).close();
    return events;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
