package io.windlass.test.pods;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * A program with a writer and a reader of a mounted directory. Each keeps a file open all the time,
 * and opens others. They check every byte that they read. It says on standard output how far it is,
 * ends when standard input does, and then checks all that was written.
 *
 * <p>It is a process of its own, because a JVM cannot start processes while it has files open on a
 * mount that waits: the new process closes them, and waits.
 */
final class PodWorkload {
  private static final int BLOCK = 16 << 10;
  private static final int FILES = 8;
  private static final Duration REPORT = Duration.ofMillis(100);
  private static final Duration PACE = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Path directory;
  private final int blocks;
  private final AtomicReference<String> failure = new AtomicReference<>("");
  private final AtomicInteger operations = new AtomicInteger();
  private final AtomicInteger records = new AtomicInteger();
  private final List<Thread> threads = new ArrayList<>();
  private volatile long longestNanos;
  private volatile boolean over;

  private PodWorkload(Path directory, int blocks) {
    this.directory = directory;
    this.blocks = blocks;
  }

  /**
   * Runs the program.
   *
   * @param arguments the directory, and the length of the file that is read, in blocks of 16 KiB
   */
  public static void main(String[] arguments) throws Exception {
    PodWorkload workload = new PodWorkload(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
    try (FileChannel big = created(workload.directory.resolve("big"))) {
      for (int block = 0; block < workload.blocks; block++) {
        write(big, pattern(block));
      }
    }
    workload.thread("writer", workload::write);
    workload.thread("reader", workload::read);
    Thread.ofPlatform().daemon().start(workload::report);
    while (System.in.read() >= 0) {
      // goes on
    }
    String failure = workload.finish();
    workload.tell();
    System.out.println(failure.isEmpty() ? "done" : "failed " + failure);
    System.exit(0);
  }

  private void report() {
    try {
      while (!over) {
        tell();
        Thread.sleep(REPORT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void tell() {
    System.out.printf("did %d %d%n", operations.get(), longestNanos / 1_000_000);
    if (!failure.get().isEmpty()) {
      System.out.println("failed " + failure.get());
    }
  }

  private interface Work {
    void run() throws Exception;
  }

  private void thread(String name, Work work) {
    threads.add(
        Thread.ofPlatform()
            .daemon()
            .name(name)
            .start(() -> {
              try {
                work.run();
              } catch (Exception | AssertionError e) {
                failure.compareAndSet("", "the %s failed: %s".formatted(name, e));
              }
            }));
  }

  private void write() throws Exception {
    try (FileChannel log = created(directory.resolve("log"))) {
      for (int i = 0; !over; i++) {
        byte[] record = pattern(i);
        timed(() -> write(log, record));
        records.incrementAndGet();
        Path file = directory.resolve("file-" + i % FILES);
        timed(() -> {
          try (FileChannel each = created(file)) {
            write(each, record);
            each.force(true);
          }
        });
        timed(() -> require(Arrays.equals(Files.readAllBytes(file), record), file));
        pace();
      }
    }
  }

  private void read() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    Path big = directory.resolve("big");
    try (FileChannel kept = FileChannel.open(big)) {
      while (!over) {
        int block = random.nextInt(blocks);
        timed(() -> require(Arrays.equals(block(kept, block), pattern(block)), big));
        timed(() -> {
          try (Stream<Path> names = Files.list(directory)) {
            require(names.anyMatch(big::equals), directory);
          }
          require(Files.size(big) == (long) blocks * BLOCK, big);
        });
        timed(() -> {
          try (FileChannel again = FileChannel.open(big)) {
            require(Arrays.equals(block(again, block), pattern(block)), big);
          }
        });
        pace();
      }
    }
  }

  private void timed(Work work) throws Exception {
    long began = System.nanoTime();
    work.run();
    longestNanos = Math.max(longestNanos, System.nanoTime() - began);
    operations.incrementAndGet();
  }

  private static void pace() throws InterruptedException {
    Thread.sleep(PACE);
  }

  private static FileChannel created(Path file) throws IOException {
    return FileChannel.open(
        file,
        StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING,
        StandardOpenOption.WRITE);
  }

  private static void write(FileChannel channel, byte[] bytes) throws IOException {
    ByteBuffer left = ByteBuffer.wrap(bytes);
    while (left.hasRemaining()) {
      channel.write(left);
    }
  }

  private static byte[] block(FileChannel channel, int block) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(BLOCK);
    while (bytes.hasRemaining()
        && channel.read(bytes, (long) block * BLOCK + bytes.position()) > 0) {
      // reads on
    }
    return bytes.array();
  }

  private static byte[] pattern(int seed) {
    byte[] bytes = new byte[BLOCK];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }

  private static void require(boolean right, Path file) {
    if (!right) {
      throw new AssertionError("wrong bytes or names: " + file);
    }
  }

  /**
   * Ends both, and checks all that was written. Returns the first error; empty if there was none.
   */
  private String finish() throws Exception {
    over = true;
    for (Thread thread : threads) {
      if (!thread.join(PATIENCE)) {
        return "the %s hangs".formatted(thread.getName());
      }
    }
    try (FileChannel log = FileChannel.open(directory.resolve("log"))) {
      if (failure.get().isEmpty() && log.size() != (long) records.get() * BLOCK) {
        return "the log has %d bytes, and not %d records".formatted(log.size(), records.get());
      }
      for (int i = 0; (long) i * BLOCK < log.size(); i++) {
        if (!Arrays.equals(block(log, i), pattern(i))) {
          return "wrong bytes in record %d of the log".formatted(i);
        }
      }
    }
    return failure.get();
  }
}
