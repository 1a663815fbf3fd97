package io.windlass.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class OwnerTest {
  private final Owner self = Owner.current("node:/run/a.sock");

  @Test
  void succeedsItselfAndADeadPredecessorAtItsPlace() throws IOException, InterruptedException {
    Process process = new ProcessBuilder("true").start();
    Instant started = process.info().startInstant().orElse(Instant.EPOCH);
    Owner dead = new Owner(self.place(), process.pid(), started);
    process.waitFor();
    assertThat(self.succeeds(self)).isTrue();
    assertThat(self.succeeds(dead)).isTrue();
  }

  @Test
  void succeedsAPredecessorThatHadTheSamePidAsInAContainer() {
    Owner before = new Owner(self.place(), self.pid(), self.started().minusMillis(300));
    assertThat(self.succeeds(before)).isTrue();
  }

  @Test
  void succeedsNobodyElsewhere() {
    assertThat(self.succeeds(new Owner("other:/run/a.sock", 1, Instant.EPOCH))).isFalse();
  }

  @Test
  void doesNotSucceedAPredecessorThatIsStillEndingItsCalls() throws IOException {
    Process process = new ProcessBuilder("sleep", "600").start();
    try {
      Owner running =
          new Owner(self.place(), process.pid(), process.info().startInstant().orElseThrow());
      assertThat(self.succeeds(running)).isFalse();
      Owner pidTakenByAnother =
          new Owner(self.place(), process.pid(), running.started().minusSeconds(3600));
      assertThat(self.succeeds(pidTakenByAnother)).isTrue();
    } finally {
      process.destroyForcibly();
    }
  }
}
