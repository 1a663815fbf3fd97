package io.windlass.fs.staging;

import java.util.Arrays;
import java.util.Random;

/**
 * One step of a process that writes until it is killed; which one follows from a seed.
 *
 * @param file which of a few files
 * @param offset where it writes, or to which size it cuts
 * @param length how much it writes
 * @param seed of the bytes that it writes
 */
record WriterStep(Kind kind, int file, int offset, int length, long seed) {
  /** Number of files. */
  static final int FILES = 3;

  private static final int LARGEST = 24 << 20;

  /** Kinds of steps. */
  public enum Kind {
    WRITE,
    TRUNCATE,
    PUBLISH
  }

  /** The next step, when the files have these sizes. */
  static WriterStep next(Random random, int[] sizes) {
    int file = random.nextInt(FILES);
    long seed = random.nextLong();
    return switch (random.nextInt(40)) {
      case 0, 1 -> new WriterStep(Kind.PUBLISH, file, 0, 0, seed);
      case 2 -> new WriterStep(Kind.TRUNCATE, file, random.nextInt(1 + sizes[file]), 0, seed);
      case 3, 4, 5, 6, 7, 8, 9, 10 ->
          new WriterStep(
              Kind.WRITE,
              file,
              random.nextInt(1 + sizes[file]),
              1 + random.nextInt(64 << 10),
              seed);
      default ->
          sizes[0] < LARGEST
              // One file in order, until it is large.
              ? new WriterStep(Kind.WRITE, 0, sizes[0], 1 << 20, seed)
              : new WriterStep(Kind.TRUNCATE, 0, 0, 0, seed);
    };
  }

  /** The size of its file afterwards. */
  int size(int before) {
    return switch (kind) {
      case WRITE -> Math.max(before, offset + length);
      case TRUNCATE -> offset;
      case PUBLISH -> before;
    };
  }

  byte[] bytes() {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  /** Returns the content of the file after this step. */
  byte[] apply(byte[] before) {
    byte[] after = Arrays.copyOf(before, size(before.length));
    if (kind == Kind.WRITE) {
      System.arraycopy(bytes(), 0, after, offset, length);
    }
    return after;
  }

  /** Does it. */
  void run(StagedFile to) {
    switch (kind) {
      case WRITE -> Workbench.write(to, offset, bytes());
      case TRUNCATE -> to.truncate(offset, Workbench.NOW);
      case PUBLISH -> to.publish();
    }
  }
}
