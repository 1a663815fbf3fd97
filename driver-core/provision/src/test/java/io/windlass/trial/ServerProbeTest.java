package io.windlass.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.object.Content;
import io.windlass.operation.Deadline;
import io.windlass.secret.Keyring;
import io.windlass.store.InterceptedStore;
import io.windlass.store.ListOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.StoreCall;
import io.windlass.store.memory.MemoryBackend;
import io.windlass.store.s3.MinioBackends;
import io.windlass.testing.FakeForgetful;
import io.windlass.testing.FakeForgetful.Loss;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import io.windlass.testing.crash.Crash;
import io.windlass.testing.crash.TrapBackend;
import io.windlass.testing.crash.TrapBackend.Side;
import io.windlass.trial.ServerTrial.Grade;
import io.windlass.trial.ServerTrial.Subject;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@RealServer(MinioServer.class)
class ServerProbeTest {
  private static final String BUCKET = "registry";

  /** Of objects that are left at once, whatever the clocks. */
  private static final Duration ANY_AGE = Duration.ofMinutes(-1);

  private static final Set<Subject> ALL = EnumSet.allOf(Subject.class);

  private final MemoryBackend memory = new MemoryBackend();

  @Test
  void aServerThatKeepsConditionsPasses() {
    memory.buckets().create(BUCKET, BucketSettings.DEFAULT);
    List<ServerTrial> trials = new ServerProbe(memory, BUCKET, "").run(ALL);
    assertThat(trials).extracting(ServerTrial::subject).containsExactlyInAnyOrder(Subject.values());
    assertThat(trials).extracting(ServerTrial::grade).containsOnly(Grade.HOLDS);
    assertNothingIsLeft(memory, BUCKET);
  }

  @ParameterizedTest
  @EnumSource
  void aServerThatIgnoresAConditionDoesNotPass(Loss lost) {
    memory.buckets().create(BUCKET, BucketSettings.DEFAULT);
    List<ServerTrial> trials =
        new ServerProbe(FakeForgetful.over(memory, lost), BUCKET, "").run(ALL);
    assertThat(broken(trials))
        .contains(
            switch (lost) {
              case PUT_IF_ABSENT -> "conditional writes are not atomic: of 16 at once, 16 made an";
              case PUT_IF_MATCH -> "conditional writes are not atomic: of 16 at once, 1 made an";
              case COMPLETE_IF_ABSENT ->
                  "conditional completions of uploads are not atomic: of 8 at once, 8 made an";
              case COMPLETE_IF_MATCH ->
                  "conditional completions of uploads are not atomic: of 8 at once, 1 made an";
              case COPY_SOURCE_IF_MATCH -> "a copy on condition of an older state was carried out";
              case RANGE_SOURCE_IF_MATCH -> "a copy of a range on condition of an older state";
              case LIST_START_AFTER ->
                  "a listing by pages of 2 has the keys … …-a …-b …-c/1 …-d instead of …-c/1 …-d";
              case DELETE_IF_MATCH -> "a delete on condition of an older state was carried out";
            });
    assertNothingIsLeft(memory, BUCKET);
  }

  private static String broken(List<ServerTrial> trials) {
    return trials.stream()
        .filter(trial -> trial.grade() == Grade.BROKEN)
        .map(ServerTrial::toString)
        .collect(Collectors.joining());
  }

  @Test
  void onlyWhatIsAskedForIsTried() {
    memory.buckets().create(BUCKET, BucketSettings.DEFAULT);
    Backend forgetful = FakeForgetful.over(memory, Loss.COMPLETE_IF_ABSENT);
    List<ServerTrial> trials =
        new ServerProbe(forgetful, BUCKET, "").run(EnumSet.of(Subject.WRITES, Subject.DELETES));
    assertThat(trials)
        .extracting(ServerTrial::subject)
        .containsExactly(Subject.WRITES, Subject.DELETES);
    assertThat(trials).extracting(ServerTrial::grade).containsOnly(Grade.HOLDS);
  }

