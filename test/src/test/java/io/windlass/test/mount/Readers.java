package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Programs that use a mount in every way that reading knows, each in a loop until they are told to
 * stop. Whatever one of them sees that is not right is kept.
 */
final class Readers implements AutoCloseable {
  static final int LARGE_FILES = 4;
  static final int LARGE_BYTES = 12 << 20;
  static final int DIRECTORIES = 10;
  static final int SMALL_PER_DIRECTORY = 20;
  private static final Set<String> LISTERS = Set.of("ls", "find");

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int PIECE = 128 << 10;

  private final Path top;
  private final List<Thread> threads = new ArrayList<>();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
  private final List<Program> programs = new ArrayList<>();
  private final AtomicReference<Stall> longest = new AtomicReference<>(new Stall("nothing", 0));
  private volatile boolean stopped;

  private Readers(Path top) {
    this.top = top;
  }

  /** One that reads, and how often it has done what it does. */
  private record Program(String name, AtomicLong done) {}

  /** Duration of one operation. */
  private record Stall(String name, long nanos) {}

  /** One thing that a program does again and again. */
  private interface Deed {
    /** Does it once; throws, or returns what was not right, or nothing. */
    String once(SplittableRandom random) throws IOException, InterruptedException;
  }

  /** Puts what they read into a bucket. */
  static void fill(TestBucket bucket) {
    for (int i = 0; i < LARGE_FILES; i++) {
      bucket.put("large/" + i, Bytes.of(i, LARGE_BYTES));
    }
    for (int d = 0; d < DIRECTORIES; d++) {
      for (int f = 0; f < SMALL_PER_DIRECTORY; f++) {
        bucket.put("small/%d/%d".formatted(d, f), Bytes.of(1000 + f, 100 + f));
      }
    }
  }

  /** Starts them all. */
  static Readers start(Path top, long seed) {
    Readers readers = new Readers(top);
    for (int i = 0; i < 8; i++) {
      int file = i % LARGE_FILES;
      boolean direct = i < 4;
      readers.start("sequential " + i, seed + i, _ -> readers.sequential(file, direct));
    }
    for (int i = 0; i < 2; i++) {
      readers.start("random " + i, seed + 20 + i, readers::anywhere);
      readers.start("stat " + i, seed + 30 + i, readers::stat);
      readers.start("open " + i, seed + 40 + i, readers::openAndClose);
    }
    readers.start("ls", seed + 50, _ -> readers.listed("ls", "-lR"));
    readers.start("find", seed + 51, _ -> readers.listed("find", "."));
    return readers;
  }

  private void start(String name, long seed, Deed deed) {
    Program program = new Program(name, new AtomicLong());
    programs.add(program);
    SplittableRandom random = new SplittableRandom(seed);
    threads.add(Thread.ofPlatform().name(name).daemon().start(() -> loop(program, deed, random)));
  }

  private void loop(Program program, Deed deed, SplittableRandom random) {
    String name = program.name;
    while (!stopped) {
      long began = System.nanoTime();
      try {
        String seen = deed.once(random);
        if (!seen.isEmpty()) {
          wrong.add(name + ": " + seen);
        }
      } catch (IOException e) {
        wrong.add(name + ": " + e);
      } catch (InterruptedException e) {
        return;
      }
      Stall stall = new Stall(name, System.nanoTime() - began);
      // A listing is a thousand calls, and says little of how long one of them waited.
      if (!LISTERS.contains(name)) {
        longest.accumulateAndGet(stall, (one, other) -> one.nanos > other.nanos ? one : other);
      }
      program.done.incrementAndGet();
    }
  }

  private String sequential(int file, boolean direct) throws IOException {
    byte[] right = Bytes.of(file, LARGE_BYTES);
    Set<OpenOption> options =
        direct
            ? Set.of(StandardOpenOption.READ, DirectIo.option())
            : Set.of(StandardOpenOption.READ);
    ByteBuffer buffer = DirectIo.buffer(PIECE);
    byte[] piece = new byte[PIECE];
    try (FileChannel channel = FileChannel.open(top.resolve("large/" + file), options)) {
      int at = 0;
      while (true) {
        buffer.clear().limit(PIECE);
        int read = channel.read(buffer);
        if (read < 0) {
          return at == LARGE_BYTES ? "" : "file %d ends at %d".formatted(file, at);
        }
        buffer.flip().get(piece, 0, read);
        if (!Arrays.equals(piece, 0, read, right, at, at + read)) {
          return "wrong bytes in file %d at %d".formatted(file, at);
        }
        at += read;
      }
    }
  }

