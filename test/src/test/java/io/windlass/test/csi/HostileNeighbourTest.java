package io.windlass.test.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.proto.csi.VolumeCapability.AccessMode.Mode;
import io.windlass.test.csi.HostileServer.Mood;
import io.windlass.test.driver.DriverSetup;
import io.windlass.test.mount.DirectIo;
import io.windlass.testing.Alone;
import io.windlass.testing.BuildOutput;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A node has a volume of a hostile server: the calls of its neighbour take as long as before. */
@Alone("it measures how long calls take")
@RealServer(MinioServer.class)
@LongForm(
    gate = {"NeighboursTest", "BufferPoolTest", "StagingLimitsTest"},
    reason = "it measures real time, beside programs that wait for a silent server")
class HostileNeighbourTest {
  private static final Map<String, String> INLINE =
      Map.of("csi.storage.k8s.io/ephemeral", "true", "bucket", HostileServer.BUCKET);

  private static final int FILE = 64 << 20;
  private static final int READ = 64 << 10;
  private static final int CALLS = 400;

  /** Programs that read from the hostile server, and programs that list its bucket. */
  private static final int READERS = 96;

  private static final int LISTERS = 96;

  /** Between two calls of one of them. */
  private static final Duration PACE = Duration.ofSeconds(1);

  /** Less than anybody waits for a silent server. */
  private static final Duration MOST = Duration.ofSeconds(5);

  private final AtomicBoolean over = new AtomicBoolean();
  private final List<Thread> crowd = new ArrayList<>();

  @SuppressWarnings("NullAway")
  static CsiPlugin PL = null;

  @SuppressWarnings("NullAway")
  static HostileServer HS = null;

  @Test
  void callsTakeAsLongAsBefore(MinioServer minio) throws Exception {
    DriverSetup setup =
        DriverSetup.minio(minio)
            .with("WINDLASS_CSI_ENDPOINTS", "*")
            .with("WINDLASS_CSI_MEMORY", "32Mi");
    try (HostileServer hostile = new HostileServer();
        CsiPlugin plugin = CsiPlugin.start(setup)) {
      PL = plugin;
      HS = hostile;
      NodeCaller healthy =
          NodeCaller.attached(plugin, NodeCaller.capability(Mode.SINGLE_NODE_MULTI_WRITER));
      healthy.stage();
      Path good = healthy.publish("good");
      Files.write(good.resolve("large"), new byte[FILE]);
      NodeCaller inline =
          NodeCaller.of(plugin, "hostile", NodeCaller.capability(Mode.SINGLE_NODE_WRITER))
              .with("csi-inline", INLINE, secrets(hostile));
      Path bad = inline.publishDirectly("bad");
      try {
        measure(good, "warming up");
        measure(good, "alone");
        join(bad);
        for (Mood mood : Mood.values()) {
          hostile.turn(mood);
          long before = hostile.requests();
          await().until(() -> hostile.requests() > before + 20);
          measure(good, "beside a server that is " + mood);
        }
      } finally {
        over.set(true);
        hostile.stop();
        for (Thread thread : crowd) {
          thread.join();
        }
      }
      inline.unpublish("bad");
      healthy.leave("good");
    }
  }

  private static Map<String, String> secrets(HostileServer hostile) {
    return Map.of("accessKeyId", "id", "secretAccessKey", "key", "endpoint", hostile.endpoint());
  }

  private void join(Path bad) throws IOException {
    for (int i = 0; i < READERS; i++) {
      FileChannel file =
          FileChannel.open(
              bad.resolve(HostileServer.name(i % HostileServer.FILES)),
              StandardOpenOption.READ,
              DirectIo.option());
      Random random = new Random(i);
      crowd.add(Thread.ofPlatform().start(() -> readOn(file, random)));
    }
    for (int i = 0; i < LISTERS; i++) {
      crowd.add(Thread.ofPlatform().start(() -> listOn(bad)));
    }
  }

  private void readOn(FileChannel file, Random random) {
    ByteBuffer buffer = DirectIo.buffer(1 << 20);
    try (file) {
      while (!over.get()) {
        try {
          int _ = file.read(buffer.clear(), random.nextLong(HostileServer.SIZE >> 20) << 20);
        } catch (IOException e) {
          // What its server deserves.
        }
        pace();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** So that what is measured is what the server does, and not how much all of them compute. */
  private static void pace() {
    LockSupport.parkNanos(PACE.toNanos());
  }

  private void listOn(Path bad) {
    while (!over.get()) {
      try (DirectoryStream<Path> names = Files.newDirectoryStream(bad)) {
        names.forEach(_ -> {});
      } catch (IOException | DirectoryIteratorException e) {
        // What its server deserves.
      }
      pace();
    }
  }

  private void measure(Path good, String when) throws IOException {
    long b0 = System.nanoTime();
    Duration c0 = PL.mounter().info().totalCpuDuration().orElseThrow();
    Duration t0 = ProcessHandle.current().info().totalCpuDuration().orElseThrow();
    long r0 = HS.requests();
    Random random = new Random(1);
    long[] reads = new long[CALLS];
    long[] lists = new long[CALLS];
    long[] writes = new long[CALLS / 4];
    try (FileChannel file =
        FileChannel.open(good.resolve("large"), StandardOpenOption.READ, DirectIo.option())) {
      ByteBuffer buffer = DirectIo.buffer(READ);
      for (int i = 0; i < CALLS; i++) {
        long at = random.nextLong(FILE / READ) * READ;
        reads[i] = nanos(() -> assertThat(file.read(buffer.clear(), at)).isEqualTo(READ));
        lists[i] =
            nanos(() -> {
              try (DirectoryStream<Path> names = Files.newDirectoryStream(good)) {
                assertThat(names).isNotEmpty();
              }
            });
      }
    }
    for (int i = 0; i < writes.length; i++) {
      Path small = good.resolve("small");
      writes[i] = nanos(() -> Files.write(small, new byte[READ]));
    }
    System.out.printf(
        "%s: %d ms, mounter cpu %s, test cpu %s, requests %d%n",
        when,
        (System.nanoTime() - b0) / 1000000,
        PL.mounter().info().totalCpuDuration().orElseThrow().minus(c0),
        ProcessHandle.current().info().totalCpuDuration().orElseThrow().minus(t0),
        HS.requests() - r0);
    BuildOutput.say(
        "%s: read %s, list %s, write %s"
            .formatted(when, figures(reads), figures(lists), figures(writes)));
    for (long[] calls : List.of(reads, lists, writes)) {
      assertThat(Duration.ofNanos(Arrays.stream(calls).max().orElseThrow()))
          .as(when)
          .isLessThan(MOST);
    }
  }

  /** Call of a program. */
  private interface Call {
    void make() throws IOException;
  }

  private static long nanos(Call call) throws IOException {
    long began = System.nanoTime();
    call.make();
    return System.nanoTime() - began;
  }

  private static String figures(long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return "p50 %.1f ms, p99 %.1f ms"
        .formatted(sorted[sorted.length / 2] / 1e6, sorted[sorted.length * 99 / 100] / 1e6);
  }
}
