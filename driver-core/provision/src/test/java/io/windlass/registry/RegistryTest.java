package io.windlass.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.object.Content;
import io.windlass.object.ObjectReader;
import io.windlass.registry.BucketRecord.Origin;
import io.windlass.registry.BucketRecord.State;
import io.windlass.secret.Keyring;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import io.windlass.store.GetOptions;
import io.windlass.store.PutOptions;
import io.windlass.store.s3.MinioBackends;
import io.windlass.store.s3.object.S3Capabilities;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import io.windlass.testing.crash.TrapBackend;
import io.windlass.testing.crash.TrapBackend.Side;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@RealServer(MinioServer.class)
class RegistryTest {
  private static final BucketRecord CREATING =
      new BucketRecord(State.CREATING, Origin.CREATED, Fingerprint.of(Map.of("quota", "1")));
  private static final String ID = "some-bucket";

  /** A process elsewhere that is alive as far as anybody can tell. */
  private static final Owner ELSEWHERE =
      new Owner("elsewhere:/run/a.sock", 1, Instant.EPOCH, Optional.of("pod 1"));

  @TempDir Path directory;
  private final MinioServer server;
  private Backend backend;
  private String bucket;
  private Registry here;
  private Registry elsewhere;

  RegistryTest(MinioServer server) {
    this.server = server;
  }

  @BeforeEach
  void open() {
    Keyring ring = Keyring.parse(Keyring.generate());
    backend = MinioBackends.patient(server, directory, () -> ring);
    bucket = UniqueName.of("registry");
    here = registry(Owner.current("here:/run/a.sock"));
    elsewhere = registry(ELSEWHERE);
  }

  @AfterEach
  void close() {
    backend.close();
  }

  private Registry registry(Owner owner) {
    return new Registry(new RegistryBucket(backend, bucket, true), owner, () -> 0);
  }

  @Test
  void thereIsNoRecordBeforeThereIsABucket() {
    assertThat(here.find(RecordKind.BUCKETS, ID)).isEmpty();
    assertThat(here.ids(RecordKind.BUCKETS, Optional.empty()).items()).isEmpty();
  }

  @Test
  void aRecordIsWhatWasWritten() {
    here.claimNew(RecordKind.BUCKETS, ID, CREATING).complete(CREATING.in(State.READY));
    Entry<BucketRecord> found = elsewhere.find(RecordKind.BUCKETS, ID).orElseThrow();
    assertThat(found.value()).isEqualTo(CREATING.in(State.READY));
    assertThat(found.claim()).isEmpty();
    assertThat(found.changed())
        .as("whenever it is read")
        .isEqualTo(backend.objects(bucket).head("buckets/" + ID).lastModified());
    assertThat(here.ids(RecordKind.BUCKETS, Optional.empty()).items()).containsExactly(ID);
  }

  @Test
  void idsMayHoldAnything() {
    String odd = "a/b c%2F+ü";
    here.insert(RecordKind.BUCKETS, odd, CREATING);
    assertThat(here.find(RecordKind.BUCKETS, odd)).isPresent();
    assertThat(here.ids(RecordKind.BUCKETS, Optional.empty()).items()).containsExactly(odd);
  }

  @Test
  void aClaimKeepsOthersAwayAndSaysWhoHasIt() {
    elsewhere.claimNew(RecordKind.BUCKETS, ID, CREATING);
    Entry<BucketRecord> found = here.find(RecordKind.BUCKETS, ID).orElseThrow();
    assertThat(found.claim()).contains(ELSEWHERE);
    assertThatExceptionOfType(DriverException.Aborted.class)
        .isThrownBy(() -> here.claim(found, CREATING))
        .withMessageContaining("elsewhere:/run/a.sock");
  }

  /** Its owner may be a driver for which calls take longer. */
  @Test
  void aClaimKeepsOthersAwayForAsLongAsItSays() {
    elsewhere.claimNew(RecordKind.BUCKETS, ID, CREATING);
    String claimed = text();
    String lease = ClaimTimes.of(backend.timing().longestCall()).lease().toString();
    assertThat(claimed).contains("\"lease\":\"" + lease + "\"");

    put(claimed.replace(lease, "PT0S"));
    Entry<BucketRecord> over = here.find(RecordKind.BUCKETS, ID).orElseThrow();
    here.claim(over, CREATING);

    put(claimed);
    Entry<BucketRecord> held = here.find(RecordKind.BUCKETS, ID).orElseThrow();
    assertThatExceptionOfType(DriverException.Aborted.class)
        .isThrownBy(() -> here.claim(aged(held, held.lease().minusSeconds(1)), CREATING));
    here.claim(aged(held, held.lease()), CREATING);
  }

