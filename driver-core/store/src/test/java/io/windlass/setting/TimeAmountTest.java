package io.windlass.setting;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeAmountTest {
  @Test
  void everyUnitIsRead() {
    assertThat(TimeAmount.parse("500ms")).contains(Duration.ofMillis(500));
    assertThat(TimeAmount.parse("30s")).contains(Duration.ofSeconds(30));
    assertThat(TimeAmount.parse("2m")).contains(Duration.ofMinutes(2));
    assertThat(TimeAmount.parse("12h")).contains(Duration.ofHours(12));
    assertThat(TimeAmount.parse("30d")).contains(Duration.ofDays(30));
    assertThat(TimeAmount.parse("0")).contains(Duration.ZERO);
    assertThat(TimeAmount.parse("P30D")).contains(Duration.ofDays(30));
    assertThat(TimeAmount.parse("999999999d")).contains(Duration.ofDays(999_999_999));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "5", "s", "-5s", "5 s", "5S", "1.5s", "1234567890s", "P", "P1Y", "٣s"})
  void nothingElseIs(String text) {
    assertThat(TimeAmount.parse(text)).isEmpty();
  }
}
