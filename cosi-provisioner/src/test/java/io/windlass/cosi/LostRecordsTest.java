package io.windlass.cosi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.windlass.backend.Backend;
import io.windlass.cosi.tape.TapeKind;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.proto.cosi.v1alpha1.AuthenticationType;
import io.windlass.proto.cosi.v1alpha1.DriverCreateBucketRequest;
import io.windlass.proto.cosi.v1alpha1.DriverCreateBucketResponse;
import io.windlass.proto.cosi.v1alpha1.DriverDeleteBucketRequest;
import io.windlass.proto.cosi.v1alpha1.DriverDeleteBucketResponse;
import io.windlass.proto.cosi.v1alpha1.DriverGrantBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha1.DriverGrantBucketAccessResponse;
import io.windlass.proto.cosi.v1alpha1.DriverRevokeBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha1.DriverRevokeBucketAccessResponse;
import io.windlass.proto.cosi.v1alpha2.DriverGrantBucketAccessRequest.AccessedBucket;
import io.windlass.provision.Buckets;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.provision.grant.CredentialSeal;
import io.windlass.provision.grant.Grants;
import io.windlass.registry.Admission;
import io.windlass.registry.Owner;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.secret.Keyring;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Ids that the driver gave, when it cannot know any more what became of what they name: that is
 * neither "it is gone" nor "there is nothing".
 */
class LostRecordsTest {
  private static final Keyring RING = Keyring.parse(Keyring.generate());
  private static final String REGISTRY = "registry";

  private Backend backend;
  private Driver driver;

  /** A process of the driver: what it knows is in the store. */
  private record Driver(
      Admission admission,
      Registry registry,
      V1Alpha1Provisioner old,
      V1Alpha2Buckets buckets,
      V1Alpha2Access access) {
    static Driver over(Backend backend) {
      RegistryBucket bucket = new RegistryBucket(backend, REGISTRY, true);
      Admission admission = Admission.to(bucket);
      Registry registry = new Registry(bucket, admission, Owner.current("test:/a.sock"));
      OpenBackends all = new OpenBackends(List.of(new OpenBackend(backend, registry, REGISTRY)));
      CallsInFlight calls = new CallsInFlight();
      Buckets buckets = Buckets.forClaims(all, calls);
      CredentialSeal seal = new CredentialSeal(() -> RING);
      Grants grants = new Grants(all, buckets, calls, seal, InstantSource.system());
      return new Driver(
          admission,
          registry,
          new V1Alpha1Provisioner(all, buckets, grants),
          new V1Alpha2Buckets(all, buckets),
          new V1Alpha2Access(all, grants));
    }

    String create(String name) {
      DriverCreateBucketRequest request =
          DriverCreateBucketRequest.newBuilder().setName(name).build();
      DriverCreateBucketResponse made =
          Replies.answer(reply -> old.driverCreateBucket(request, reply));
      return made.getBucketId();
    }

    String grant(String bucket) {
      DriverGrantBucketAccessRequest request =
          DriverGrantBucketAccessRequest.newBuilder()
              .setBucketId(bucket)
              .setName("ba-1")
              .setAuthenticationType(AuthenticationType.Key)
              .build();
      DriverGrantBucketAccessResponse granted =
          Replies.answer(reply -> old.driverGrantBucketAccess(request, reply));
      return granted.getAccountId();
    }

    List<ThrowingCallable> deletes(String bucket) {
      return List.of(
          () -> {
            DriverDeleteBucketRequest request =
                DriverDeleteBucketRequest.newBuilder().setBucketId(bucket).build();
            DriverDeleteBucketResponse _ =
                Replies.answer(reply -> old.driverDeleteBucket(request, reply));
          },
          () ->
              buckets.delete(
                  io.windlass.proto.cosi.v1alpha2.DriverDeleteBucketRequest.newBuilder()
                      .setBucketId(bucket)
                      .build()));
    }

    List<ThrowingCallable> revokes(String account) {
      return List.of(
          () -> {
            DriverRevokeBucketAccessRequest request =
                DriverRevokeBucketAccessRequest.newBuilder()
                    .setBucketId("cold/photos")
                    .setAccountId(account)
                    .build();
            DriverRevokeBucketAccessResponse _ =
                Replies.answer(reply -> old.driverRevokeBucketAccess(request, reply));
          },
          () ->
              access.revoke(
                  io.windlass.proto.cosi.v1alpha2.DriverRevokeBucketAccessRequest.newBuilder()
                      .setAccountId(account)
                      .addBuckets(
                          io.windlass.proto.cosi.v1alpha2.DriverRevokeBucketAccessRequest
                              .AccessedBucket.newBuilder()
                              .setBucketId("cold/photos"))
                      .build()));
    }
  }