  private static Entry<BucketRecord> aged(Entry<BucketRecord> entry, Duration age) {
    return new Entry<>(
        entry.kind(),
        entry.id(),
        entry.value(),
        entry.claim(),
        entry.lease(),
        entry.revision(),
        entry.version(),
        entry.older(),
        entry.changed(),
        age);
  }

  @Test
  void aClaimThatWasLeftBehindHereIsTakenOverAtOnce() {
    here.claimNew(RecordKind.BUCKETS, ID, CREATING);
    Entry<BucketRecord> found = here.find(RecordKind.BUCKETS, ID).orElseThrow();
    here.claim(found, CREATING).complete(CREATING.in(State.READY));
    assertThat(here.find(RecordKind.BUCKETS, ID).orElseThrow().value().state())
        .isEqualTo(State.READY);
  }

  @Test
  void whoeverWasOvertakenCanWriteAndRemoveNothing() {
    Lease<BucketRecord> slow = here.claimNew(RecordKind.BUCKETS, ID, CREATING);
    Entry<BucketRecord> found = here.find(RecordKind.BUCKETS, ID).orElseThrow();
    Lease<BucketRecord> fast = here.claim(found, CREATING);
    assertThatExceptionOfType(DriverException.Aborted.class)
        .isThrownBy(() -> slow.record(CREATING.in(State.READY)));
    slow.remove();
    assertThat(here.find(RecordKind.BUCKETS, ID)).isPresent();
    fast.complete(CREATING.in(State.READY));
    assertThat(here.find(RecordKind.BUCKETS, ID).orElseThrow().value().state())
        .isEqualTo(State.READY);
  }

  @Test
  void whatIsRemovedLeavesNothingBehind() {
    Lease<BucketRecord> lease = here.claimNew(RecordKind.BUCKETS, ID, CREATING);
    lease.record(CREATING.in(State.READY));
    lease.record(CREATING.in(State.DELETING));
    lease.remove();
    assertThat(here.find(RecordKind.BUCKETS, ID)).isEmpty();
    assertThat(backend.objects(bucket).versions().orElseThrow().list("", Optional.empty()).items())
        .isEmpty();
    here.insert(RecordKind.BUCKETS, ID, CREATING);
    assertThat(here.find(RecordKind.BUCKETS, ID)).isPresent();
  }

  /** A registry of a time when the driver needed versions there. */
  @Test
  void whatIsRemovedLeavesNoVersionsWhereDeletesHaveConditionsEither() {
    Set<Feature> features = EnumSet.copyOf(backend.capabilities().features());
    features.add(Feature.DELETE_IF_MATCH);
    Capabilities deletes = S3Capabilities.with(features);
    Backend conditional =
        (Backend)
            Proxy.newProxyInstance(
                Backend.class.getClassLoader(),
                new Class<?>[] {Backend.class},
                (_, method, arguments) ->
                    method.getName().equals("capabilities")
                        ? deletes
                        : method.invoke(backend, arguments));
    here.claimNew(RecordKind.BUCKETS, "other", CREATING).remove();
    Registry registry =
        new Registry(new RegistryBucket(conditional, bucket, true), Owner.current("x"), () -> 0);
    Lease<BucketRecord> lease = registry.claimNew(RecordKind.BUCKETS, ID, CREATING);
    lease.record(CREATING.in(State.READY));
    lease.remove();
    assertThat(backend.objects(bucket).versions().orElseThrow().list("", Optional.empty()).items())
        .isEmpty();
  }

  @Test
  void removingARecordTakesNoMoreRequestsTheOftenerItWasWritten() {
    assertThat(requestsToRemove(12)).as("older versions, then the newest").isEqualTo(2);
    assertThat(requestsToRemove(2)).isEqualTo(2);
  }

