package io.windlass.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessorWaitsTest {
  /** With more busy threads than processors, some have to wait however fast the machine is. */
  @Test
  void threadsWaitForProcessors() {
    AtomicBoolean over = new AtomicBoolean();
    int threads = 2 * Runtime.getRuntime().availableProcessors() + 1;
    try {
      for (int i = 0; i < threads; i++) {
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              while (!over.get()) {
                Thread.onSpinWait();
              }
            });
      }
      ProcessorWaits waits = new ProcessorWaits();
      await().atMost(Duration.ofMinutes(2)).until(() -> waits.longest().isPositive());
    } finally {
      over.set(true);
    }
  }

  @Test
  void aKernelThatDoesNotCountIsNoError(@TempDir Path empty) {
    assertThat(new ProcessorWaits(empty.resolve("absent")).longest()).isEqualTo(Duration.ZERO);
  }
}
