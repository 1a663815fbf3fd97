package io.windlass.mounter.keeper;

import io.windlass.mounter.run.MounterProgram;
import io.windlass.mounter.run.RunDirectory;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Process of the mounter that a keeper started last; another may replace it. */
final class ChildMounter implements MounterSource {
  /** Interval at which a mounter that has not answered is checked. */
  private static final Duration LOOK = Duration.ofMillis(250);

  private static final int SIGNALLED = 128;

  private final RunDirectory run;
  private final MounterProgram program;
  private final ProgressDeadline deadline;
  private Optional<Process> last = Optional.empty();

  ChildMounter(RunDirectory run, MounterProgram program, ProgressDeadline deadline) {
    this.run = run;
    this.program = program;
    this.deadline = deadline;
  }

  /**
   * Starts a mounter in place of the last one, and waits until it is attached.
   *
   * @throws IOException when the mounter ended, or made no progress and was killed
   */
  @Override
  public void get(Attachment attachment) throws IOException, InterruptedException {
    Process started = replace();
    boolean done = false;
    try {
      await(started, attachment);
      done = true;
    } finally {
      if (!done) {
        started.destroyForcibly();
      }
    }
  }

  private synchronized Process replace() throws IOException {
    last.ifPresent(Process::destroyForcibly);
    run.forgetLastWords();
    Process started = program.start(run);
    last = Optional.of(started);
    return started;
  }

  private void await(Process started, Attachment attachment)
      throws IOException, InterruptedException {
    ProgressWatch watch =
        deadline.watch("the mounter that was started", () -> Optional.of(started.toHandle()));
    while (!attachment.attach(LOOK, _ -> requireProgress(started, watch))) {
      if (!started.waitFor(5, TimeUnit.MILLISECONDS)) {
        watch.check();
      }
      requireAlive(started);
    }
  }

  private void requireProgress(Process started, ProgressWatch watch) throws IOException {
    requireAlive(started);
    watch.check();
  }

  private void requireAlive(Process started) throws IOException {
    if (!started.isAlive()) {
      int status = started.exitValue();
      throw new IOException(
          "the mounter that was started %s: %s"
              .formatted(
                  status > SIGNALLED
                      ? "was killed by signal " + (status - SIGNALLED)
                      : "ended with status " + status,
                  run.lastWords().orElse("this process's log may say why")));
    }
  }
}
