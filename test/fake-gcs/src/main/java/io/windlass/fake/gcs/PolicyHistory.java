package io.windlass.fake.gcs;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The current and former policies of one resource: a change takes effect later
 * (cloud.google.com/iam/docs/access-change-propagation).
 */
final class PolicyHistory {
  private record Change(IamPolicy policy, Instant since) {}

  private final List<Change> all = new ArrayList<>();
  private long changes = 1;
  private Duration hurried = Duration.ZERO;
  private final Replicas replicas = new Replicas();

  PolicyHistory(IamPolicy first) {
    all.add(new Change(first, Instant.MIN));
  }

  IamPolicy current() {
    return all.getLast().policy();
  }

  /** Returns the policy in effect. */
  IamPolicy effective(Instant now, Duration delay) {
    return all.reversed().stream()
        .filter(each ->
            each.since().equals(Instant.MIN)
                || !each.since().plus(delay).minus(hurried).isAfter(now))
        .map(Change::policy)
        .findFirst()
        .orElseThrow();
  }

  String etag() {
    return Etags.of(changes);
  }

  /** Lets the last change take effect earlier. */
  void hurry(Duration time) {
    hurried = hurried.plus(time);
  }

  /** Returns the policy that a late replica still has. */
  IamPolicy late() {
    return replicas.differ() && all.size() > 1 ? all.get(all.size() - 2).policy() : current();
  }

  Replicas replicas() {
    return replicas;
  }

  /**
   * Sets a policy.
   *
   * @param differing requests that replicas answer differently when it is effective
   */
  void set(IamPolicy policy, Instant now, int differing) {
    hurried = Duration.ZERO;
    replicas.changed(differing);
    all.add(new Change(policy, now));
    changes++;
  }

  /** Sets a policy that takes effect at once, for preparations of tests. */
  void setAtOnce(IamPolicy policy) {
    all.clear();
    all.add(new Change(policy, Instant.MIN));
    changes++;
  }

  /** Renames members everywhere, at once. */
  void rename(UnaryOperator<String> member) {
    all.replaceAll(each -> new Change(each.policy().renamed(member), each.since()));
  }
}