  @Test
  void whatWasWrittenHereIsClaimedUnreadUntilSomebodyElseChangesIt() {
    BucketRecord ready = CREATING.in(State.READY);
    Function<BucketRecord, Optional<BucketRecord>> delete =
        record -> Optional.of(record.in(State.DELETING));
    assertThat(here.claimWritten(RecordKind.BUCKETS, ID, delete)).as("nothing written").isEmpty();
    Lease<BucketRecord> lease = here.claimNew(RecordKind.BUCKETS, ID, CREATING);
    assertThat(here.claimWritten(RecordKind.BUCKETS, ID, delete)).as("claimed").isEmpty();
    lease.complete(ready);
    assertThat(here.claimWritten(RecordKind.BUCKETS, ID, _ -> Optional.empty())).isEmpty();
    here.claimWritten(RecordKind.BUCKETS, ID, delete).orElseThrow().complete(ready);
    Entry<BucketRecord> seen = elsewhere.find(RecordKind.BUCKETS, ID).orElseThrow();
    elsewhere.claim(seen, ready).complete(ready);
    assertThat(here.claimWritten(RecordKind.BUCKETS, ID, delete)).as("changed since").isEmpty();
    Entry<BucketRecord> found = here.find(RecordKind.BUCKETS, ID).orElseThrow();
    assertThat(found.claim()).isEmpty();
    here.claim(found, ready).complete(ready);
    here.claimWritten(RecordKind.BUCKETS, ID, delete).orElseThrow().remove();
    assertThat(here.claimWritten(RecordKind.BUCKETS, ID, delete)).as("removed").isEmpty();
    assertThat(backend.objects(bucket).versions().orElseThrow().list("", Optional.empty()).items())
        .isEmpty();
  }

  private int requestsToRemove(int writes) {
    TrapBackend counting = TrapBackend.pausing(Integer.MAX_VALUE, Side.BEFORE, () -> {});
    Registry counted =
        new Registry(
            new RegistryBucket(counting.over(backend), bucket, true),
            Owner.current("here:/run/a.sock"));
    Lease<BucketRecord> lease = counted.claimNew(RecordKind.BUCKETS, ID, CREATING);
    for (int write = 1; write < writes; write++) {
      lease.record(CREATING);
    }
    int before = counting.calls();
    lease.remove();
    return counting.calls() - before;
  }

