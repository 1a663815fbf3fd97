package io.windlass.mounter.volume;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.fs.VolumeOptions;
import io.windlass.fs.bucket.BucketFileSystem;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.fuse.BufferPool;
import io.windlass.fuse.FuseMounts;
import io.windlass.fuse.FuseSession;
import io.windlass.fuse.MountOptions;
import io.windlass.fuse.RealMount;
import io.windlass.fuse.SessionOptions;
import io.windlass.linux.Descriptor;
import io.windlass.store.Capabilities;
import io.windlass.store.InterceptedStore;
import io.windlass.store.StoreCall;
import io.windlass.testing.Programs;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs that are killed while the server hangs, without a limit of time: they end, and what they
 * wrote is sent when the server answers again.
 */
@RealMount
@Timeout(600)
class KilledCallersTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int KILLED = 128 + 9;

  private final FaultyStore store = FaultyStore.inMemory();
  private final AtomicInteger asked = new AtomicInteger();
  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(64 << 20), Optional.empty());
  private volatile CountDownLatch hanging = new CountDownLatch(0);

  @TempDir Path home;

  private <T> T call(StoreCall call, Supplier<T> next) {
    asked.incrementAndGet();
    try {
      hanging.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return next.get();
  }

  /** The server hangs from now on. */
  private void hang() {
    hanging = new CountDownLatch(1);
    asked.set(0);
  }

  @AfterEach
  void close() {
    engine.close();
  }

  /** Volume that is mounted. */
  private final class Served implements AutoCloseable {
    private final Path directory;
    private final BucketFileSystem files;
    private final FuseSession session;

    Served(Path directory) throws IOException {
      this.directory = directory;
      this.files =
          BucketFileSystem.open(
              new InterceptedStore(store, KilledCallersTest.this::call),
              new Capabilities(Set.of(), 63, 1000, 5L << 30, 5L << 40, 1, 5L << 30, 10_000),
              "test",
              VolumeOptions.DEFAULT.withObjectMetadata(true),
              home.resolve("state"),
              () -> home.resolve("staging"),
              engine,
              () -> 0);
      BufferPool pool = new BufferPool(1 << 20, 8);
      Descriptor device = FuseMounts.mount(directory, MountOptions.of("test", false, pool));
      this.session =
          FuseSession.serve(
              "test",
              device,
              SessionOptions.DEFAULT,
              pool,
              _ -> {},
              new FileSystemHandler(
                  "test",
                  files,
                  new RequestCounters(OperationTimes.ofRequests()),
                  new HealthMonitor()));
    }

    private Process start(String script) throws IOException {
      return Programs.process("sh", "-c", script).directory(directory.toFile()).start();
    }

    /** Starts a program, which comes to wait for the server, and kills it. */
    private void kill(String script) throws Exception {
      int before = asked.get();
      Process program = start("exec " + script);
      await().until(() -> asked.get() > before);
      killed(program);
    }

    @Override
    public void close() throws IOException {
      hanging.countDown();
      FuseMounts.detach(directory, PATIENCE);
      session.close();
      files.close();
    }
  }

  private static void killed(Process program) throws InterruptedException {
    program.destroyForcibly();
    assertThat(program.waitFor()).isEqualTo(KILLED);
  }

  @Test
  void programsThatReadEnd(Path directory) throws Exception {
    for (String key : List.of("seen", "unseen", "directory/file")) {
      store.put(key, "content".getBytes(UTF_8));
    }
    try (Served served = new Served(directory)) {
      assertThat(served.start("stat seen directory").waitFor()).isZero();
      int nodes = served.files.counters().nodes();
      hang();
      served.kill("cat unseen");
      served.kill("cat seen");
      served.kill("ls directory");
      assertThat(served.start("df .").waitFor()).as("df asks the server for nothing").isZero();
      hanging.countDown();
      await().until(() -> served.session.inFlight() == 0);
      // The kernel has nothing of what the killed programs looked up and opened.
      await().until(() -> served.files.counters().handles() == 0);
      assertThat(served.files.counters().nodes()).isEqualTo(nodes);
    }
  }

  @Test
  void aSignalThatAProgramHandlesChangesNothing(Path directory) throws Exception {
    store.put("file", "content\n".getBytes(UTF_8));
    try (Served served = new Served(directory)) {
      hang();
      Process program = served.start("trap : USR1; read line < file; echo $line");
      await().until(() -> asked.get() > 0);
      Programs.signal("USR1", program.pid());
      hanging.countDown();
      assertThat(program.inputReader(UTF_8).readLine()).isEqualTo("content");

      hang();
      Process other = served.start("trap : USR1; read line < none");
      await().until(() -> asked.get() > 0);
      Programs.signal("USR1", other.pid());
      killed(other);
    }
  }

  /** Killed with a file open, which the kernel closes for it, and killed in close(2). */
  @Test
  void whatKilledProgramsWroteIsSentLater(Path directory) throws Exception {
    try (Served served = new Served(directory)) {
      Process open = writing(served, "open");
      Process closing = writing(served, "closed");
      hang();
      killed(open);
      int before = asked.get();
      closing.getOutputStream().close();
      await().until(() -> asked.get() > before);
      killed(closing);
      hanging.countDown();
      await()
          .untilAsserted(() ->
              assertThat(store.contents())
                  .containsEntry("open", new byte[] {'x'})
                  .containsEntry("closed", new byte[] {'x'}));
    }
  }

  /** Starts a program that has written a byte to a file, and waits for more. */
  private static Process writing(Served served, String name) throws IOException {
    long before = served.files.stagedBytes();
    Process program = served.start("exec dd of=%s bs=1 status=none".formatted(name));
    OutputStream typed = program.getOutputStream();
    typed.write('x');
    typed.flush();
    await().until(() -> served.files.stagedBytes() > before);
    return program;
  }
}
