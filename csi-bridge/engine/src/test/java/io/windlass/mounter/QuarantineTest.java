package io.windlass.mounter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.fuse.BufferPool;
import io.windlass.fuse.FuseMounts;
import io.windlass.fuse.MountOptions;
import io.windlass.fuse.RealMount;
import io.windlass.mounter.keeper.Keeper;
import io.windlass.mounter.keeper.MounterReports;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.mounter.volume.KeyedVolume;
import io.windlass.proto.mounter.Volume;
import io.windlass.proto.mounter.VolumeReport;
import io.windlass.testing.LongForm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A volume that ends its mounter, beside volumes that do not. */
@RealMount
@Timeout(600)
class QuarantineTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final String DEADLY = DeadlyMounter.DEADLY;

  /** Longest time that others wait. */
  private static final Duration LONG = Duration.ofSeconds(2);

  /** Others that are used all the time. */
  private static final int NEIGHBOURS = 4;

  @TempDir Path home;
  private final ConcurrentLinkedDeque<Process> started = new ConcurrentLinkedDeque<>();
  private RunDirectory run;
  private Keeper keeper;
  private Duration start = Duration.ZERO;

  @BeforeEach
  void start() throws Exception {
    run = new RunDirectory(home.resolve("run"));
    long began = System.nanoTime();
    keeper = Keeper.start(run, this::start, DeadlyMounter.DEADLINE);
    start = Duration.ofNanos(System.nanoTime() - began);
  }

  private Process start(RunDirectory where) throws IOException {
    Process process = DeadlyMounter.start(where);
    started.add(process);
    return process;
  }

  @AfterEach
  void stop() throws Exception {
    Files.deleteIfExists(DeadlyMounter.armed(run));
    List<Path> mounts = keeper.volumes().stream().map(Volume::getMountPoint).map(Path::of).toList();
    for (Path mount : mounts) {
      FuseMounts.detach(mount, PATIENCE);
    }
    for (Volume volume : keeper.volumes()) {
      assertThat(keeper.awaitEnd(volume.getId(), PATIENCE)).isTrue();
    }
    keeper.close();
    for (Process process : started) {
      process.waitFor();
    }
    await()
        .until(() ->
            ProcessHandle.allProcesses()
                .noneMatch(process ->
                    process
                        .info()
                        .commandLine()
                        .filter(line -> line.contains(run.path().toString()))
                        .isPresent()));
  }

  private void mount(String id, Path directory) throws Exception {
    BufferPool pool = new BufferPool(Mounter.MAX_REQUEST, 1);
    keeper.serve(
        new KeyedVolume(
            Volume.newBuilder().setId(id).setMountPoint(directory.toString()).build(),
            Optional.empty()),
        FuseMounts.mount(directory, MountOptions.of("test", true, pool)));
  }

  /** In a thread of its own, as it may wait in the kernel. */
  private static CompletableFuture<Void> read(Path directory) {
    CompletableFuture<Void> read = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            readNow(directory);
            read.complete(null);
          } catch (Throwable e) {
            read.completeExceptionally(e);
          }
        });
    return read;
  }

  private static void readNow(Path directory) throws IOException {
    try (FileChannel file = FileChannel.open(directory.resolve("3"))) {
      assertThat(file.read(ByteBuffer.allocate(4096))).isEqualTo(4096);
    }
  }

  private Optional<VolumeReport> report(String id) {
    try {
      return MounterReports.ask(run, id).getVolumesList().stream().findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private void awaitQuarantine() {
    await()
        .until(
            () -> report(DEADLY).filter(deadly -> !deadly.getQuarantine().isEmpty()).isPresent());
  }

  @Test
  void aVolumeThatEndsItsMounterTwiceIsServedByAMounterOfItsOwn(Path deadly, Path other)
      throws Exception {
    mount(DEADLY, deadly);
    mount("other", other);
    readNow(deadly);
    Files.createFile(DeadlyMounter.armed(run));
    CompletableFuture<Void> waiting = read(deadly);
    awaitQuarantine();
    assertThat(keeper.replacements()).isEqualTo(2);
    readNow(other);
    await().until(() -> Files.size(DeadlyMounter.armed(run)) >= 4); // it ends that one, too
    readNow(other);
    assertThat(report("other").orElseThrow().getQuarantine()).isEmpty();

    Files.delete(DeadlyMounter.armed(run));
    waiting.join(); // without an error
    await().until(() -> !report(DEADLY).orElseThrow().getWaiting());
    started.getLast().destroyForcibly().waitFor();
    readNow(deadly); // whoever serves the others
    readNow(other);
    awaitQuarantine();
    assertThat(keeper.replacements()).isEqualTo(3);

    long apart = MounterReports.ask(run.quarantine()).getPid();
    assertThat(FuseMounts.unmount(deadly, PATIENCE)).isTrue();
    assertThat(keeper.awaitEnd(DEADLY, PATIENCE)).isTrue();
    await().until(() -> ProcessHandle.of(apart).filter(ProcessHandle::isAlive).isEmpty());
    run.forget(DEADLY);
    mount(DEADLY, deadly);
    readNow(deadly);
    assertThat(report(DEADLY).orElseThrow().getQuarantine()).as("it was staged again").isEmpty();
  }

  @Test
  @LongForm(
      gate = "QuarantineTest.aVolumeThatEndsItsMounterTwiceIsServedByAMounterOfItsOwn",
      reason = "it measures how long the others wait")
  void theOthersHardlyWait(Path deadly, Path one, Path two, Path three, Path four)
      throws Exception {
    List<Path> neighbours = List.of(one, two, three, four);
    mount(DEADLY, deadly);
    for (int i = 0; i < NEIGHBOURS; i++) {
      mount("neighbour-" + i, neighbours.get(i));
    }
    AtomicLong longest = new AtomicLong();
    AtomicLong reads = new AtomicLong();
    CompletableFuture<Void> over = new CompletableFuture<>();
    List<CompletableFuture<Void>> users =
        IntStream.range(0, NEIGHBOURS)
            .mapToObj(i ->
                CompletableFuture.runAsync(
                    () -> use(neighbours.get(i), over, longest, reads),
                    task -> Thread.ofPlatform().daemon().start(task)))
            .toList();
    await().until(() -> reads.get() > 100);
    Files.createFile(DeadlyMounter.armed(run));
    CompletableFuture<Void> waiting = read(deadly);
    awaitQuarantine();
    long since = reads.get();
    await().until(() -> reads.get() > since + 1_000);
    over.complete(null);
    users.forEach(CompletableFuture::join);
    System.out.printf(
        "%d mounters died of one volume; %d reads of %d others, the longest %d ms; a start %d ms%n",
        keeper.replacements(),
        reads.get(),
        NEIGHBOURS,
        longest.get() / 1_000_000,
        start.toMillis());
    // On a machine that is not busy, a start takes half a second.
    Duration most = start.multipliedBy(4);
    assertThat(Duration.ofNanos(longest.get())).isLessThan(most.compareTo(LONG) > 0 ? most : LONG);
    Files.delete(DeadlyMounter.armed(run));
    waiting.join();
  }

  private static void use(
      Path directory, CompletableFuture<Void> over, AtomicLong longest, AtomicLong reads) {
    while (!over.isDone()) {
      long began = System.nanoTime();
      try {
        readNow(directory);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      longest.accumulateAndGet(System.nanoTime() - began, Math::max);
      reads.incrementAndGet();
    }
  }
}
