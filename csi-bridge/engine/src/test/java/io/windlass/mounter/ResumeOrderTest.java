package io.windlass.mounter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.mounter.ServiceRecord.Flag;
import io.windlass.mounter.Suspects.Standing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Suspects are resumed last, one after the other. */
class ResumeOrderTest {
  private static final Standing CLEAR = new Standing.Clear();

  @TempDir Path directory;
  private final AtomicLong now = new AtomicLong(1L << 40);
  private final ConcurrentLinkedQueue<String> resumed = new ConcurrentLinkedQueue<>();

  /** Time passes when somebody waits. */
  private final ResumeOrder order =
      new ResumeOrder(now::get, pause -> now.addAndGet(pause.toNanos()));

  private ServiceRecord record(String id) throws IOException {
    return ServiceRecord.open(Files.createDirectories(directory.resolve(id)));
  }

  /** Resumes a suspect that serves, when it is resumed, one request that came again. */
  private void resumeInnocent(ServiceRecord record, String id) {
    order.resume(
        new Standing.Suspect(record, true),
        () -> {
          resumed.add(id);
          record.began();
          record.ended();
        });
  }

  /** Resumes a suspect whose request does not end. */
  private void resumeSlow(ServiceRecord record, String id) {
    order.resume(
        new Standing.Suspect(record, true),
        () -> {
          resumed.add(id);
          record.began();
        });
  }

  @Test
  void suspectsComeLastAndWhoWasThereAtMoreDeathsLast() throws Exception {
    ServiceRecord often = record("often");
    often.died(false);
    often.died(true);
    ServiceRecord once = record("once");
    once.died(false);
    CountDownLatch slow = new CountDownLatch(1);
    resumeInnocent(often, "often");
    resumeInnocent(once, "once");
    order.resume(
        CLEAR,
        () -> {
          try {
            slow.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          resumed.add("slow");
        });
    order.resume(CLEAR, () -> resumed.add("clear"));
    order.complete();
    await().untilAsserted(() -> assertThat(resumed).containsExactly("clear"));
    slow.countDown();
    await()
        .untilAsserted(() -> assertThat(resumed).containsExactly("clear", "slow", "once", "often"));
    await().until(() -> !often.is(Flag.SUSPECT) && !once.is(Flag.SUSPECT));
    assertThat(List.of(often.deaths(), often.loneDeaths(), once.deaths())).containsOnly(0);
    assertThat(now).as("who has served its requests keeps nobody waiting").hasValue(1L << 40);
  }

  @Test
  void whoHasServedTheMostComesFirst() throws Exception {
    ServiceRecord fresh = record("new");
    ServiceRecord old = record("old");
    for (int i = 0; i < 10; i++) {
      old.began();
      old.ended();
    }
    old.began();
    old.begin(); // the request in service is forgotten, the others are not
    resumeInnocent(fresh, "new");
    resumeInnocent(old, "old");
    order.complete();
    await().untilAsserted(() -> assertThat(resumed).containsExactly("old", "new"));
    assertThat(old.inService()).isZero();
  }

  @Test
  void nobodyIsTriedBeforeAllAreThere() throws Exception {
    resumeInnocent(record("suspect"), "suspect");
    order.resume(CLEAR, () -> resumed.add("clear"));
    await().untilAsserted(() -> assertThat(resumed).containsExactly("clear"));
    order.complete();
    await().untilAsserted(() -> assertThat(resumed).containsExactly("clear", "suspect"));
  }

  /** Their server hangs: those that come after wait for all of them together only so long. */
  @Test
  void firstTrialsTakeASecondAllTogether() throws Exception {
    for (int i = 0; i < 100; i++) {
      ServiceRecord each = record("slow-" + i);
      each.died(false);
      resumeSlow(each, "slow");
    }
    ServiceRecord last = record("last");
    last.died(true);
    AtomicLong at = new AtomicLong();
    order.resume(new Standing.Suspect(last, true), () -> at.set(now.get() - (1L << 40)));
    order.complete();
    await().until(() -> at.get() > 0);
    assertThat(Duration.ofNanos(at.get()))
        .isLessThanOrEqualTo(ResumeOrder.ALL_FIRST.plusMillis(300));
  }

  @Test
  void aTrialTakesTwiceAsLongAfterEachDeathAndHasAnEnd() throws Exception {
    assertThat(trial(1)).isBetween(ResumeOrder.FIRST, ResumeOrder.FIRST.plusMillis(5));
    for (int deaths = 2; deaths < 6; deaths++) {
      Duration expected = ResumeOrder.FIRST.multipliedBy(1L << (deaths - 1));
      assertThat(trial(deaths)).isBetween(expected, expected.plusMillis(5));
    }
    assertThat(trial(20)).isBetween(ResumeOrder.ALL, ResumeOrder.ALL.plusMillis(5));
  }

  /** Returns how long a suspect that answers nothing is on trial after so many deaths. */
  private Duration trial(int deaths) throws IOException {
    ServiceRecord slow = record("slow-" + deaths);
    ServiceRecord next = record("next-" + deaths);
    for (int i = 0; i < deaths; i++) {
      slow.died(false);
      next.died(true);
    }
    AtomicLong time = new AtomicLong();
    AtomicLong end = new AtomicLong();
    ResumeOrder order = new ResumeOrder(time::get, pause -> time.addAndGet(pause.toNanos()));
    order.resume(new Standing.Suspect(next, false), () -> end.set(time.get()));
    order.resume(new Standing.Suspect(slow, true), () -> {});
    order.complete();
    await().until(() -> end.get() > 0);
    return Duration.ofNanos(end.get());
  }

  /** It is no longer suspected if its mounter lives on, although its server hangs. */
  @Test
  void whoLivesLongEnoughIsCleared() throws Exception {
    ServiceRecord slow = record("slow");
    slow.died(true);
    resumeSlow(slow, "slow");
    order.complete();
    await().until(() -> !slow.is(Flag.SUSPECT));
    assertThat(Duration.ofNanos(now.get() - (1L << 40)))
        .isBetween(Duration.ofMinutes(1), Duration.ofMinutes(2));
    assertThat(slow.is(Flag.ON_TRIAL)).isFalse();
  }
}
