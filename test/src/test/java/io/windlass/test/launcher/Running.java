package io.windlass.test.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A process that goes on until it is told to stop; closing kills it if it is still there. */
record Running(Process process, Path output) implements AutoCloseable {
  private static final long MAX_SECONDS = 60;

  /** Tells it to stop (SIGTERM), and gives its exit status. */
  int stop() {
    process.destroy();
    return status();
  }

  /** Waits until it ends by itself, and gives its exit status. */
  int status() {
    try {
      if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("it does not end; it says:\n" + said());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What it has written so far. */
  String said() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
