package io.windlass.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class PatienceExtensionTest {
  @Test
  void aWaitThatStatesNoLimitIsPatient() {
    AtomicLong millis = new AtomicLong();

    await()
        .conditionEvaluationListener(condition -> millis.set(condition.getRemainingTimeInMS()))
        .until(() -> true);

    assertThat(millis.get()).as("what was left of the limit").isGreaterThan(60_000);
  }
}
