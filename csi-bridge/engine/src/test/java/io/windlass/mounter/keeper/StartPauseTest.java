package io.windlass.mounter.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Mounters that end again and again are not started in a hot loop. */
class StartPauseTest {
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofSeconds(2);

  private final StartPause pause = new StartPause();

  private static List<Duration> millis(long... each) {
    return LongStream.of(each).mapToObj(Duration::ofMillis).toList();
  }

  @Test
  void thePausesAfterShortLivesDouble() {
    assertThat(Stream.generate(() -> pause.afterLife(SHORT)).limit(8))
        .containsExactlyElementsOf(millis(0, 0, 0, 500, 1_000, 2_000, 2_000, 2_000));
    assertThat(pause.ends()).isEqualTo(8);
  }

  @Test
  void aLifeThatWasNotShortEndsThem() {
    Stream.generate(() -> pause.afterLife(SHORT)).limit(8).forEach(_ -> {});
    assertThat(Stream.generate(() -> pause.afterLife(LONG)).limit(3)).containsOnly(Duration.ZERO);
  }

  @Test
  void oneThatDoesNotComeUpIsStartedAfterAPauseAndEverLater() {
    assertThat(Stream.generate(pause::afterFailure).limit(9))
        .containsExactlyElementsOf(
            millis(500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000));
  }
}