  @Test
  void ofManyWhoMakeARecordAtOnceOneWins() throws InterruptedException, ExecutionException {
    int rivals = 16;
    CountDownLatch start = new CountDownLatch(1);
    List<Future<Boolean>> attempts = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < rivals; i++) {
        attempts.add(
            threads.submit(() -> {
              start.await();
              try {
                here.claimNew(RecordKind.BUCKETS, ID, CREATING);
                return true;
              } catch (DriverException.Aborted e) {
                return false;
              }
            }));
      }
      start.countDown();
      int winners = 0;
      for (Future<Boolean> attempt : attempts) {
        winners += attempt.get() ? 1 : 0;
      }
      assertThat(winners).isEqualTo(1);
    }
  }

  @Test
  void aRecordOfANewerDriverIsNotTouched() {
    here.insert(RecordKind.BUCKETS, ID, CREATING);
    put("{\"format\":3,\"nonce\":\"x\",\"value\":{}}");
    assertThatExceptionOfType(DriverException.Unexpected.class)
        .isThrownBy(() -> here.find(RecordKind.BUCKETS, ID))
        .withMessageContaining("upgrade this one");
  }

  @Test
  void aRecordThatIsNoneIsReportedByItsName() {
    here.insert(RecordKind.BUCKETS, ID, CREATING);
    put("not json");
    assertThatExceptionOfType(DriverException.Unexpected.class)
        .isThrownBy(() -> here.find(RecordKind.BUCKETS, ID))
        .withMessageContaining("buckets/" + ID);
  }

  @Test
  void aBucketWhoseMakerDiedBeforeItKeptVersionsKeepsThem() {
    backend.buckets().create(bucket, BucketSettings.DEFAULT);
    here.claimNew(RecordKind.BUCKETS, ID, CREATING).remove();
    assertThat(here.find(RecordKind.BUCKETS, ID)).isEmpty();
    assertThat(backend.objects(bucket).versions().orElseThrow().list("", Optional.empty()).items())
        .isEmpty();
  }

  /** What is made later of a bucket that was lost would be nobody's. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void aBucketThatWasMadeAndIsNotKnownYetIsNotLost(int late) {
    RegistryBucket made = new RegistryBucket(FakeLate.over(backend, late), bucket, true);
    Registry registry = new Registry(made, Owner.current("here:/run/a.sock"), () -> 0);
    for (int refused = 1; refused < late; refused += 2) {
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(() -> registry.insert(RecordKind.BUCKETS, ID, CREATING))
          .withMessageContaining("does not know it yet");
    }
    registry.insert(RecordKind.BUCKETS, ID, CREATING);
    assertThat(here.find(RecordKind.BUCKETS, ID)).isPresent();
    assertThat(made.loss()).isEmpty();
    assertThat(made.isLost()).isFalse();
  }

  /** A mark of a loss would stay, and every delete of what has no record would be refused. */
  @Test
  void aBucketThatIsKnownByTurnsIsNotMarkedAsLost() {
    RegistryBucket made =
        new RegistryBucket(
            FakeLate.over(backend, List.of(false, false), List.of(true, false)), bucket, true);
    Registry registry = new Registry(made, Owner.current("here:/run/a.sock"), () -> 0);
    registry.insert(RecordKind.BUCKETS, ID, CREATING);
    registry.insert(RecordKind.BUCKETS, "other", CREATING);
    assertThat(here.find(RecordKind.BUCKETS, "other")).isPresent();
    assertThat(made.loss()).isEmpty();
    assertThat(made.isLost()).isFalse();
  }

  /** Who deletes it would answer OK, and leave it. */
  @ParameterizedTest
  @MethodSource
  void whatIsRecordedIsNotSaidToHaveNoRecordByAnAnswerThatDoesNotKnowTheBucket(
      List<Boolean> buckets, List<Boolean> objects) {
    Registry registry =
        new Registry(
            new RegistryBucket(FakeLate.over(backend, buckets, objects), bucket, true),
            Owner.current("here:/run/a.sock"),
            () -> 0);
    registry.insert(RecordKind.BUCKETS, ID, CREATING);
    assertThatExceptionOfType(DriverException.class)
        .isThrownBy(() -> {
          if (registry.find(RecordKind.BUCKETS, ID).isEmpty()) {
            registry.requireKept(RecordKind.BUCKETS, ID, "bucket " + ID, true);
          }
        })
        .matches(late -> late.kind().isRetryable());
    assertThat(registry.find(RecordKind.BUCKETS, ID)).isPresent();
  }

  static Stream<Arguments>
      whatIsRecordedIsNotSaidToHaveNoRecordByAnAnswerThatDoesNotKnowTheBucket() {
    return Stream.of(
        Arguments.of(List.of(true), List.of(true, false, false)),
        Arguments.of(List.of(false, true), List.of(true, false)));
  }

  /** It was looked for while another call made the bucket: it has no record all the same. */
  @Test
  void whatWasNeverRecordedIsNoneWhileAnotherCallMakesTheBucket() {
    assertThat(here.find(RecordKind.BUCKETS, "other")).isEmpty();
    here.insert(RecordKind.BUCKETS, ID, CREATING);
    here.requireKept(RecordKind.BUCKETS, "other", "bucket other", false);
    assertThatExceptionOfType(DriverException.Aborted.class)
        .isThrownBy(() -> here.requireKept(RecordKind.BUCKETS, ID, "bucket " + ID, true))
        .withMessageContaining("call again");
  }

  @Test
  void whatMeetsAnAnswerWhichDoesNotKnowTheBucketIsRepeated() {
    Registry registry =
        new Registry(
            new RegistryBucket(
                FakeLate.over(backend, List.of(), List.of(true, false, true, false)), bucket, true),
            Owner.current("here:/run/a.sock"),
            () -> 0);
    Lease<BucketRecord> lease = registry.claimNew(RecordKind.BUCKETS, ID, CREATING);
    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> lease.complete(CREATING.in(State.READY)));
    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> registry.requireKept(RecordKind.BUCKETS, "other", "bucket other", false));
  }

  @Test
  void aMissingBucketThatMayNotBeMadeIsSaidSo() {
    Registry strict =
        new Registry(new RegistryBucket(backend, bucket, false), Owner.current("here"));
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> strict.insert(RecordKind.BUCKETS, ID, CREATING))
        .withMessageContaining(bucket);
  }

  private String text() {
    try (ObjectReader reader = backend.objects(bucket).get("buckets/" + ID, GetOptions.ALL)) {
      return new String(reader.readAll(1 << 20), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void put(String text) {
    backend
        .objects(bucket)
        .put(
            "buckets/" + ID, Content.of(text.getBytes(StandardCharsets.UTF_8)), PutOptions.DEFAULT);
  }
}
