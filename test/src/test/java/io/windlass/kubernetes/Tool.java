package io.windlass.kubernetes;

import io.windlass.testing.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A command that ends, as an administrator calls it. */
final class Tool {
  private static final Duration PATIENCE = Duration.ofMinutes(6);

  private final Map<String, String> environment;
  private final Path directory;

  /**
   * @param directory where the commands run, and keep their output while they do
   */
  Tool(Path directory, Map<String, String> environment) {
    this.directory = directory;
    this.environment = Map.copyOf(environment);
  }

  /**
   * What a command came to.
   *
   * @param output what it wrote to both of its outputs
   */
  record Outcome(int status, String output) {
    boolean succeeded() {
      return status == 0;
    }
  }

  /** Runs a command, and returns what it wrote; throws IllegalStateException if it failed. */
  String run(String input, List<String> command) {
    Outcome outcome = attempt(input, command);
    if (!outcome.succeeded()) {
      throw new IllegalStateException(
          "%s ended with %d: %s".formatted(command, outcome.status(), outcome.output()));
    }
    return outcome.output();
  }

  /** Runs a command, whatever comes of it. */
  Outcome attempt(String input, List<String> command) {
    try {
      Path output = Files.createTempFile(directory, "output", ".txt");
      Path in = Files.writeString(Files.createTempFile(directory, "input", ".txt"), input);
      ProcessBuilder builder =
          Programs.process(command)
              .redirectErrorStream(true)
              .redirectInput(in.toFile())
              .redirectOutput(output.toFile());
      builder.environment().putAll(environment);
      Process process = builder.start();
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
        throw new IllegalStateException(command + " does not end");
      }
      String text = Files.readString(output, StandardCharsets.UTF_8);
      Files.delete(in);
      Files.delete(output);
      return new Outcome(process.exitValue(), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + command + " ran", e);
    }
  }
}
