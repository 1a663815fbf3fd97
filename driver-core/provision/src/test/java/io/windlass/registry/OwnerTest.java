package io.windlass.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.testing.Programs;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OwnerTest {
  private static final String PLACE = "node:/run/a.sock";
  private static final Optional<String> POD = Optional.of("d2a3");

  private final Owner self = Owner.current(PLACE, Optional.empty());
  private final Owner inPod = Owner.current(PLACE, POD);

  private static Owner before(Owner successor, long pid, Instant started) {
    return new Owner(successor.place(), pid, started, successor.home());
  }

  @Test
  void succeedsItselfAndADeadPredecessorAtItsPlace() throws IOException, InterruptedException {
    Process process = Programs.process("true").start();
    Instant started = process.info().startInstant().orElse(Instant.EPOCH);
    Owner dead = before(self, process.pid(), started);
    process.waitFor();
    assertThat(self.succeeds(self)).isTrue();
    assertThat(self.succeeds(dead)).isTrue();
  }

  @Test
  void succeedsThePredecessorInItsPodAlthoughThatHadTheSamePid() {
    Owner before = before(inPod, inPod.pid(), inPod.started().minusMillis(300));
    assertThat(inPod.succeeds(before)).isTrue();
  }

  /** Two live pods of one host name, as with hostNetwork, each of whose processes is number 1. */
  @Test
  void doesNotSucceedAnotherPodWithTheSameHostNameAndPid() {
    Owner other =
        new Owner(PLACE, inPod.pid(), inPod.started().minusSeconds(60), Optional.of("pod b7"));
    assertThat(inPod.succeeds(other)).isFalse();
    Owner otherContainer =
        new Owner(PLACE, self.pid(), self.started(), Optional.of("boot 1, pid:[4026530000]"));
    assertThat(self.succeeds(otherContainer)).isFalse();
    Owner ofAnOlderDriver =
        new Owner(PLACE, self.pid(), self.started().minusSeconds(60), Optional.empty());
    assertThat(self.succeeds(ofAnOlderDriver)).isFalse();
  }

  @Test
  void succeedsNobodyAtAnotherPlace() {
    assertThat(self.succeeds(new Owner("other:/run/a.sock", 1, Instant.EPOCH, self.home())))
        .isFalse();
  }

  @Test
  void doesNotSucceedAPredecessorThatIsStillEndingItsCalls() throws IOException {
    Process process = Programs.process("sleep", "600").start();
    try {
      Owner running = before(self, process.pid(), process.info().startInstant().orElseThrow());
      assertThat(self.succeeds(running)).isFalse();
      Owner pidTakenByAnother = before(self, process.pid(), running.started().minusSeconds(3600));
      assertThat(self.succeeds(pidTakenByAnother)).isTrue();
    } finally {
      process.destroyForcibly();
    }
  }
}
