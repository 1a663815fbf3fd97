package io.windlass.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fuse.message.InitFlag;
import io.windlass.linux.Descriptor;
import io.windlass.linux.DescriptorListener;
import io.windlass.testing.BuildOutput;
import io.windlass.testing.LongForm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process that serves a mount is killed, and another takes over. */
@RealMount
@Timeout(600)
class KillTest {
  private static final int KILLS = Integer.getInteger("windlass.test.kills", 6);

  private final ConcurrentLinkedQueue<Throwable> errors = new ConcurrentLinkedQueue<>();
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong longest = new AtomicLong();
  private long slowest;
  private volatile boolean stopping;

  /** What a program does. */
  private interface Deed {
    void run() throws IOException;
  }

  /** One piece of work, over and over. */
  private interface Work {
    void run(Random random) throws IOException;
  }

  /** Also what it is asked for while nobody serves. */
  @Test
  void whatAKilledServerWasAskedForIsAnsweredByTheNext(Path directory, @TempDir Path temporary)
      throws Exception {
    Path path = temporary.resolve("socket");
    Path held = temporary.resolve("held");
    MountOptions options = MountOptions.of("test", true, new BufferPool(1 << 20, 1));
    try (Descriptor device = FuseMounts.mount(directory, options);
        DescriptorListener listener = DescriptorListener.listen(path)) {
      ServingProcess server = ServingProcess.holding(held, listener, path, device);
      AtomicReference<SessionState> state = new AtomicReference<>(server.nextState());
      assertThat(state.get().features()).contains(InitFlag.HAS_RESEND);
      Thread keeper = keep(server, state);
      try (FileChannel open = FileChannel.open(directory.resolve("4"), StandardOpenOption.READ)) {
        CompletableFuture<?> asked = begin(() -> readWhole(directory.resolve("3")));
        Awaitility.await().until(() -> Files.exists(held));
        server.kill();
        keeper.join();
        server.close();
        CompletableFuture<?> meanwhile = begin(() -> list(directory));
        server = ServingProcess.start(listener, path, device, Optional.of(state.get()));
        keeper = keep(server, state);
        assertThat(asked).succeedsWithin(Mounted.PATIENCE);
        assertThat(meanwhile).succeedsWithin(Mounted.PATIENCE);
        ByteBuffer content = ByteBuffer.allocate(4096);
        assertThat(open.read(content, 1 << 20)).isEqualTo(4096);
        check(directory.resolve("4"), 1 << 20, content.flip());
      } finally {
        FuseMounts.detach(directory, Mounted.PATIENCE);
        server.close();
        keeper.join();
      }
    }
  }

