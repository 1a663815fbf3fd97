package io.windlass.test.mount;

import io.windlass.testing.Programs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** Programs that use a mount in every way that reading knows. */
final class Readers {
  private static final int LARGE_FILES = 4;
  private static final int LARGE_BYTES = 12 << 20;
  private static final int DIRECTORIES = 10;
  private static final int SMALL_PER_DIRECTORY = 20;
  private static final int PIECE = 128 << 10;

  private final Path top;

  private Readers(Path top) {
    this.top = top;
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

  /** Returns them all. */
  static BusyPrograms of(Path top, long seed) {
    Readers readers = new Readers(top);
    BusyPrograms programs = new BusyPrograms();
    for (int i = 0; i < 2 * LARGE_FILES; i++) {
      int file = i % LARGE_FILES;
      boolean direct = i < LARGE_FILES;
      programs.add(
          "sequential " + i, seed, _ -> programs.timed(() -> readers.sequential(file, direct)));
    }
    for (int i = 0; i < 2; i++) {
      programs.add(
          "random " + i, seed + 20 + i, random -> programs.timed(() -> readers.anywhere(random)));
      programs.add(
          "stat " + i, seed + 30 + i, random -> programs.timed(() -> readers.stat(random)));
      programs.add(
          "open " + i, seed + 40 + i, random -> programs.timed(() -> readers.openAndClose(random)));
    }
    // A listing is a thousand calls, and says little of how long one of them waited.
    programs.add("ls", seed, _ -> readers.listed("ls", "-lR"));
    programs.add("find", seed, _ -> readers.listed("find", "."));
    return programs;
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
        Programs.process(command).directory(top.toFile()).redirectErrorStream(true).start();
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
}
