package io.windlass.kubernetes;

import io.windlass.testing.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A program of the cluster that runs on the machine itself. Its output is appended to a log. */
final class Program implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final String name;
  private final ProcessBuilder command;
  private Optional<Process> process = Optional.empty();

  Program(String name, Path logs, Map<String, String> environment, List<String> command) {
    this.name = name;
    this.command =
        Programs.process(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(logs.resolve(name + ".log").toFile()));
    this.command.environment().putAll(environment);
  }

  void start() {
    try {
      process = Optional.of(command.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills the program as kill -9 does, and returns when it is gone. */
  void kill() {
    process.ifPresent(running -> awaitEnd(running.destroyForcibly()));
  }

  boolean isRunning() {
    return process.filter(Process::isAlive).isPresent();
  }

  private void awaitEnd(Process ended) {
    try {
      if (!ended.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException(name + " does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + name + " ended", e);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