  /** In a thread of its own, as it waits in the kernel. */
  private static CompletableFuture<?> begin(Deed deed) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            deed.run();
            done.complete(null);
          } catch (Throwable e) {
            done.completeExceptionally(e);
          }
        });
    return done;
  }

  @Test
  @LongForm(
      gate = "KillTest.whatAKilledServerWasAskedForIsAnsweredByTheNext",
      reason = "many kills under the load of many threads")
  void nobodySeesThatTheServerWasKilled(Path directory, @TempDir Path temporary) throws Exception {
    Path path = temporary.resolve("socket");
    MountOptions options = MountOptions.of("test", true, new BufferPool(1 << 20, 1));
    try (Descriptor device = FuseMounts.mount(directory, options);
        DescriptorListener listener = DescriptorListener.listen(path)) {
      ServingProcess server = ServingProcess.start(listener, path, device, Optional.empty());
      AtomicReference<SessionState> state = new AtomicReference<>(server.nextState());
      assertThat(state.get().features()).contains(InitFlag.HAS_RESEND);
      Thread keeper = keep(server, state);
      List<Thread> workers = workers(directory);
      try {
        Random random = new Random(5);
        for (int i = 0; i < KILLS; i++) {
          await(done.get() + 3000 + random.nextInt(3000));
          long killed = System.nanoTime();
          server.kill();
          keeper.join();
          server.close();
          server = ServingProcess.start(listener, path, device, Optional.of(state.get()));
          keeper = keep(server, state);
          await(done.get() + 1);
          slowest = Math.max(slowest, System.nanoTime() - killed);
        }
        await(done.get() + 1000);
      } finally {
        stopping = true;
        for (Thread worker : workers) {
          worker.join(Mounted.PATIENCE);
        }
        FuseMounts.detach(directory, Mounted.PATIENCE);
        server.close();
        keeper.join();
      }
    }
    BuildOutput.say(
        ("%d kills of a serving process: %d calls, %d errors, longest stall %d ms,"
                + " slowest restart %d ms.")
            .formatted(
                KILLS, done.get(), errors.size(), longest.get() / 1_000_000, slowest / 1_000_000));
    assertThat(errors).isEmpty();
  }

  /** Keeps what the server has kept, until it dies. */
  private static Thread keep(ServingProcess server, AtomicReference<SessionState> state) {
    return Thread.ofPlatform()
        .start(() -> {
          try {
            while (true) {
              state.set(server.nextState());
            }
          } catch (Exception e) {
            // It was killed, or is slow to say anything: both end this.
          }
        });
  }

  private void await(long operations) {
    Awaitility.await().until(() -> done.get() >= operations || !errors.isEmpty());
  }

  private List<Thread> workers(Path directory) {
    List<Thread> threads = new ArrayList<>();
    List<Work> works =
        List.of(
            random -> readWhole(directory.resolve("" + random.nextInt(4))),
            random -> readWhole(directory.resolve("" + (4 + random.nextInt(4)))),
            random -> readSome(directory, random),
            random -> readSome(directory, random),
            random -> list(directory),
            random -> stat(directory.resolve("" + random.nextInt(PatternFileSystem.FILES))),
            random -> open(directory.resolve("" + random.nextInt(PatternFileSystem.FILES))));
    for (int i = 0; i < works.size(); i++) {
      Work work = works.get(i);
      Random random = new Random(i);
      threads.add(Thread.ofPlatform().daemon().start(() -> repeat(work, random)));
    }
    return threads;
  }

  private void repeat(Work work, Random random) {
    while (!stopping && errors.isEmpty()) {
      try {
        work.run(random);
      } catch (Throwable e) {
        errors.add(e);
      }
    }
  }

  /** One call of the system. */
  private interface Call<T> {
    T run() throws IOException;
  }

  private <T> T timed(Call<T> call) throws IOException {
    long start = System.nanoTime();
    T result = call.run();
    longest.accumulateAndGet(System.nanoTime() - start, Math::max);
    done.incrementAndGet();
    return result;
  }

  private void readWhole(Path file) throws IOException {
    try (FileChannel channel = timed(() -> FileChannel.open(file, StandardOpenOption.READ))) {
      ByteBuffer content = ByteBuffer.allocate(PatternFileSystem.SIZE);
      while (content.hasRemaining()) {
        ByteBuffer piece =
            content.slice(content.position(), Math.min(128 << 10, content.remaining()));
        content.position(content.position() + timed(() -> channel.read(piece)));
      }
      check(file, 0, content.flip());
    }
  }

  private void readSome(Path directory, Random random) throws IOException {
    Path file = directory.resolve("" + random.nextInt(PatternFileSystem.FILES));
    try (FileChannel channel = timed(() -> FileChannel.open(file, StandardOpenOption.READ))) {
      for (int i = 0; i < 20; i++) {
        long offset = random.nextInt(PatternFileSystem.SIZE / 4096) * 4096L;
        ByteBuffer content = ByteBuffer.allocate(4096);
        assertThat(timed(() -> channel.read(content, offset))).isEqualTo(4096);
        check(file, offset, content.flip());
      }
    }
  }

  private static void check(Path file, long offset, ByteBuffer content) {
    long number = Long.parseLong(file.getFileName().toString());
    content.order(ByteOrder.LITTLE_ENDIAN);
    while (content.hasRemaining()) {
      long at = offset + content.position();
      long word = content.getLong();
      if (word != PatternFileSystem.word(number, at)) {
        throw new AssertionError("wrong bytes in %s at %d".formatted(file, at));
      }
    }
  }

  private void list(Path directory) throws IOException {
    String[] names = timed(() -> directory.toFile().list());
    assertThat(names).hasSize(PatternFileSystem.FILES);
  }

  private void stat(Path file) throws IOException {
    assertThat(timed(() -> Files.size(file))).isEqualTo(PatternFileSystem.SIZE);
  }

  private void open(Path file) throws IOException {
    timed(() -> FileChannel.open(file, StandardOpenOption.READ)).close();
  }
}
