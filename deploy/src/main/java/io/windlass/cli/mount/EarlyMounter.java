package io.windlass.cli.mount;

import io.windlass.mounter.run.MounterProgram;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.observe.LogSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.slf4j.event.Level;

/**
 * Mounter of a mount in the background whose JVM starts while the command still looks at what it is
 * to mount. It touches nothing before it is told to serve, and ends if it never is: because the
 * command refuses to mount, or was killed.
 */
final class EarlyMounter implements MounterProgram, AutoCloseable {
  /** How a mount in the background logs. */
  static final LogSettings LOGS = new LogSettings(Level.INFO, LogSettings.Format.JSON);

  private final MounterProcess program;
  private final Optional<Process> waiting;
  private boolean told;

  private EarlyMounter(MounterProcess program, Optional<Process> waiting) {
    this.program = program;
    this.waiting = waiting;
  }

  /** Starts one. If that fails, {@link #start(RunDirectory)} tries again, and says why. */
  static EarlyMounter of(MounterProcess program, RunDirectory run) {
    try {
      return new EarlyMounter(program, Optional.of(program.waiting(run)));
    } catch (IOException e) {
      return new EarlyMounter(program, Optional.empty());
    }
  }

  /** Tells the mounter that waits to serve; where there is none, or not any longer, starts one. */
  @Override
  public synchronized Process start(RunDirectory run) throws IOException {
    if (waiting.isPresent() && !told) {
      told = true;
      try (OutputStream word = waiting.get().getOutputStream()) {
        word.write('\n');
        return waiting.get();
      } catch (IOException e) {
        // It has ended. The next one says why, if it ends too.
      }
    }
    return program.start(run);
  }

  /** Ends the one that waits, if it was not told to serve. */
  @Override
  public synchronized void close() {
    if (!told) {
      waiting.ifPresent(mounter -> {
        mounter.destroyForcibly();
        mounter.onExit().join();
      });
    }
  }
}
