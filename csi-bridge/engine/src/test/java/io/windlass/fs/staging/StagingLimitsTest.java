package io.windlass.fs.staging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.fs.journal.StagedId;
import io.windlass.fs.journal.StagingSpace;
import io.windlass.fs.journal.WriteException;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.linux.Errno;
import io.windlass.object.ObjectProperties;
import io.windlass.store.Capabilities;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of the limits of a staging directory, of the size of files, and of the directory's
 * contents.
 */
class StagingLimitsTest {
  private static final String KEY = "folder/file";
  private static final Map<String, String> METADATA = Map.of("mode", "33188");

  private final FaultyStore store = FaultyStore.inMemory(Workbench.MIN_PART);
  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty());

  @TempDir Path directory;
  private Workbench bench;

  @BeforeEach
  void open() {
    bench = Workbench.over(store, directory, engine);
  }

  @AfterEach
  void close() {
    bench.close();
    engine.close();
  }

  private void open(WriteSettings settings) {
    bench.close();
    bench =
        new Workbench(
            directory.resolve("other"),
            store,
            Workbench.capabilities(Workbench.allFeatures()),
            engine,
            settings);
  }

  private StagedFile create() {
    return bench
        .staging()
        .create(Workbench.ID, KEY, METADATA, ObjectProperties.NONE, Workbench.NOW);
  }

  private static byte[] bytes(int length, int seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  @Test
  void whatTheBaseHasTooMakesRoomForWhatIsNew() {
    open(Workbench.small(1000));
    StagedFile published = create();
    Workbench.write(published, 0, bytes(800, 1));
    published.publish();
    assertThat(bench.staging().usedBytes()).isEqualTo(800);
    StagedFile other =
        bench
            .staging()
            .create(new StagedId(7, 12), "other", METADATA, ObjectProperties.NONE, Workbench.NOW);
    Workbench.write(other, 0, bytes(900, 2));
    assertThat(bench.staging().usedBytes()).isEqualTo(900);
    assertThat(Workbench.read(published, 0, 1000)).isEqualTo(bytes(800, 1));
    assertThatExceptionOfType(WriteException.class)
        .isThrownBy(() -> Workbench.write(other, 900, bytes(200, 3)))
        .extracting(WriteException::errno)
        .isEqualTo(Errno.ENOSPC);
    assertThat(other.view().size()).isEqualTo(900);
    Workbench.write(other, 100, bytes(200, 3));
    other.discard();
    assertThat(bench.staging().usedBytes()).isZero();
  }

  @Test
  void whatAFileHasPublishedMakesRoomForMoreOfIt() {
    open(Workbench.small(1000));
    StagedFile file = create();
    for (int i = 0; i < 5; i++) {
      Workbench.write(file, i * 400L, bytes(400, i));
      file.publish();
    }
    assertThat(bench.staging().usedBytes()).isLessThanOrEqualTo(1000);
    for (int i = 0; i < 5; i++) {
      assertThat(Workbench.read(file, i * 400L, 400)).isEqualTo(bytes(400, i));
    }
    refused(Errno.ENOSPC, () -> Workbench.write(file, 2000, bytes(1001, 1)));
    assertThat(file.view().size()).isEqualTo(2000);
  }

  /** As cp, whose source is larger than the disk: nobody takes the beginning for the whole. */
  @Test
  void theBeginningOfAFileForWhichThereWasNoRoomIsNotPublished() {
    open(Workbench.small(1000));
    StagedFile file = create();
    Workbench.write(file, 0, bytes(900, 1));
    refused(Errno.ENOSPC, () -> Workbench.write(file, 900, bytes(200, 2)));
    refused(Errno.ENOSPC, file::publish);
    assertThat(store.contents()).isEmpty();
  }

  /** The next process knows it, however often the journal was rewritten. */
  @Test
  void theBeginningIsNotPublishedByTheNextProcessEither() throws IOException {
    open(Workbench.small(1000));
    StagedFile first = create();
    Workbench.write(first, 0, bytes(900, 1));
    refused(Errno.ENOSPC, () -> Workbench.write(first, 900, bytes(200, 2)));
    bench.crash();
    bench.file().tidy();
    bench.crash();
    bench.staging().publishAll(Duration.ZERO);
    StagedFile file = bench.file();
    refused(Errno.ENOSPC, file::publish);
    assertThat(store.contents()).isEmpty();
    assertThat(new StagingDirectory(bench.directory()).unsent()).isEmpty();
    Workbench.write(file, 900, bytes(50, 3)); // the program goes on all the same
    bench.crash();
    bench.file().publish();
    assertThat(store.contents().get(KEY)).hasSize(950);
  }

  @Test
  void whatWasPublishedBeforeIsNoBeginning() {
    open(Workbench.small(1000));
    StagedFile file = create();
    Workbench.write(file, 0, bytes(950, 3));
    file.publish();
    refused(Errno.ENOSPC, () -> Workbench.write(file, 950, bytes(1001, 2)));
    file.publish();
    Workbench.write(file, 950, bytes(10, 4));
    refused(Errno.ENOSPC, () -> Workbench.write(file, 960, bytes(1001, 2)));
    file.publish();
    assertThat(store.contents().get(KEY)).hasSize(960);
  }

  /** A server that takes nothing does not fill the disk of the other volumes. */
  @Test
  void aVolumeLeavesAnEighthOfWhatItFindsOfTheDisk() {
    AtomicLong free = new AtomicLong(800L << 20);
    StagingSpace space =
        new StagingSpace(directory.resolve("kept"), free::get, Long.MAX_VALUE, () -> {});
    for (int i = 0; i < 700; i++) {
      space.need(1 << 20);
      space.add(1 << 20);
      free.addAndGet(-(1 << 20));
    }
    refused(Errno.ENOSPC, () -> space.need(1 << 20));
    free.addAndGet(-(50 << 20));
    space.check(0);
    free.addAndGet(50 << 20);
    StagingSpace other =
        new StagingSpace(directory.resolve("other"), free::get, Long.MAX_VALUE, () -> {});
    other.need(87 << 20);
    refused(Errno.ENOSPC, () -> other.need(88 << 20));
    free.addAndGet(8 << 20);
    space.need(7 << 20);
    space.add(-(600 << 20));
    space.need(1);
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    StagedFile file = create();
    refused(Errno.EFBIG, () -> Workbench.write(file, 1L << 40, bytes(1, 1)));
    refused(Errno.EFBIG, () -> Workbench.write(file, Long.MAX_VALUE, bytes(1, 1)));
    refused(Errno.EFBIG, () -> file.truncate((1L << 40) + 1, Workbench.NOW));
    refused(Errno.EINVAL, () -> file.truncate(-1, Workbench.NOW));
    refused(Errno.EINVAL, () -> file.zero(0, 0, true, Workbench.NOW));
    refused(Errno.EINVAL, () -> file.allocate(-1, 5, true, Workbench.NOW));
    refused(Errno.EEXIST, this::create);
    assertThat(file.view().size()).isZero();
  }

  @Test
  void holesAreFound() {
    StagedFile file = create();
    Workbench.write(file, 100, bytes(50, 1));
    file.truncate(300, Workbench.NOW);
    assertThat(file.seekData(0)).isEqualTo(OptionalLong.of(100));
    assertThat(file.seekHole(0)).isEqualTo(OptionalLong.of(0));
    assertThat(file.seekHole(120)).isEqualTo(OptionalLong.of(150));
    assertThat(file.seekData(150)).isEmpty();
    assertThat(file.seekHole(300)).isEmpty();
    file.zero(110, 10, true, Workbench.NOW);
    assertThat(file.seekHole(100)).isEqualTo(OptionalLong.of(110));
    file.publish();
    assertThat(file.seekHole(100)).isEqualTo(OptionalLong.of(110));
    assertThat(store.contents().get(KEY)).hasSize(300);
  }

  @Test
  void holesThatHaveToBeSentAreLimited() {
    open(Workbench.SMALL.of(1000, false, Workbench.SMALL.timeStamp()));
    StagedFile file = create();
    file.truncate(1000, Workbench.NOW);
    refused(Errno.EFBIG, () -> file.truncate(1001, Workbench.NOW));
    refused(Errno.EFBIG, () -> Workbench.write(file, 1001, bytes(1, 1)));
    refused(Errno.EFBIG, () -> file.allocate(1000, 1, false, Workbench.NOW));
    refused(Errno.EFBIG, () -> file.zero(1000, 1, false, Workbench.NOW));
    file.zero(0, 1000, true, Workbench.NOW);
    assertThat(file.view().size()).isEqualTo(1000);
    assertThat(store.sent()).isZero();
    Workbench.write(file, 0, bytes(600, 1));
    file.truncate(1600, Workbench.NOW);
    refused(Errno.EFBIG, () -> file.truncate(1601, Workbench.NOW));
    file.publish();
    file.truncate(2600, Workbench.NOW);
    bench.crash();
    StagedFile next = bench.file();
    refused(Errno.EFBIG, () -> next.truncate(2601, Workbench.NOW));
    next.publish();
    assertThat(store.contents().get(KEY)).isEqualTo(Arrays.copyOf(bytes(600, 1), 2600));
  }

  @Test
  void aLongJournalIsWrittenAnew() throws Exception {
    StagedFile file = create();
    byte[] content = new byte[4096];
    Random random = new Random(1);
    Duration step = Duration.ofSeconds(2);
    for (int i = 0; i < 25_000; i++) {
      int at = random.nextInt(content.length);
      content[at] = (byte) i;
      Workbench.write(file, at, new byte[] {content[at]}, Workbench.NOW.plus(step.multipliedBy(i)));
    }
    Path log = bench.directory().resolve(Workbench.ID.fileName() + ".log");
    assertThat(log.toFile().length()).isLessThan(1_200_000);
    bench.crash();
    int size = (int) bench.file().view().size();
    assertThat(Workbench.read(bench.file(), 0, 4096)).isEqualTo(Arrays.copyOf(content, size));
  }

  @Test
  void filesOnDiskAreTheOwnersAlone() throws Exception {
    Workbench.write(create(), 0, bytes(5, 1));
    for (String name : bench.onDisk()) {
      assertThat(Files.getPosixFilePermissions(bench.directory().resolve(name)))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
    assertThat(List.copyOf(bench.onDisk())).hasSize(2);
  }

  private static void refused(Errno errno, Runnable what) {
    assertThatExceptionOfType(WriteException.class)
        .isThrownBy(what::run)
        .extracting(WriteException::errno)
        .isEqualTo(errno);
  }

  /** Parts follow each other without gaps, and 10,000 of them hold more than 28 TB. */
  @Test
  void aStreamMayBeAsLongAsTheStoreTakes() {
    Capabilities s3 =
        new Capabilities(
            Workbench.allFeatures(), 63, 1000, 5L << 30, 50L << 40, 5 << 20, 5L << 30, 10_000);
    PartPlan plan = new PartPlan(s3, true, WriteSettings.DEFAULT);
    long end = 0;
    for (int number = 1; number <= s3.maxParts(); number++) {
      PartPlan.PlannedPart part = plan.ofStream(number);
      assertThat(part.offset()).isEqualTo(end);
      assertThat(part.length()).isBetween(s3.minPartBytes(), s3.maxPartBytes());
      end = part.end();
    }
    assertThat(plan.ofStream(1).length()).isEqualTo(8 << 20);
    assertThat(end).isGreaterThan(28L << 40);
  }
}
