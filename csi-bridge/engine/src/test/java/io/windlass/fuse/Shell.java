package io.windlass.fuse;

import io.windlass.testing.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Runs programs of the system with a directory as theirs. */
final class Shell {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private Shell() {}

  /** Outcome of a command. */
  record Result(int status, String output) {}

  /** Runs {@code script}; what it wrote to both outputs. */
  static Result run(Path directory, String script) throws IOException, InterruptedException {
    Process process =
        Programs.process("sh", "-euc", script)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .start();
    try (var output = process.getInputStream()) {
      process.getOutputStream().close();
      byte[] all = output.readAllBytes();
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new IOException("it did not end: " + script);
      }
      return new Result(process.exitValue(), new String(all, StandardCharsets.UTF_8));
    } finally {
      process.destroyForcibly();
    }
  }
}
