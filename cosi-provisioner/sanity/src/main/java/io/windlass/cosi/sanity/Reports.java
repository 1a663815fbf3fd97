package io.windlass.cosi.sanity;

import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Outcome;
import io.windlass.cosi.sanity.wire.ApiRevision;
import java.time.Duration;
import java.util.List;

/** Report that forwards to several reports. */
public record Reports(List<Report> reports) implements Report {
  public Reports {
    reports = List.copyOf(reports);
  }

  @Override
  public void started(SanityOptions options, List<String> notes) {
    reports.forEach(report -> report.started(options, notes));
  }

  @Override
  public void revision(ApiRevision revision, String driver) {
    reports.forEach(report -> report.revision(revision, driver));
  }

  @Override
  public void checking(ApiRevision revision, Check check) {
    reports.forEach(report -> report.checking(revision, check));
  }

  @Override
  public void checked(ApiRevision revision, Check check, Outcome outcome, Duration time) {
    reports.forEach(report -> report.checked(revision, check, outcome, time));
  }

  @Override
  public void finished(Summary summary) {
    reports.forEach(report -> report.finished(summary));
  }
}
