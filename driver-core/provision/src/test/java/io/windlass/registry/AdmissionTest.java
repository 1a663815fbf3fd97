package io.windlass.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.windlass.error.DriverException;
import io.windlass.registry.BucketRecord.Origin;
import io.windlass.registry.BucketRecord.State;
import io.windlass.store.ListOptions;
import io.windlass.store.memory.MemoryBackend;
import io.windlass.testing.FakeForgetful;
import io.windlass.testing.FakeForgetful.Loss;
import io.windlass.trial.ServerTrial;
import io.windlass.trial.ServerTrial.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class AdmissionTest {
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final List<ServerTrial> FIT =
      List.of(ServerTrial.holds(Subject.WRITES, "it holds"));
  private static final List<ServerTrial> UNFIT =
      List.of(ServerTrial.broken(Subject.WRITES, "it forgets", "do not use it"));
  private static final BucketRecord RECORD =
      new BucketRecord(State.CREATING, Origin.CREATED, Fingerprint.of(Map.of()));

  private final AtomicLong clock = new AtomicLong();
  private final AtomicInteger runs = new AtomicInteger();

  private Admission admission(Admission.Source source) {
    return Admission.by(
        "store",
        () -> {
          runs.incrementAndGet();
          return source.run();
        },
        LONG,
        clock::get);
  }

  @Test
  void aServerThatIsFitIsTriedOnce() {
    Admission admission = admission(() -> Optional.of(FIT));
    admission.toRead();
    admission.toWrite();
    admission.look();
    assertThat(admission.refusal()).isEmpty();
    assertThat(runs).hasValue(1);
  }

  @Test
  void aServerThatIsNotFitIsRefusedAndTriedAgainLater() {
    AtomicInteger mended = new AtomicInteger();
    Admission admission = admission(() -> Optional.of(mended.get() == 0 ? UNFIT : FIT));
    assertRefused(admission::toRead);
    assertRefused(admission::toWrite);
    admission.look();
    assertThat(runs).hasValue(1);
    assertThat(admission.refusal())
        .contains("backend store is not used: it forgets; do not use it");

    mended.set(1);
    clock.addAndGet(Admission.PAUSE.toNanos());
    admission.toRead();
    assertThat(admission.refusal()).isEmpty();
    assertThat(runs).hasValue(2);
  }

  private static void assertRefused(ThrowingCallable call) {
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(call)
        .withMessageContaining("it forgets");
  }

  @Test
  void aServerThatCannotBeReachedIsTriedByTheNextCall() {
    Admission admission =
        admission(() -> {
          if (runs.get() == 1) {
            throw new DriverException.Unavailable("it is away", null);
          }
          return Optional.of(FIT);
        });
    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(admission::toRead)
        .withMessage("it is away");
    assertThat(admission.refusal()).isEmpty();
    admission.look();
    assertThat(runs).as("in the background it waits").hasValue(1);
    admission.toRead();
    assertThat(runs).hasValue(2);
  }

  @Test
  void itIsNeverTriedTwiceAtOnceAndCallsWaitNotForLong() {
    CountDownLatch silence = new CountDownLatch(1);
    Admission impatient =
        Admission.by(
            "store",
            () -> {
              runs.incrementAndGet();
              awaitThe(silence);
              return Optional.of(FIT);
            },
            Duration.ofMillis(1),
            clock::get);
    impatient.look();
    impatient.look();
    for (int call = 0; call < 3; call++) {
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(impatient::toWrite)
          .withMessageContaining("still being tried");
    }
    silence.countDown();
    await().untilAsserted(() -> assertThatCode(impatient::toWrite).doesNotThrowAnyException());
    assertThat(runs).hasValue(1);
  }

  private static void awaitThe(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void withoutABucketThereIsNothingToReadAndNothingIsWrittenUntried() {
    Admission admission = admission(() -> runs.get() < 3 ? Optional.empty() : Optional.of(UNFIT));
    admission.toRead();
    admission.toRead();
    assertThat(runs).as("it is not looked for at each reading").hasValue(1);
    assertRefused(admission::toWrite);
    assertThat(runs).hasValue(3);
  }

  @Test
  void onAServerThatForgetsNoRecordIsWritten() {
    MemoryBackend memory = new MemoryBackend();
    RegistryBucket bucket =
        new RegistryBucket(FakeForgetful.over(memory, Loss.PUT_IF_ABSENT), "registry", true);
    Registry registry = new Registry(bucket, Admission.to(bucket), Owner.current("test:/a.sock"));
    assertThat(registry.find(RecordKind.BUCKETS, "b")).isEmpty();
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> registry.claimNew(RecordKind.BUCKETS, "b", RECORD))
        .withMessageContaining("backend memory is not used: conditional writes are not atomic");
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> registry.find(RecordKind.BUCKETS, "b"));
    assertThat(memory.objects("registry").list(ListOptions.prefix(""), Optional.empty()).items())
        .isEmpty();
  }

  @Test
  void onAServerThatKeepsConditionsRecordsAreWritten() {
    RegistryBucket bucket = new RegistryBucket(new MemoryBackend(), "registry", true);
    Registry registry = new Registry(bucket, Admission.to(bucket), Owner.current("test:/a.sock"));
    registry.claimNew(RecordKind.BUCKETS, "b", RECORD);
    assertThat(registry.ids(RecordKind.BUCKETS, Optional.empty()).items()).containsExactly("b");
  }
}
