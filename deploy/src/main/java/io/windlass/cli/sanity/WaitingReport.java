package io.windlass.cli.sanity;

import io.windlass.cli.terminal.Terminal;
import io.windlass.cli.terminal.Waiting;
import io.windlass.cosi.sanity.Report;
import io.windlass.cosi.sanity.SanityOptions;
import io.windlass.cosi.sanity.Summary;
import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Outcome;
import io.windlass.cosi.sanity.wire.ApiRevision;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Report that names the check that is running, if it takes more than two seconds. It has to be the
 * first of several: it removes its line before others print theirs.
 */
final class WaitingReport implements Report, AutoCloseable {
  private final Terminal terminal;
  private Optional<Waiting> waiting = Optional.empty();

  WaitingReport(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void started(SanityOptions options, List<String> notes) {}

  @Override
  public void revision(ApiRevision revision, String driver) {}

  @Override
  public void checking(ApiRevision revision, Check check) {
    waiting = Optional.of(Waiting.start(terminal, check.id()));
  }

  @Override
  public void checked(ApiRevision revision, Check check, Outcome outcome, Duration time) {
    close();
  }

  @Override
  public void finished(Summary summary) {
    close();
  }

  @Override
  public void close() {
    waiting.ifPresent(Waiting::close);
    waiting = Optional.empty();
  }
}
