package io.windlass.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.windlass.endtoend.Sidecar.Access;
import io.windlass.endtoend.Sidecar.Mode;
import io.windlass.proto.cosi.rev.UpstreamNames;
import io.windlass.test.driver.DriverOutput;
import io.windlass.test.driver.DriverProcess;
import io.windlass.test.driver.DriverSetup;
import io.windlass.test.driver.Sockets;
import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * From a name to a credential that works, and back, with the sidecar of every revision, which sees
 * only what its own proto names. The driver is a process, and is killed in between.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class CosiContract {
  private static final int MANY_OBJECTS = 1_100;
  private static final int AT_ONCE = 8;

  private DriverProcess driver;
  private ManagedChannel channel;
  private Channel upstream;

  @RegisterExtension
  final AfterTestExecutionCallback shown =
      context ->
          context
              .getExecutionException()
              .ifPresent(failure -> failure.addSuppressed(new DriverOutput(driver)));

  /** Returns how to run the driver. */
  abstract DriverSetup setup();

  /** Makes a bucket without the driver, as an administrator does. */
  abstract void makeBucket(String name);

  /** What the backend speaks. */
  abstract StoreDialect dialect();

  /** Whether one access can reach several buckets. */
  abstract boolean reachesSeveral();

  /** Whether commands can read the driver's records while it runs. */
  boolean sharesRecords() {
    return true;
  }

  /** Whether the backend can keep versions. */
  abstract boolean hasVersions();

  @BeforeAll
  void start() {
    driver = DriverProcess.start(setup());
    channel = Sockets.channel(driver.setup().socket());
    upstream = ClientInterceptors.intercept(channel, new UpstreamNames());
  }

  @AfterAll
  void stop() {
    channel.shutdownNow();
    driver.close();
  }

  private void restart() {
    driver.kill();
    driver.start();
    await()
        .ignoreExceptions()
        .until(() -> {
          channel.resetConnectBackoff();
          Sidecar.v1alpha1(upstream, dialect()).delete(DriverSetup.BACKEND + "/no-such-bucket");
          return true;
        });
  }

  /** One life, of which the driver sees three parts. */
  private final class Life {
    private final Sidecar sidecar;
    private final String name;
    private final String bucketId;
    private final Access access;

    Life(Sidecar sidecar) {
      this.sidecar = sidecar;
      this.name = UniqueName.of("life-" + sidecar.label());
      this.bucketId = sidecar.create(name, Map.of());
      this.access = sidecar.grant("ba-" + name, Mode.READ_WRITE, List.of(bucketId));
      assertThat(bucketId).isEqualTo(DriverSetup.BACKEND + "/" + name);
      assertThat(access.bucket()).isEqualTo(name);
    }

    void goOn() {
      assertThat(sidecar.create(name, Map.of())).isEqualTo(bucketId);
      assertRefused(
          Code.ALREADY_EXISTS, () -> sidecar.create(name, Map.of("whenNotEmpty", "Empty")));
      Access again = sidecar.grant("ba-" + name, Mode.READ_WRITE, List.of(bucketId));
      assertThat(again.equals(access)).as("the same access").isTrue();
      try (ObjectClient client = client(access)) {
        client.put(name, "kept", "content");
        assertThat(client.get(name, "kept")).isEqualTo("content");
        assertRefused(Code.FAILED_PRECONDITION, () -> sidecar.delete(bucketId));
        client.delete(name, "kept");
      }
    }

    void end() {
      try (ObjectClient client = client(access)) {
        client.put(name, "left", "content");
        sidecar.revoke(access);
        assertDenied(client, () -> client.list(name));
        sidecar.revoke(access);
      }
      assertRefused(Code.FAILED_PRECONDITION, () -> sidecar.delete(bucketId));
      sidecar.deleteFull(bucketId);
      sidecar.delete(bucketId);
      assertRefused(
          Code.NOT_FOUND, () -> sidecar.grant("ba-" + name, Mode.READ_WRITE, List.of(bucketId)));
    }
  }

  @Test
  void everyRevisionLivesThroughRestarts() {
    List<Life> lives = new ArrayList<>();
    Sidecar.all(upstream, dialect()).forEach(sidecar -> lives.add(new Life(sidecar)));
    restart();
    lives.forEach(Life::goOn);
    restart();
    lives.forEach(Life::end);
  }

  /** Also where the numbers of the modes were others. */
  @Test
  void modesAreWhatTheySay() {
    for (Sidecar sidecar : Sidecar.all(upstream, dialect())) {
      String name = UniqueName.of("modes-" + sidecar.label());
      String bucketId = sidecar.create(name, Map.of());
      Access all = sidecar.grant("rw-" + name, Mode.READ_WRITE, List.of(bucketId));
      Access reading = sidecar.grant("ro-" + name, Mode.READ_ONLY, List.of(bucketId));
      Access writing = sidecar.grant("wo-" + name, Mode.WRITE_ONLY, List.of(bucketId));
      try (ObjectClient owner = client(all);
          ObjectClient reader = client(reading);
          ObjectClient writer = client(writing)) {
        owner.put(name, "k", "owner");
        assertThat(reader.get(name, "k")).isEqualTo("owner");
        assertDenied(reader, () -> reader.put(name, "k", "reader"));
        assertDenied(reader, () -> reader.delete(name, "k"));
        writer.put(name, "k", "writer");
        assertDenied(writer, () -> writer.get(name, "k"));
        assertThat(owner.get(name, "k")).isEqualTo("writer");
        owner.delete(name, "k");
      }
      List.of(all, reading, writing).forEach(sidecar::revoke);
      sidecar.delete(bucketId);
    }
  }

  @Test
  void oneAccessReachesSeveralBucketsOrIsRefused() {
    for (V1Alpha2Sidecar sidecar : Sidecar.v1alpha2(upstream, dialect())) {
      String name = UniqueName.of("several-" + sidecar.label());
      List<String> ids =
          List.of(sidecar.create(name + "-1", Map.of()), sidecar.create(name + "-2", Map.of()));
      String third = sidecar.create(name + "-3", Map.of());
      if (!reachesSeveral()) {
        assertRefused(Code.OUT_OF_RANGE, () -> sidecar.grant("ba-" + name, Mode.READ_WRITE, ids));
        ids.forEach(sidecar::delete);
        sidecar.delete(third);
        continue;
      }
      Access access = sidecar.grant("ba-" + name, Mode.READ_WRITE, ids);
      Access reversed = sidecar.grant("ba-" + name, Mode.READ_WRITE, ids.reversed());
      assertThat(reversed.equals(access)).as("the same access").isTrue();
      try (ObjectClient client = client(access)) {
        access.buckets().values().forEach(bucket -> client.list(bucket));
        assertDenied(client, () -> client.list(name + "-3"));
      }
      sidecar.revoke(access);
      ids.forEach(sidecar::delete);
      sidecar.delete(third);
    }
  }

  /** A bucket that was there before becomes the driver's only by being named, under that name. */
  @Test
  void anExistingBucketIsAdoptedAndNeverTaken() {
    for (V1Alpha2Sidecar sidecar : Sidecar.v1alpha2(upstream, dialect())) {
      String name = UniqueName.of("static-" + sidecar.label());
      makeBucket(name);
      Sidecar.all(upstream, dialect())
          .forEach(any -> assertRefused(Code.ALREADY_EXISTS, () -> any.create(name, Map.of())));
      sidecar.delete(name);
      sidecar.get(name);
      sidecar.get(name);
      assertRefused(Code.ALREADY_EXISTS, () -> sidecar.create(name, Map.of()));
      Access access = sidecar.grant("ba-" + name, Mode.READ_WRITE, List.of(name));
      try (ObjectClient client = client(access)) {
        assertThat(access.bucket()).isEqualTo(name);
        client.list(name);
      }
      sidecar.revoke(access);
      sidecar.delete(name);
      assertRefused(Code.NOT_FOUND, () -> sidecar.get(name));
    }
  }

  @Test
  void aFullBucketIsEmptiedInSteps() throws InterruptedException {
    Sidecar sidecar = Sidecar.v1alpha2(upstream, dialect()).getLast();
    String name = UniqueName.of("full");
    String bucketId =
        sidecar.create(
            name,
            hasVersions()
                ? Map.of("whenNotEmpty", "Empty", "versioning", "Enabled")
                : Map.of("whenNotEmpty", "Empty"));
    Access access = sidecar.grant("ba-" + name, Mode.READ_WRITE, List.of(bucketId));
    try (ObjectClient client = client(access)) {
      fill(client, name);
    }
    sidecar.revoke(access);
    await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> isDeleted(sidecar, bucketId));
    assertThat(sidecar.create(name, Map.of())).isEqualTo(bucketId);
    sidecar.delete(bucketId);
  }

  /** One object more than fits into a page, some of them twice, and one that was deleted. */
  private static void fill(ObjectClient client, String bucket) throws InterruptedException {
    Semaphore places = new Semaphore(AT_ONCE);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < MANY_OBJECTS; i++) {
        String key = "object-" + i % (MANY_OBJECTS - 50);
        places.acquire();
        threads.execute(() -> {
          client.put(bucket, key, "content");
          places.release();
        });
      }
    }
    client.delete(bucket, "object-7");
    client.leaveUpload(bucket, "never finished");
  }

  /** ABORTED says that there is more to do; nothing else is right but success. */
  private static boolean isDeleted(Sidecar sidecar, String bucketId) {
    try {
      sidecar.delete(bucketId);
      return true;
    } catch (StatusRuntimeException e) {
      assertThat(e.getStatus().getCode()).isEqualTo(Code.ABORTED);
      return false;
    }
  }

  /** As an operator does, beside the running driver. */
  @Test
  void aKeyIsRotatedWhileTheOldOneWorks(@TempDir Path directory) throws IOException {
    Sidecar sidecar = Sidecar.v1alpha2(upstream, dialect()).getLast();
    String name = UniqueName.of("rotated");
    String bucketId = sidecar.create(name, Map.of());
    Access old = sidecar.grant("ba-" + name, Mode.READ_WRITE, List.of(bucketId));
    Path file = directory.resolve("new");
    Outcome rotated = windlass("rotate", old.accountId(), "--to", file.toString());
    if (!sharesRecords()) {
      assertThat(rotated.status()).isEqualTo(1);
      assertThat(rotated.err()).contains("is in use").doesNotContain("\tat ");
      assertThat(file).doesNotExist();
    } else {
      assertThat(rotated.status()).as(rotated.err()).isZero();
      requireRotated(sidecar, old, bucketId, file);
      assertThat(rotated.out()).doesNotContain(secretOf(file));
    }
    sidecar.revoke(old);
    sidecar.delete(bucketId);
  }

  private void requireRotated(Sidecar sidecar, Access old, String bucketId, Path file)
      throws IOException {
    Access next = sidecar.grant("ba-" + old.bucket(), Mode.READ_WRITE, List.of(bucketId));
    String secret = next.key().secret().reveal();
    assertThat(secretOf(file)).isEqualTo(secret).isNotEqualTo(old.key().secret().reveal());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    Outcome again = windlass("rotate", old.accountId(), "--to", file.toString());
    assertThat(again.status()).isEqualTo(2);
    assertThat(again.err()).contains("is there already");
    assertThat(secretOf(file)).isEqualTo(secret);
    try (ObjectClient before = client(old);
        ObjectClient after = client(next)) {
      before.put(old.bucket(), "k", "old key");
      assertThat(after.get(old.bucket(), "k")).isEqualTo("old key");
      Outcome retired = windlass("rotate", old.accountId(), "--retire");
      assertThat(retired.status()).as(retired.err()).isZero();
      assertDenied(before, () -> before.get(old.bucket(), "k"));
      after.delete(old.bucket(), "k");
    }
  }

  /** A command in the environment of the driver. */
  private Outcome windlass(String... arguments) {
    return Launch.inThisJvm(arguments).in(driver.setup().environment()).run();
  }

  private static String secretOf(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(line -> line.matches("COSI_[A-Z0-9]+_ACCESS_(SECRET|SECRET_KEY|TOKEN)=.*"))
        .map(line -> line.substring(line.indexOf('=') + 1))
        .collect(Collectors.joining());
  }

  @Test
  void theRecordsAreOutOfReach() {
    String registry = DriverSetup.REGISTRY;
    for (Sidecar sidecar : Sidecar.all(upstream, dialect())) {
      assertRefused(Code.PERMISSION_DENIED, () -> sidecar.create(registry, Map.of()));
      for (String id : Set.of(registry, DriverSetup.BACKEND + "/" + registry)) {
        assertRefused(Code.PERMISSION_DENIED, () -> sidecar.delete(id));
        assertRefused(
            Code.PERMISSION_DENIED,
            () -> sidecar.grant(UniqueName.of("ba"), Mode.READ_ONLY, List.of(id)));
        if (sidecar instanceof V1Alpha2Sidecar v1alpha2) {
          assertRefused(Code.PERMISSION_DENIED, () -> v1alpha2.get(id));
        }
      }
    }
  }

  private ObjectClient client(Access access) {
    return dialect().client(access);
  }

  private static void assertRefused(Code code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            refusal -> {
              assertThat(refusal.getStatus().getCode()).isEqualTo(code);
              assertThat(refusal.getStatus().getDescription()).isNotBlank();
            });
  }

  private static void assertDenied(ObjectClient client, ThrowingCallable request) {
    assertThatThrownBy(request).matches(client::isDenial, "is a denial");
  }
}
