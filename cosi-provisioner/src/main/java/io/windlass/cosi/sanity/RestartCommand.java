package io.windlass.cosi.sanity;

import io.windlass.cosi.sanity.check.Restart;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Restarts the driver with a command line of the user's, run by {@code sh -c}. What it prints goes
 * to standard error. It may leave the new driver behind as its child.
 *
 * @param command kills the driver, and starts it again
 * @param timeout longest that the command may take
 */
public record RestartCommand(String command, Duration timeout) implements Restart {

  @Override
  public void restart() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("sh", "-c", "exec 1>&2; " + command)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException(
            "the restart command did not end within %d s".formatted(timeout.toSeconds()));
      }
    } finally {
      process.destroy();
    }
    if (process.exitValue() != 0) {
      throw new IOException("the restart command exited with status " + process.exitValue());
    }
  }
}
