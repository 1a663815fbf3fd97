package io.windlass.cosi.sanity;

import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Outcome;
import io.windlass.cosi.sanity.wire.ApiRevision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Keeps what it is told. */
final class Recorder implements Report {
  record Result(ApiRevision revision, Check check, Outcome outcome) {}

  private final List<Result> results = new ArrayList<>();
  private final Map<String, Runnable> after = new HashMap<>();
  private Consumer<Check> before = _ -> {};

  /** Does something before each check. */
  void before(Consumer<Check> action) {
    before = action;
  }

  /** Does something once a check is over. */
  void after(String check, Runnable action) {
    after.put(check, action);
  }

  List<Result> results() {
    return results;
  }

  /** Ids of the checks with this outcome. */
  List<String> results(Class<? extends Outcome> kind) {
    return results.stream()
        .filter(result -> kind.isInstance(result.outcome()))
        .map(result -> result.check().id())
        .toList();
  }

  /** Checks that failed, with the reason, to be read when there should be none. */
  List<String> failed() {
    return results.stream()
        .filter(result -> result.outcome() instanceof Outcome.Fail)
        .map(result -> result.check().id() + ": " + result.outcome())
        .toList();
  }

  @Override
  public void started(SanityOptions options, List<String> notes) {}

  @Override
  public void revision(ApiRevision revision, String driver) {}

  @Override
  public void checking(ApiRevision revision, Check check) {
    before.accept(check);
  }

  @Override
  public void checked(ApiRevision revision, Check check, Outcome outcome, Duration time) {
    results.add(new Result(revision, check, outcome));
    after.getOrDefault(check.id(), () -> {}).run();
  }

  @Override
  public void finished(Summary summary) {}
}
