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
  /**
   * A policy that was set.
   *
   * @param hurried how much earlier it takes effect
   */
  private record Change(IamPolicy policy, Instant since, Duration hurried) {
    static Change of(IamPolicy policy, Instant since) {
      return new Change(policy, since, Duration.ZERO);
    }

    boolean isEffective(Instant now, Duration delay) {
      return since.equals(Instant.MIN) || !since.plus(delay).minus(hurried).isAfter(now);
    }
  }

  private final List<Change> all = new ArrayList<>();
  private long changes = 1;
  private final Replicas replicas = new Replicas();

  PolicyHistory(IamPolicy first) {
    all.add(Change.of(first, Instant.MIN));
  }

  IamPolicy current() {
    return all.getLast().policy();
  }

  /** Returns the policy in effect. */
  IamPolicy effective(Instant now, Duration delay) {
    return all.reversed().stream()
        .filter(each -> each.isEffective(now, delay))
        .map(Change::policy)
        .findFirst()
        .orElseThrow();
  }

  String etag() {
    return Etags.of(changes);
  }

  /** Lets all changes so far take effect earlier. */
  void hurry(Duration time) {
    all.replaceAll(each -> new Change(each.policy(), each.since(), each.hurried().plus(time)));
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
    replicas.changed(differing);
    all.add(Change.of(policy, now));
    changes++;
  }

  /** Sets a policy that takes effect at once, for preparations of tests. */
  void setAtOnce(IamPolicy policy) {
    all.clear();
    all.add(Change.of(policy, Instant.MIN));
    changes++;
  }

  /** Renames members everywhere, at once. */
  void rename(UnaryOperator<String> member) {
    all.replaceAll(each -> new Change(each.policy().renamed(member), each.since(), each.hurried()));
  }
}
