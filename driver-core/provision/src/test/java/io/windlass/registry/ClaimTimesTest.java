package io.windlass.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimTimesTest {

  @Test
  void aClaimLastsAsLongAsCallsDemandAndHalfAMinuteAtLeast() {
    assertThat(ClaimTimes.of(Duration.ofSeconds(1)).lease()).isEqualTo(Duration.ofSeconds(30));
    assertThat(ClaimTimes.of(Duration.ofSeconds(10)).lease()).isEqualTo(Duration.ofSeconds(30));
    assertThat(ClaimTimes.of(Duration.ofSeconds(60)).lease()).isEqualTo(Duration.ofSeconds(155));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 11, 60, 600})
  void aStepEndsBeforeTheClaimAndTheClaimIsRenewedBeforeThereIsNoTimeForAStep(int seconds) {
    Duration longestCall = Duration.ofSeconds(seconds);
    ClaimTimes times = ClaimTimes.of(longestCall);
    assertThat(times.lastStep().plus(longestCall)).isLessThan(times.lease());
    assertThat(times.renewAfter()).isLessThan(times.lastStep());
  }
}
