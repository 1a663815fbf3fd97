package io.windlass.testing;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes to the output of the build, which people see; the standard output of tests goes to files.
 * This works because Surefire talks to its fork over TCP, which leaves the descriptor to us.
 */
public final class BuildOutput {
  private BuildOutput() {}

  /** Writes one line. */
  public static void say(String line) {
    // Not closed: the descriptor is the process's.
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    out.println(line);
  }
}