  @BeforeEach
  void start() {
    backend = TapeKind.open(RING);
    driver = Driver.over(backend);
  }

  private void loseTheRegistry() {
    backend.objects(REGISTRY).list(ListOptions.prefix(""), Optional.empty()).items().stream()
        .map(entry -> ((ListedEntry.Listed) entry).key())
        .forEach(key -> backend.objects(REGISTRY).delete(key, Condition.always()));
    backend.buckets().delete(REGISTRY);
  }

  private static void refused(List<ThrowingCallable> calls, String why) {
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call)
          .satisfies(thrown ->
              assertThat(thrown instanceof CompletionException ? thrown.getCause() : thrown)
                  .satisfies(e ->
                      assertThat(Status.fromThrowable(e).getCode().name() + code(e))
                          .contains("FAILED_PRECONDITION"))
                  .hasMessageContaining(why));
    }
  }

  private static String code(Throwable thrown) {
    return thrown instanceof DriverException known ? known.kind().code() : "";
  }

  @Test
  void withoutTheRegistryNothingIsSaidToBeGone() throws Throwable {
    String bucket = driver.create("photos");
    String account = driver.grant(bucket);
    assertThat(driver.admission().refusal()).isEmpty();
    loseTheRegistry();

    refused(driver.revokes(account), "registry bucket registry of backend cold is missing");
    refused(driver.deletes(bucket), "registry bucket registry of backend cold is missing");
    assertThat(driver.admission().refusal()).as("not ready").isPresent();
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> driver.registry().ids(RecordKind.BUCKETS, Optional.empty()));

    assertThat(driver.create("films")).as("the registry is made again").isEqualTo("cold/films");
    assertThat(driver.admission().refusal()).isEmpty();
    refused(driver.revokes(account), "records of backend cold were lost");
    refused(driver.deletes(bucket), "records of backend cold were lost");
    refused(List.of(() -> driver.create("photos")), "records of backend cold were lost");
    for (ThrowingCallable delete : driver.deletes("cold/films")) {
      delete.call();
    }
    assertThat(backend.buckets().exists("films")).isFalse();
    assertThat(backend.buckets().exists("photos")).isTrue();
  }

  @Test
  void norIsItAfterARestart() {
    String bucket = driver.create("photos");
    String account = driver.grant(bucket);
    loseTheRegistry();

    Driver next = Driver.over(backend);
    refused(next.revokes(account), "registry bucket registry of backend cold is missing");
    refused(next.deletes(bucket), "registry bucket registry of backend cold is missing");
    assertThat(next.admission().refusal()).isPresent();
    assertThat(next.create("films")).isEqualTo("cold/films");
    refused(next.revokes(account), "records of backend cold were lost");
  }

  @Test
  void whatWasNeverMadeIsGone() throws Throwable {
    for (ThrowingCallable delete : driver.deletes("cold/photos")) {
      delete.call();
    }
    assertThat(driver.admission().refusal()).isEmpty();
    assertThat(driver.registry().ids(RecordKind.BUCKETS, Optional.empty()).items()).isEmpty();
    for (ThrowingCallable revoke : driver.revokes(driver.create("films"))) {
      revoke.call();
    }
  }

  @Test
  void anIdOfABackendThatWasRenamedIsNotSaidToBeGone() throws Throwable {
    refused(driver.revokes("store/ba-1"), "backend 'store', which is not configured");
    refused(driver.deletes("store/photos"), "backend 'store', which is not configured");
    refused(
        List.of(() ->
            driver
                .access()
                .grant(
                    io.windlass.proto.cosi.v1alpha2.DriverGrantBucketAccessRequest.newBuilder()
                        .setAccountId("store/ba-1")
                        .addBuckets(AccessedBucket.newBuilder().setBucketId("cold/photos"))
                        .build())),
        "backend 'store', which is not configured");
    // Other drivers' ids have other forms, and v1alpha1's sidecar sends them.
    for (ThrowingCallable revoke : driver.revokes("ba-1")) {
      revoke.call();
    }
  }
}
