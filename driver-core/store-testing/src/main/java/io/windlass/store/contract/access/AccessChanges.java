package io.windlass.store.contract.access;

import static org.awaitility.Awaitility.await;

import io.windlass.access.Credential;
import io.windlass.access.Principal;
import io.windlass.backend.Backend;
import io.windlass.backend.Timing;
import io.windlass.error.DriverException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.awaitility.core.ConditionFactory;
import org.awaitility.pollinterval.IterativePollInterval;

/**
 * Waits for changes of access on a server that applies them late, as the provisioner does: it
 * repeats calls that ask for it, and believes a grant when the driver's own trials of the key have
 * succeeded. A change that the driver does not try is asserted until the assertion holds several
 * times in a row, because some parts of a server are later than others. A server whose {@link
 * Timing} says that it is never late is asked once.
 */
record AccessChanges(Backend backend) {
  private static final int IN_A_ROW = 3;

  /** More than the latest change of any cloud takes: seven minutes, of Google. */
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  private Timing timing() {
    return backend.timing();
  }

  /** Returns how long a change may take whose effect the driver does not try. */
  private Duration longest() {
    return timing().untriedEffectiveAfter();
  }

  /** Repeats a grant or a revoke while the driver says that it has to be called again. */
  <T> T made(Supplier<T> call) {
    if (longest().isZero()) {
      return call.get();
    }
    return waiting(Duration.ZERO)
        .ignoreExceptionsMatching(AccessChanges::asksForRepetition)
        .until(call::get, _ -> true);
  }

  private static boolean asksForRepetition(Throwable e) {
    return e instanceof DriverException.Unavailable || e instanceof DriverException.Aborted;
  }

  /**
   * Waits until a new key is effective. A key that ends before that is not waited for: no trial can
   * show it.
   */
  void awaitEffective(Principal principal, Credential credential) {
    Duration late = timing().grantEffectiveAfter();
    boolean ends =
        principal.expiry().filter(end -> end.isBefore(Instant.now().plus(late))).isPresent();
    if (late.isZero() || ends) {
      return;
    }
    waiting(timing().grantSettlesOver())
        .until(() -> backend.access().isEffective(principal, credential));
  }

  /** Asserts what follows from a revoke that is over for the driver. */
  void assertRevoked(Runnable assertion) {
    assertWithin(timing().revokeEffectiveAfter(), assertion);
  }

  /** Asserts what follows from a change that the driver has made, and does not try. */
  void assertChanged(Runnable assertion) {
    assertWithin(longest(), assertion);
  }

  private void assertWithin(Duration late, Runnable assertion) {
    if (late.isZero()) {
      assertion.run();
      return;
    }
    waiting(timing().grantSettlesOver())
        .untilAsserted(() -> {
          for (int i = 0; i < IN_A_ROW; i++) {
            assertion.run();
          }
        });
  }

  private static ConditionFactory waiting(Duration holding) {
    ConditionFactory waiting =
        await()
            .pollInSameThread()
            .pollDelay(Duration.ZERO)
            .pollInterval(IterativePollInterval.iterative(AccessChanges::longer, FIRST_PAUSE))
            .atMost(LIMIT);
    return holding.isPositive() ? waiting.during(holding) : waiting;
  }

  private static Duration longer(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
  }
}
