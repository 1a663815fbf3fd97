package io.windlass.test.mount;

import io.windlass.testing.Programs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;

/**
 * A shell that runs one command after another. Started before any file is open, since a process
 * that is started later inherits what is open then, and its closing them is a close(2) like any
 * other: it publishes what was written so far.
 */
final class Shell implements AutoCloseable {
  private static final String END = "-- ended with ";

  private final Process process;
  private final Writer commands;
  private final BufferedReader output;

  Shell() {
    try {
      process = Programs.process("sh").redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    commands = process.outputWriter();
    output = process.inputReader();
  }

  /** Runs a command; what it wrote if it failed, with its status, and nothing if it succeeded. */
  String failure(String command) throws IOException {
    commands.write("( %s ) </dev/null\necho '%s'$?\n".formatted(command, END));
    commands.flush();
    StringBuilder said = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(END)) {
        return line.equals(END + "0") ? "" : "%s: %s%s".formatted(command, said, line);
      }
      said.append(line).append('\n');
    }
    return command + ": the shell is gone";
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
