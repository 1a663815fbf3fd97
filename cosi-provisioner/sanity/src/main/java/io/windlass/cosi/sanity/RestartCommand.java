package io.windlass.cosi.sanity;

import io.windlass.cosi.sanity.trial.Restart;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Restarts the driver with the user's command line, run by {@code sh -c}. The output of the command
 * goes to standard error. The new driver may stay behind as a child of the command.
 *
 * @param command command line that kills the driver and starts it again
 * @param timeout longest time that the command may take
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