  @Test
  void clocksThatDifferAreRemarkedOn() {
    memory.buckets().create(BUCKET, BucketSettings.DEFAULT);
    InstantSource fast = InstantSource.offset(InstantSource.system(), Duration.ofMinutes(20));
    List<ServerTrial> trials = new ServerProbe(memory, BUCKET, "", fast, ANY_AGE).run(ALL);
    assertThat(trials)
        .filteredOn(trial -> trial.subject() == Subject.CLOCK)
        .singleElement()
        .satisfies(clock -> assertThat(clock.grade()).isEqualTo(Grade.REMARK))
        .satisfies(clock -> assertThat(clock.toString()).contains("NTP"));
  }

  @Test
  void aKeyThatMayNotAbortUploadsTriesThemAllTheSame() {
    memory.buckets().create(BUCKET, BucketSettings.DEFAULT);
    Backend refusing =
        TrapBackend.refusing(
                "ObjectStore.abortUpload", new DriverException.PermissionDenied("no abort", null))
            .over(memory);
    List<ServerTrial> trials = new ServerProbe(refusing, BUCKET, "").run(ALL);
    assertThat(trials).extracting(ServerTrial::grade).containsOnly(Grade.HOLDS);
    assertThat(objects(memory, BUCKET)).isZero();
  }

  /** Whatever it says of it, as 409 or 403: what counts is whether the copy was made. */
  @Test
  void aCopyThatIsRefusedForAnotherReasonIsRemarkedOnUnlessItWasMade() {
    memory.buckets().create(BUCKET, BucketSettings.DEFAULT);
    for (DriverException reason :
        List.of(
            new DriverException.FailedPrecondition("no copy"),
            new DriverException.PermissionDenied("no copy", null))) {
      Backend refusing = TrapBackend.refusing("ObjectStore.copy", reason).over(memory);
      assertThat(new ServerProbe(refusing, BUCKET, "").run(ALL))
          .filteredOn(trial -> trial.grade() != Grade.HOLDS)
          .singleElement()
          .satisfies(copies -> assertThat(copies.subject()).isEqualTo(Subject.COPIES))
          .satisfies(copies -> assertThat(copies.grade()).isEqualTo(Grade.REMARK))
          .satisfies(copies -> assertThat(copies.text()).contains("another reason: no copy"));
    }
    ObjectStore copying =
        new InterceptedStore(
            FakeForgetful.over(memory, Loss.COPY_SOURCE_IF_MATCH).objects(BUCKET), new Denial());
    Backend denying =
        (Backend)
            Proxy.newProxyInstance(
                Backend.class.getClassLoader(),
                new Class<?>[] {Backend.class},
                (_, method, arguments) ->
                    method.getName().equals("objects")
                        ? copying
                        : method.invoke(memory, arguments));
    assertThat(broken(new ServerProbe(denying, BUCKET, "").run(ALL)))
        .contains("it cannot be tried: no copy");
  }

  /** A FAKE of a server that makes a copy and answers that it did not. */
  private static final class Denial implements InterceptedStore.Interceptor {
    @Override
    public <T> T call(StoreCall call, Supplier<T> next) {
      T answer = next.get();
      if (call == StoreCall.COPY) {
        throw new DriverException.FailedPrecondition("no copy");
      }
      return answer;
    }
  }

  @Test
  void aSweepEndsWhenItsTimeIsOver() {
    memory.buckets().create(BUCKET, BucketSettings.DEFAULT);
    for (int run = 0; run < 2; run++) {
      String key = ServerProbe.NAME + UUID.randomUUID();
      memory.objects(BUCKET).put(key, Content.of(new byte[1]), PutOptions.DEFAULT);
    }
    AtomicLong time = new AtomicLong();
    int firstHead = 2;
    Backend slow =
        TrapBackend.pausing(
                firstHead, Side.AFTER, () -> time.addAndGet(Duration.ofMinutes(2).toNanos()))
            .over(memory);
    Deadline.counting(time::get, () -> next(slow, BUCKET).sweep());
    assertThat(objects(memory, BUCKET)).as("left to the next one").isEqualTo(1);
    next(memory, BUCKET).sweep();
    assertNothingIsLeft(memory, BUCKET);
  }

