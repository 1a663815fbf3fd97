package io.windlass.cosi.sanity;

import io.windlass.cosi.sanity.azure.AzureSessions;
import io.windlass.cosi.sanity.check.Checks;
import io.windlass.cosi.sanity.gcs.GcsSessions;
import io.windlass.cosi.sanity.s3.S3Sessions;
import io.windlass.cosi.sanity.store.StoreSessions;
import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Outcome;
import io.windlass.cosi.sanity.trial.SanitySettings;
import io.windlass.cosi.sanity.trial.Session;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.CosiClient;
import io.windlass.cosi.sanity.wire.Detection;
import io.windlass.cosi.sanity.wire.DriverInfo;
import io.windlass.cosi.sanity.wire.RecordedCall;
import io.windlass.cosi.sanity.wire.Redaction;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import io.windlass.cosi.sanity.wire.StorageProtocol;
import io.windlass.cosi.sanity.wire.Transcript;
import io.windlass.cosi.sanity.wire.V1Alpha1Client;
import io.windlass.cosi.sanity.wire.V1Alpha2Client;
import io.windlass.cosi.sanity.wire.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One run of the conformance suite: detects what the driver serves, runs the checks of each
 * revision one after the other, and informs the report. Interrupting the thread stops the run: the
 * check in progress is not reported, but what it made is deleted.
 */
public final class CosiSanity {
  private final SanityOptions options;
  private final Report report;
  private final Redaction redaction = new Redaction();
  private final List<String> leftovers = new ArrayList<>();
  private int passed;
  private int warned;
  private int failed;
  private int skipped;

  /** Creates a run. Nothing is sent before {@link #run}. */
  public CosiSanity(SanityOptions options, Report report) {
    this.options = options;
    this.report = report;
  }

  /**
   * Runs the checks. May be called once.
   *
   * @throws CannotRunException when the driver does not answer, or does not serve what is to be
   *     tested
   */
  public Summary run() throws CannotRunException {
    long start = System.nanoTime();
    boolean stopped = false;
    Optional<StoreSessions> clients = options.tried().map(this::clients);
    try {
      Detection found = detect();
      List<ApiRevision> revisions = choose(found);
      report.started(options, found.notes());
      for (ApiRevision revision : revisions) {
        Transcript transcript = new Transcript();
        try (Wire wire = new Wire(options.endpoint(), options.timeout(), transcript)) {
          run(client(revision, wire), transcript, clients);
        }
      }
    } catch (InterruptedException e) {
      stopped = true;
    } finally {
      clients.ifPresent(StoreSessions::close);
    }
    Duration time = Duration.ofNanos(System.nanoTime() - start);
    Summary summary = new Summary(passed, warned, failed, skipped, time, leftovers, stopped);
    report.finished(summary);
    return summary;
  }

  /** The libraries of a protocol are there where it is tried, and only there. */
  private StoreSessions clients(StorageProtocol protocol) {
    return switch (protocol) {
      case S3 -> new S3Sessions(options.timeout(), options.proxies());
      case AZURE -> new AzureSessions(options.timeout(), options.proxies());
      case GCS -> new GcsSessions(options.gcsEndpoint(), options.timeout(), options.proxies());
    };
  }

  private Detection detect() throws CannotRunException {
    try (Wire wire = new Wire(options.endpoint(), options.timeout(), new Transcript())) {
      return Detection.probe(wire);
    } catch (IOException e) {
      throw new CannotRunException(
          "nothing answers on %s (%s): is the driver running, and may this user open its socket?"
              .formatted(options.endpoint(), e.getMessage()),
          e);
    }
  }

  private List<ApiRevision> choose(Detection found) throws CannotRunException {
    if (found.revisions().isEmpty()) {
      throw new CannotRunException(
          "%s speaks gRPC, but neither COSI v1alpha1 nor v1alpha2".formatted(options.endpoint()));
    }
    List<ApiRevision> wanted = options.revisions().of(found.revisions());
    List<String> served = found.revisions().stream().map(ApiRevision::api).toList();
    for (ApiRevision revision : wanted) {
      if (!served.contains(revision.api())) {
        throw new CannotRunException(
            "%s does not serve %s, but %s"
                .formatted(options.endpoint(), revision.label(), String.join(" and ", served)));
      }
    }
    return wanted;
  }

  private CosiClient client(ApiRevision revision, Wire wire) {
    return revision.isV1Alpha2()
        ? new V1Alpha2Client(revision, wire, redaction)
        : new V1Alpha1Client(wire, redaction);
  }

  private void run(CosiClient client, Transcript transcript, Optional<StoreSessions> store)
      throws InterruptedException {
    ApiRevision revision = client.revision();
    Optional<DriverInfo> info =
        client.info() instanceof RpcAnswer.Ok<DriverInfo>(DriverInfo known)
            ? Optional.of(known)
            : Optional.empty();
    report.revision(revision, info.map(DriverInfo::name).orElse("unknown"));
    Session session =
        new Session(
            client,
            settings(info),
            options.seed(),
            store,
            options.restart(),
            transcript,
            redaction);
    try {
      for (Check check : Checks.all()) {
        if (check.applies().test(revision) && options.selection().includes(check)) {
          run(check, session, revision);
        }
      }
    } finally {
      session.leftovers().forEach(thing -> leftovers.add(redaction.apply(thing)));
    }
  }

  private void run(Check check, Session session, ApiRevision revision) throws InterruptedException {
    report.checking(revision, check);
    long start = System.nanoTime();
    Outcome outcome = clean(outcome(check, session));
    Duration time = Duration.ofNanos(System.nanoTime() - start);
    if (Thread.interrupted()) {
      throw new InterruptedException("stopped during " + check.id());
    }
    switch (outcome) {
      case Outcome.Pass _ -> passed++;
      case Outcome.Warn _ -> warned++;
      case Outcome.Fail _ -> failed++;
      case Outcome.Skip _ -> skipped++;
    }
    report.checked(revision, check, outcome, time);
  }

  /** Runs a check. A fault in the check itself fails the check and must not end the run. */
  private static Outcome outcome(Check check, Session session) throws InterruptedException {
    try {
      return check.run(session);
    } catch (RuntimeException e) {
      return new Outcome.Fail("the check itself is at fault: " + e, List.of());
    }
  }

  private SanitySettings settings(Optional<DriverInfo> info) {
    List<StorageProtocol> served = info.map(DriverInfo::protocols).orElse(List.of());
    StorageProtocol wanted = options.tried().orElse(StorageProtocol.S3);
    StorageProtocol protocol =
        options
            .protocol()
            .orElse(served.isEmpty() || served.contains(wanted) ? wanted : served.getFirst());
    return new SanitySettings(
        options.parameters(),
        options.otherParameters(),
        options.accessParameters(),
        protocol,
        options.concurrency(),
        options.timeout(),
        options.settle());
  }

  private Outcome clean(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Pass(String note) -> new Outcome.Pass(redaction.apply(note));
      case Outcome.Warn(String reason) -> new Outcome.Warn(redaction.apply(reason));
      case Outcome.Skip(String reason) -> new Outcome.Skip(redaction.apply(reason));
      case Outcome.Fail(String reason, List<RecordedCall> exchanges) ->
          new Outcome.Fail(redaction.apply(reason), exchanges.stream().map(this::clean).toList());
    };
  }

  private RecordedCall clean(RecordedCall exchange) {
    return new RecordedCall(
        exchange.method(),
        redaction.apply(exchange.sent()),
        exchange.code(),
        redaction.apply(exchange.received()),
        exchange.details(),
        exchange.time());
  }
}
