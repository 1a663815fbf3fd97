package io.windlass.cosi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.grpc.BindableService;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.windlass.backend.Backend;
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
  void configure() {
    backend = TapeKind.open(RING);
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

  private String bucket() {
    DriverCreateBucketResponse made =
        Replies.answer(reply ->
            service(V1Alpha1Provisioner.class)
                .driverCreateBucket(
                    DriverCreateBucketRequest.newBuilder().setName("photos").build(), reply));
    // Its messages for buckets are those of three clouds.
    assertThat(made.getBucketInfo().getTypeCase().getNumber()).isZero();
    return made.getBucketId();
  }

  private DriverGrantBucketAccessResponse grant(String bucket) {
    return Replies.answer(reply ->
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
        Replies.answer(reply ->
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
        Replies.answer(reply ->
            service(V1Alpha2Identity.class)
                .driverGetInfo(DriverGetInfoRequest.getDefaultInstance(), reply));
    assertThat(info.getSupportedProtocolsList()).isEmpty();
    io.windlass.proto.cosi.v1alpha2.DriverCreateBucketRequest create =
        io.windlass.proto.cosi.v1alpha2.DriverCreateBucketRequest.newBuilder()
            .setBucketId("photos")
            .addProtocols(ObjectProtocol.newBuilder().setType(ObjectProtocol.Type.S3))
            .build();
    CompletableFuture<io.windlass.proto.cosi.v1alpha2.DriverCreateBucketResponse> answer =
        Replies.asked(
            reply -> service(V1Alpha2Provisioner.class).driverCreateBucket(create, reply));
    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(answer::join)
        .havingCause()
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT))
        .withMessageContaining("protocols is S3, but backend cold speaks TAPE");
  }
}
