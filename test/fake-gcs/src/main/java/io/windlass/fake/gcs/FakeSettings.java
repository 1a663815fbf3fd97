package io.windlass.fake.gcs;

import java.time.Duration;
import java.util.Set;

/**
 * Settings for tests. By default they are those of the service: changes of access take effect late,
 * accounts and roles that were made are known late, and a name takes one write a second. Nobody
 * waits for that in real time: what comes too early is refused three times at most, as if time had
 * passed with each refusal, unless a test has set a time, and lets it pass itself.
 */
public final class FakeSettings {
  private static final Duration POLICIES = Duration.ofMinutes(2);
  private static final Duration KEYS = Duration.ofMinutes(3);
  private static final Duration WRITES = Duration.ofSeconds(1);

  /** Most refusals of what comes too early. */
  private static final int EARLY = 3;

  private volatile Duration policyPropagation = POLICIES;
  private volatile Duration keyPropagation = KEYS;
  private volatile Duration writeInterval = WRITES;
  private volatile boolean accessByHand;
  private volatile boolean writesByHand;
  private volatile int mostServiceAccounts = 100;
  private volatile int mostHmacKeys = 10;
  private volatile long rewriteAtMost = Long.MAX_VALUE;
  private volatile int operationPolls;
  private volatile Duration overwriteGap = Duration.ZERO;
  private volatile Set<Duration> softDeletes = Set.of();
  private volatile int newNamesUnknown = EARLY;
  private volatile int replicasDiffer = EARLY + 1;

  FakeSettings() {}

  /**
   * Sets how long changed bindings take to become effective: the service says typically 2 minutes,
   * potentially 7 or longer (cloud.google.com/iam/docs/access-change-propagation).
   */
  public void policiesTake(Duration time) {
    accessByHand = true;
    replicasDiffer = 0;
    policyPropagation = time;
  }

  /**
   * Sets how long a changed state of an HMAC key takes to become effective: the service says up to
   * 3 minutes (cloud.google.com/storage/docs/authentication/managing-hmackeys).
   */
  public void keyStatesTake(Duration time) {
    accessByHand = true;
    replicasDiffer = 0;
    keyPropagation = time;
  }

  /**
   * Sets the least time between two writes to one name; an earlier write gets 429. The service says
   * one second (cloud.google.com/storage/quotas#objects).
   */
  public void writesNeed(Duration time) {
    writesByHand = true;
    writeInterval = time;
  }

  void accessAtOnce() {
    policyPropagation = Duration.ZERO;
    keyPropagation = Duration.ZERO;
    newNamesUnknown = 0;
    replicasDiffer = 0;
  }

  void writesAtAnyRate() {
    writeInterval = Duration.ZERO;
  }

  /** Returns how much earlier a change takes effect because of a request that came before. */
  Duration passing(Duration late) {
    return accessByHand ? Duration.ZERO : step(late);
  }

  /** Returns how much earlier a name takes a write because of one that came too early. */
  Duration passingWrites() {
    return writesByHand ? Duration.ZERO : step(writeInterval);
  }

  private static Duration step(Duration time) {
    return time.dividedBy(EARLY).plusNanos(1);
  }

  /**
   * Sets how long before an overwrite the replaced generation becomes noncurrent. No page says that
   * both times are the same (cloud.google.com/storage/docs/json_api/v1/objects#resource).
   */
  public void overwritesLeave(Duration gap) {
    overwriteGap = gap;
  }

  /**
   * Sets how often each part of the service does not know a service account or role that was just
   * made.
   */
  public void newNamesAreUnknown(int times) {
    newNamesUnknown = times;
  }

  /**
   * Sets how many requests to which a changed policy or state of a key makes a difference are, when
   * that is effective, answered by two replicas in turn, of which one knows the old state ({@link
   * Replicas}). Where a test has set a time, it is none until the test says it here.
   */
  public void replicasDiffer(int requests) {
    replicasDiffer = requests;
  }

  int replicasDiffer() {
    return replicasDiffer;
  }

  int newNamesUnknown() {
    return newNamesUnknown;
  }

  /**
   * Sets which soft deletes the organisation permits: constraints/storage.softDeletePolicySeconds
   * of cloud.google.com/storage/docs/org-policy-constraints. None: it has no such constraint.
   */
  public void softDeletesAre(Duration... permitted) {
    softDeletes = Set.of(permitted);
  }

  /**
   * Refuses what the organisation does not permit. The words are those of
   * discuss.google.dev/t/175999, the status and reason those of
   * github.com/canada-ca/cloud-guardrails-gcp/issues/11.
   */
  void requireSoftDelete(long seconds) {
    if (!softDeletes.isEmpty() && !softDeletes.contains(Duration.ofSeconds(seconds))) {
      throw Refusal.of(
          412,
          "conditionNotMet",
          "%d violates constraint constraints/storage.softDeletePolicySeconds".formatted(seconds));
    }
  }

  /** cloud.google.com/iam/quotas: 100 a project. */
  public void serviceAccountsAtMost(int most) {
    mostServiceAccounts = most;
  }

  /** cloud.google.com/storage/docs/authentication/hmackeys#restrictions: 10 an account. */
  public void hmacKeysAtMost(int most) {
    mostHmacKeys = most;
  }

  /** Sets how many bytes a call to rewrite copies; larger objects need several calls. */
  public void rewriteAtMost(long bytes) {
    rewriteAtMost = bytes;
  }

  /** Sets how many polls a long-running operation takes. */
  public void operationsTake(int polls) {
    operationPolls = polls;
  }

  Duration policyPropagation() {
    return policyPropagation;
  }

  Duration keyPropagation() {
    return keyPropagation;
  }

  Duration writeInterval() {
    return writeInterval;
  }

  Duration overwriteGap() {
    return overwriteGap;
  }

  int mostServiceAccounts() {
    return mostServiceAccounts;
  }

  int mostHmacKeys() {
    return mostHmacKeys;
  }

  long rewriteAtMost() {
    return rewriteAtMost;
  }

  int operationPolls() {
    return operationPolls;
  }
}
