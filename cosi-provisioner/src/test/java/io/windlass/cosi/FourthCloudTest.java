package io.windlass.cosi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.grpc.BindableService;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.windlass.backend.Backend;
import io.windlass.config.Configuration;
import io.windlass.config.ConfigurationException;
import io.windlass.connect.BackendKinds;
import io.windlass.cosi.tape.TapeKind;
import io.windlass.proto.cosi.v1alpha1.AuthenticationType;
import io.windlass.proto.cosi.v1alpha1.CredentialDetails;
import io.windlass.proto.cosi.v1alpha1.DriverCreateBucketRequest;
import io.windlass.proto.cosi.v1alpha1.DriverCreateBucketResponse;
import io.windlass.proto.cosi.v1alpha1.DriverGrantBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha1.DriverGrantBucketAccessResponse;
import io.windlass.proto.cosi.v1alpha1.DriverRevokeBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha1.DriverRevokeBucketAccessResponse;
import io.windlass.proto.cosi.v1alpha2.DriverGetInfoRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGetInfoResponse;
import io.windlass.proto.cosi.v1alpha2.ObjectProtocol;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.registry.Owner;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.secret.Keyring;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A cloud that the driver does not know is added by its kind alone: it is configured, its buckets
 * are made, its keys granted and kept sealed, and COSI says them where its messages have room.
 */
class FourthCloudTest {
  private static final Keyring RING = Keyring.parse(Keyring.generate());

  private OpenBackends backends;
  private Backend backend;

  @BeforeEach
  void configure() throws ConfigurationException {
    TapeKind kind = new TapeKind();
    Configuration read =
        Configuration.read(
            Map.of(
                "HOME", "/home/me",
                "WINDLASS_BACKENDS", "cold",
                "WINDLASS_COLD_KIND", "tape",
                "WINDLASS_COLD_LIBRARY", "north"),
            new BackendKinds(List.of(kind), kind));
    backend = read.backends().getFirst().config().open(() -> RING);
    backends =
        new OpenBackends(
            List.of(
                new OpenBackend(
                    backend,
                    new Registry(
                        new RegistryBucket(backend, "registry", true), Owner.current("test")),
                    "registry")));
  }

  /** The service of a process: another one has nothing but the records. */
  private <T> T service(Class<T> type) {
    List<BindableService> all =
        CosiDriver.over("tape.example.com", backends, () -> RING).services();
    return all.stream().filter(type::isInstance).map(type::cast).findFirst().orElseThrow();
  }

  private static <T> T answer(Consumer<StreamObserver<T>> call) {
    return asked(call).join();
  }

  private static <T> CompletableFuture<T> asked(Consumer<StreamObserver<T>> call) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    call.accept(
        new StreamObserver<>() {
          @Override
          public void onNext(T value) {
            answer.complete(value);
          }

          @Override
          public void onError(Throwable error) {
            answer.completeExceptionally(error);
          }

          @Override
          public void onCompleted() {}
        });
    return answer;
  }

  private String bucket() {
    DriverCreateBucketResponse made =
        answer(reply ->
            service(V1Alpha1Provisioner.class)
                .driverCreateBucket(
                    DriverCreateBucketRequest.newBuilder().setName("photos").build(), reply));
    // Its messages for buckets are those of three clouds.
    assertThat(made.getBucketInfo().getTypeCase().getNumber()).isZero();
    return made.getBucketId();
  }

  private DriverGrantBucketAccessResponse grant(String bucket) {
    return answer(reply ->
        service(V1Alpha1Provisioner.class)
            .driverGrantBucketAccess(
                DriverGrantBucketAccessRequest.newBuilder()
                    .setBucketId(bucket)
                    .setName("ba-1")
                    .setAuthenticationType(AuthenticationType.Key)
                    .build(),
                reply));
  }

  private static CredentialDetails pin(String pin) {
    return CredentialDetails.newBuilder()
        .putSecrets("pin", pin)
        .putSecrets("library", "north")
        .build();
  }

  @Test
  void aKeyIsGrantedKeptAndRevoked() {
    String bucket = bucket();
    assertThat(backend.buckets().exists("photos")).isTrue();

    DriverGrantBucketAccessResponse granted = grant(bucket);

    assertThat(granted.getCredentialsMap()).isEqualTo(Map.of("tape", pin("pin-1")));
    // Shown once, and sealed in the record: so it is there for whoever calls again.
    assertThat(grant(bucket)).isEqualTo(granted);
    DriverRevokeBucketAccessResponse _ =
        answer(reply ->
            service(V1Alpha1Provisioner.class)
                .driverRevokeBucketAccess(
                    DriverRevokeBucketAccessRequest.newBuilder()
                        .setBucketId(bucket)
                        .setAccountId(granted.getAccountId())
                        .build(),
                    reply));
    assertThat(grant(bucket).getCredentialsMap()).isEqualTo(Map.of("tape", pin("pin-2")));
  }

  /** v1alpha2 numbers its protocols, and each has its messages. */
  @Test
  void v1Alpha2HasNoRoomForIt() {
    DriverGetInfoResponse info =
        answer(reply ->
            service(V1Alpha2Identity.class)
                .driverGetInfo(DriverGetInfoRequest.getDefaultInstance(), reply));
    assertThat(info.getSupportedProtocolsList()).isEmpty();
    io.windlass.proto.cosi.v1alpha2.DriverCreateBucketRequest create =
        io.windlass.proto.cosi.v1alpha2.DriverCreateBucketRequest.newBuilder()
            .setBucketId("photos")
            .addProtocols(ObjectProtocol.newBuilder().setType(ObjectProtocol.Type.S3))
            .build();
    CompletableFuture<io.windlass.proto.cosi.v1alpha2.DriverCreateBucketResponse> answer =
        asked(reply -> service(V1Alpha2Provisioner.class).driverCreateBucket(create, reply));
    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(answer::join)
        .havingCause()
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT))
        .withMessageContaining("the backend speaks TAPE and not S3");
  }
}