  /** What is full is no worse a server. */
  @Test
  void aQuotaThatIsReachedInTheMiddleIsSaidSoAndNothingIsLeft() {
    memory.buckets().create(BUCKET, BucketSettings.DEFAULT);
    int secondOfListings = 6;
    Backend full =
        TrapBackend.pausing(
                secondOfListings,
                Side.BEFORE,
                () -> {
                  throw new DriverException.QuotaExceeded("it is full", null);
                })
            .over(memory);
    assertThatExceptionOfType(DriverException.QuotaExceeded.class)
        .isThrownBy(() -> new ServerProbe(full, BUCKET, "").run(Set.of(Subject.LISTINGS)))
        .withMessage("it is full");
    assertNothingIsLeft(memory, BUCKET);
  }

  @ParameterizedTest
  @EnumSource
  void whateverARunLeavesThatDiesTheNextOneRemoves(Side side) {
    memory.buckets().create(BUCKET, BucketSettings.DEFAULT);
    for (int fatal = 1; dies(memory, BUCKET, fatal, side); fatal++) {
      assertThat(fatal).as("it never ends").isLessThan(1000);
      next(memory, BUCKET).run(ALL);
      assertNothingIsLeft(memory, BUCKET);
    }
  }

  @Test
  void minioPassesAndWhatIsLeftThereIsRemoved(MinioServer server, @TempDir Path directory) {
    Keyring ring = Keyring.parse(Keyring.generate());
    String bucket = UniqueName.of("probe");
    try (Backend minio = MinioBackends.patient(server, directory, () -> ring)) {
      minio.buckets().create(bucket, BucketSettings.DEFAULT);
      assertThat(broken(next(minio, bucket).run(ALL)))
          .contains("keeps no versions", "enable versioning on " + bucket);
      minio.buckets().keepVersions(bucket, true);
      // This call removes the upload: there it is with its object.
      int fatal = callsUntil(minio, bucket, "abortUpload");
      assertThat(dies(minio, bucket, fatal, Side.BEFORE)).isTrue();
      assertThat(objects(minio, bucket)).isEqualTo(1);
      List<ServerTrial> trials = next(minio, bucket).runClosely();
      assertThat(trials).extracting(ServerTrial::grade).containsOnly(Grade.HOLDS);
      assertNothingIsLeft(minio, bucket);
    }
  }

  @Test
  void aYoungObjectBelongsToAnotherRun() {
    memory.buckets().create(BUCKET, BucketSettings.DEFAULT);
    assertThat(dies(memory, BUCKET, 2, Side.AFTER)).isTrue();
    new ServerProbe(memory, BUCKET, "").run(ALL);
    assertThat(objects(memory, BUCKET)).isEqualTo(1);
  }

  @Test
  void aBucketThatIsMissingIsSaidSo() {
    assertThatExceptionOfType(DriverException.NoSuchBucket.class)
        .isThrownBy(() -> new ServerProbe(memory, BUCKET, "").run(ALL));
  }

  private static ServerProbe next(Backend backend, String bucket) {
    return new ServerProbe(backend, bucket, "", InstantSource.system(), ANY_AGE);
  }

  private static int callsUntil(Backend backend, String bucket, String call) {
    for (int fatal = 1; ; fatal++) {
      TrapBackend trap = TrapBackend.crashing(fatal, Side.BEFORE);
      try {
        next(trap.over(backend), bucket).run(ALL);
        throw new AssertionError("no call " + call);
      } catch (Crash e) {
        if (String.valueOf(e.getMessage()).endsWith(call)) {
          return fatal;
        }
      }
    }
  }

  private static boolean dies(Backend backend, String bucket, int fatal, Side side) {
    try {
      next(TrapBackend.crashing(fatal, side).over(backend), bucket).run(ALL);
      return false;
    } catch (Crash e) {
      return true;
    }
  }

  private static int objects(Backend backend, String bucket) {
    return backend.objects(bucket).list(ListOptions.prefix(""), Optional.empty()).items().size();
  }

  private static void assertNothingIsLeft(Backend backend, String bucket) {
    ObjectStore left = backend.objects(bucket);
    assertThat(objects(backend, bucket)).isZero();
    left.versions()
        .ifPresent(versions -> assertThat(versions.list("", Optional.empty()).items()).isEmpty());
    assertThat(left.uploads().list("", Optional.empty()).items()).isEmpty();
  }
}
