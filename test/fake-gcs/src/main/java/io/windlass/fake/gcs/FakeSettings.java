package io.windlass.fake.gcs;

import java.time.Duration;

/** Settings for tests; by default changes are effective at once, and nothing is limited. */
public final class FakeSettings {
  private volatile Duration policyPropagation = Duration.ZERO;
  private volatile Duration keyPropagation = Duration.ZERO;
  private volatile Duration writeInterval = Duration.ZERO;
  private volatile int mostServiceAccounts = 100;
  private volatile int mostHmacKeys = 10;
  private volatile long rewriteAtMost = Long.MAX_VALUE;
  private volatile int operationPolls;
  private volatile Duration overwriteGap = Duration.ZERO;

  FakeSettings() {}

  /**
   * Sets how long changed bindings take to become effective: the service says typically 2 minutes,
   * potentially 7 or longer (cloud.google.com/iam/docs/access-change-propagation).
   */
  public void policiesTake(Duration time) {
    policyPropagation = time;
  }

  /**
   * Sets how long a changed state of an HMAC key takes to become effective: the service says up to
   * 3 minutes (cloud.google.com/storage/docs/authentication/managing-hmackeys).
   */
  public void keyStatesTake(Duration time) {
    keyPropagation = time;
  }

  /**
   * Sets the least time between two writes to one name; an earlier write gets 429. The service says
   * one second (cloud.google.com/storage/quotas#objects).
   */
  public void writesNeed(Duration time) {
    writeInterval = time;
  }

  /**
   * Sets how long before an overwrite the replaced generation becomes noncurrent. No page says that
   * both times are the same (cloud.google.com/storage/docs/json_api/v1/objects#resource).
   */
  public void overwritesLeave(Duration gap) {
    overwriteGap = gap;
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
