package io.windlass.fs.upload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class UploadWindowTest {
  private static final Duration AT_ONCE = Duration.ZERO;
  private static final Duration QUICKLY = Duration.ofMillis(10);
  private static final Duration SLOWLY = Duration.ofSeconds(5);
  private static final long FILE = 1 << 20;

  private final UploadWindow window = new UploadWindow();

  @Test
  void atFirstItLetsInWhatASlowNetworkTakes() throws InterruptedException {
    assertThat(window.tryEnter(FILE, AT_ONCE)).isTrue();
    assertThat(window.tryEnter(FILE, AT_ONCE)).as("two, with what goes with them").isFalse();
    assertThat(window.tryEnter(FILE / 2, AT_ONCE)).isTrue();
    window.leave(FILE);
    assertThat(window.tryEnter(FILE, AT_ONCE)).isTrue();
  }

  @Test
  void oneIsLetInHoweverLargeItIs() throws InterruptedException {
    assertThat(window.tryEnter(2 * UploadWindow.LEAST, AT_ONCE)).isTrue();
    assertThat(window.tryEnter(1, AT_ONCE)).isFalse();
  }

  @Test
  void itOpensWhileAnswersToThoseWhoFillItComeQuickly() throws InterruptedException {
    assertThat(window.tryEnter(FILE, AT_ONCE)).isTrue();
    window.answered(FILE, QUICKLY);
    assertThat(window.bytes()).isGreaterThanOrEqualTo(UploadWindow.LEAST + FILE);
    window.leave(FILE);
    long open = window.bytes();
    assertThat(window.tryEnter(10, AT_ONCE)).isTrue();
    window.answered(10, QUICKLY);
    assertThat(window.bytes()).as("after one that is far from filling it").isEqualTo(open);
  }

  @Test
  void itStaysWithinBounds() throws InterruptedException {
    assertThat(window.tryEnter(UploadWindow.MOST, AT_ONCE)).isTrue();
    window.answered(UploadWindow.MOST, QUICKLY);
    window.answered(UploadWindow.MOST, QUICKLY);
    assertThat(window.bytes()).isEqualTo(UploadWindow.MOST);
    for (int i = 0; i < 20; i++) {
      window.answered(UploadWindow.MOST, SLOWLY);
    }
    assertThat(window.bytes()).isEqualTo(UploadWindow.LEAST);
  }
}
