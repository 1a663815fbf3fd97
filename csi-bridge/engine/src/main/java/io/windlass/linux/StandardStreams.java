package io.windlass.linux;

import java.nio.file.Path;

/**
 * Standard input, output and error of this process while its errors go to a file. What libraries
 * and the JVM itself print goes there, too. Closing it has them go where they went before.
 */
public final class StandardStreams implements AutoCloseable {
  private static final int INPUT = 0;
  private static final int OUTPUT = 1;
  private static final int ERROR = 2;

  private static final int O_WRONLY = 01;
  private static final int O_CREAT = 0100;
  private static final int O_APPEND = 02000;
  private static final int FOR_ALL = 0666;
  private static final Path NOTHING = Path.of("/dev/null");

  private final Descriptor before;
  private boolean left;

  private StandardStreams(Descriptor before) {
    this.before = before;
  }

  /** Sends standard error to the end of a file. */
  public static StandardStreams errorsTo(Path file) throws LinuxException {
    Descriptor before = Descriptor.duplicate(ERROR);
    try (Descriptor log = Descriptor.open(file, O_WRONLY | O_CREAT | O_APPEND, FOR_ALL)) {
      log.replace(ERROR);
      return new StandardStreams(before);
    } catch (LinuxException e) {
      before.close();
      throw e;
    }
  }

  /** Sends standard output to the same file, has no input, and lets go of what they were. */
  public void leave() throws LinuxException {
    try (Descriptor nothing = Descriptor.open(NOTHING, Descriptor.READ_ONLY);
        Descriptor log = Descriptor.duplicate(ERROR)) {
      nothing.replace(INPUT);
      log.replace(OUTPUT);
      left = true;
      before.close();
    }
  }

  /** Has errors go where they went before, unless this process has {@linkplain #leave left}. */
  @Override
  public void close() throws LinuxException {
    if (!left) {
      before.replace(ERROR);
      before.close();
    }
  }
}