  private String anywhere(SplittableRandom random) throws IOException {
    int file = random.nextInt(LARGE_FILES);
    byte[] right = Bytes.of(file, LARGE_BYTES);
    ByteBuffer buffer = DirectIo.buffer(PIECE);
    try (FileChannel channel =
        FileChannel.open(
            top.resolve("large/" + file), StandardOpenOption.READ, DirectIo.option())) {
      for (int i = 0; i < 10; i++) {
        int at = random.nextInt(LARGE_BYTES / DirectIo.PAGE - 1) * DirectIo.PAGE;
        int length =
            Math.min((1 + random.nextInt(PIECE / DirectIo.PAGE)) * DirectIo.PAGE, LARGE_BYTES - at);
        buffer.clear().limit(length);
        if (channel.read(buffer, at) != length) {
          return "a short read of file %d at %d".formatted(file, at);
        }
        byte[] piece = new byte[length];
        buffer.flip().get(piece);
        if (!Arrays.equals(piece, 0, length, right, at, at + length)) {
          return "wrong bytes in file %d at %d".formatted(file, at);
        }
      }
    }
    return "";
  }

  private String stat(SplittableRandom random) throws IOException {
    int file = random.nextInt(SMALL_PER_DIRECTORY);
    long size = Files.size(small(random.nextInt(DIRECTORIES), file));
    return size == 100 + file ? "" : "a size of " + size + " instead of " + (100 + file);
  }

  private String openAndClose(SplittableRandom random) throws IOException {
    int file = random.nextInt(SMALL_PER_DIRECTORY);
    byte[] content = Files.readAllBytes(small(random.nextInt(DIRECTORIES), file));
    return Arrays.equals(content, Bytes.of(1000 + file, 100 + file)) ? "" : "a wrong small file";
  }

  private Path small(int directory, int file) {
    return top.resolve("small/%d/%d".formatted(directory, file));
  }

  private String listed(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).directory(top.toFile()).redirectErrorStream(true).start();
    List<String> lines = process.inputReader().lines().toList();
    int status = process.waitFor();
    // Files end both kinds of line with their number, directories of files have one of their own.
    long files = lines.stream().filter(line -> line.matches(".*[/ ]\\d+")).count();
    int all = LARGE_FILES + DIRECTORIES * SMALL_PER_DIRECTORY + DIRECTORIES;
    boolean extra = command[0].equals("ls");
    long expected = extra ? all + totals(lines) : all;
    return status == 0 && files == expected
        ? ""
        : "%s: status %d, %d names instead of %d: %s"
            .formatted(
                command[0],
                status,
                files,
                expected,
                lines.stream().filter(l -> l.contains("cannot")).toList());
  }

  /** The lines "total 123" of ls. */
  private static long totals(List<String> lines) {
    return lines.stream().filter(line -> line.matches("total \\d+")).count();
  }

  /**
   * Waits until each that is done soon has done something more, and nothing is wrong. Those that
   * list all of it are somewhere on their way.
   */
  void goOn(Supplier<String> log) {
    goOn(programs.stream().filter(each -> !LISTERS.contains(each.name)).toList(), log);
  }

  /** Waits until each has done something more, and nothing is wrong. */
  void allGoOn(Supplier<String> log) {
    goOn(programs, log);
  }

  private void goOn(List<Program> which, Supplier<String> log) {
    List<Long> marks = which.stream().map(each -> each.done.get()).toList();
    await()
        .atMost(PATIENCE.multipliedBy(4))
        .failFast(() -> assertThat(wrong()).as(log.get()).isEmpty())
        .untilAsserted(() -> assertThat(waiting(which, marks)).as("who waits").isEmpty());
  }

  private static List<String> waiting(List<Program> which, List<Long> marks) {
    return IntStream.range(0, which.size())
        .filter(i -> which.get(i).done.get() <= marks.get(i))
        .mapToObj(i -> which.get(i).name)
        .toList();
  }

  /** Returns the errors that the readers found. */
  List<String> wrong() {
    return List.copyOf(wrong);
  }

  /** Returns the result in one line. */
  String result(String what, KillPlan plan) {
    return ("%s %d times, seed %d: %d deeds of readers, %d wrong,"
            + " the longest but listings (%s) took %d ms")
        .formatted(
            what,
            plan.rounds(),
            plan.seed(),
            programs.stream().mapToLong(each -> each.done.get()).sum(),
            wrong.size(),
            longest.get().name,
            longest.get().nanos / 1_000_000);
  }

  @Override
  public void close() {
    stop();
  }

  /** Has them stop, and waits until they have, for as long as a mount may keep them waiting. */
  void stop() {
    stopped = true;
    for (Thread thread : threads) {
      try {
        thread.join(PATIENCE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
