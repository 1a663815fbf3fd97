package io.windlass.mounter;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The mounter that a keeper started last: a process that is replaced by another. */
final class MounterProcess {
  /** How often a mounter that has not answered is looked at. */
  private static final Duration LOOK = Duration.ofMillis(250);

  private static final int SIGNALLED = 128;

  private final RunDirectory run;
  private final MounterProgram program;
  private final ProgressDeadline deadline;
  private Optional<Process> last = Optional.empty();

  MounterProcess(RunDirectory run, MounterProgram program, ProgressDeadline deadline) {
    this.run = run;
    this.program = program;
    this.deadline = deadline;
  }

  /** How a mounter is connected to, if one listens. */
  interface Attachment {
    /**
     * @param silence is told whenever nothing has come for {@code look}
     * @return whether one listens
     */
    boolean attach(Duration look, Silence silence) throws IOException;
  }

  /** What to do when a mounter has not answered for a moment. */
  interface Silence {
    /** Fails when there is no point in going on to wait. */
    void after(IOException timeout) throws IOException;
  }

  /**
   * Starts another, in place of the last one, and waits until it is attached.
   *
   * @throws IOException when it ended, or made no progress; then it is there no more
   */
  void start(Attachment attachment) throws IOException, InterruptedException {
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
