package io.windlass.fake.gcs;

import java.time.Duration;

/** What a test may set; all is at once and unlimited unless it says otherwise. */
public final class FakeSettings {
  private volatile Duration policyPropagation = Duration.ZERO;
  private volatile Duration keyPropagation = Duration.ZERO;
  private volatile Duration writeInterval = Duration.ZERO;
  private volatile int mostServiceAccounts = 100;
  private volatile int mostHmacKeys = 10;
  private volatile long rewriteAtMost = Long.MAX_VALUE;
  private volatile int operationPolls;

  FakeSettings() {}

  /**
   * How long bindings and their ends take: the service says typically 2 minutes, potentially 7 or
   * longer (cloud.google.com/iam/docs/access-change-propagation).
   */
  public void policiesTake(Duration time) {
    policyPropagation = time;
  }

  /**
   * How long a changed state of an HMAC key takes: the service says up to 3 minutes
   * (cloud.google.com/storage/docs/authentication/managing-hmackeys).
   */
  public void keyStatesTake(Duration time) {
    keyPropagation = time;
  }

  /**
   * How much time has to lie between two writes to one name; a write before gets 429. The service
   * says a second (cloud.google.com/storage/quotas#objects).
   */
  public void writesNeed(Duration time) {
    writeInterval = time;
  }

  /** cloud.google.com/iam/quotas: 100 a project. */
  public void serviceAccountsAtMost(int most) {
    mostServiceAccounts = most;
  }

  /** cloud.google.com/storage/docs/authentication/hmackeys#restrictions: 10 an account. */
  public void hmacKeysAtMost(int most) {
    mostHmacKeys = most;
  }

  /** How many bytes a call to rewrite copies, so that larger objects need several. */
  public void rewriteAtMost(long bytes) {
    rewriteAtMost = bytes;
  }

  /** How often a long-running operation is asked for until it is done. */
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
