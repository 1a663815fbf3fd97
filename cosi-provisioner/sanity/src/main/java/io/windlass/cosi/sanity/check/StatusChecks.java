package io.windlass.cosi.sanity.check;

import io.grpc.Status;
import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Ended;
import io.windlass.cosi.sanity.trial.Outcome;
import io.windlass.cosi.sanity.trial.Rule;
import io.windlass.cosi.sanity.trial.Trial;
import io.windlass.cosi.sanity.wire.RecordedCall;
import java.util.List;
import java.util.function.Predicate;

/** Checks of every error that the driver answered in this run. They must be the last checks. */
final class StatusChecks {
  private StatusChecks() {}

  static List<Check> all() {
    return List.of(
        check(
            "status/message",
            "the status message MUST contain a human readable description of the error",
            StatusChecks::message),
        check("status/details", "the status details MUST be empty", StatusChecks::details),
        check(
            "status/no-secrets",
            "it is NOT RECOMMENDED to include any sensitive information in any status message",
            StatusChecks::noSecrets),
        check(
            "status/classified",
            "if these conditions are encountered, the plugin MUST return the associated code:"
                + " UNKNOWN and INTERNAL are for what nobody foresaw",
            StatusChecks::classified));
  }

  private static Check check(String id, String sentence, Check.Body body) {
    return Check.of(id, Rule.spec("Error Scheme", sentence), body);
  }

  /**
   * Returns the errors that certainly came from the driver. The client's own gRPC library also
   * produces the codes that are left out.
   */
  private static List<RecordedCall> errors(Trial trial) {
    List<RecordedCall> errors =
        trial.session().transcript().errors().stream()
            .filter(exchange ->
                switch (exchange.code()) {
                  case UNAVAILABLE, DEADLINE_EXCEEDED, CANCELLED, UNIMPLEMENTED -> false;
                  default -> true;
                })
            .toList();
    if (errors.isEmpty()) {
      throw trial.skipped("the driver answered no error in this run");
    }
    return errors;
  }

  private static void none(Trial trial, String what, Predicate<RecordedCall> wrong) {
    List<RecordedCall> errors = errors(trial);
    List<RecordedCall> found = errors.stream().filter(wrong).toList();
    if (!found.isEmpty()) {
      String reason = "%d of %d errors %s".formatted(found.size(), errors.size(), what);
      throw new Ended(new Outcome.Fail(reason, found.subList(0, 1)));
    }
    trial.note("%d errors", errors.size());
  }

  private static void message(Trial trial) {
    none(trial, "have no message", exchange -> exchange.received().isBlank());
  }

  private static void details(Trial trial) {
    none(trial, "have details", RecordedCall::details);
  }

  private static void noSecrets(Trial trial) {
    none(
        trial,
        "name a secret",
        exchange -> trial.session().redaction().isNeeded(exchange.received()));
  }

  private static void classified(Trial trial) {
    List<RecordedCall> vague =
        errors(trial).stream()
            .filter(exchange ->
                exchange.code() == Status.Code.UNKNOWN || exchange.code() == Status.Code.INTERNAL)
            .toList();
    if (!vague.isEmpty()) {
      RecordedCall first = vague.getFirst();
      trial.warn(
          "%d errors were UNKNOWN or INTERNAL, the first from %s: %s",
          vague.size(), first.method(), first.received());
    }
  }
}
