package io.windlass.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.AccessRequest.AccessedBucket;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.BucketRequest;
import io.windlass.cosi.sanity.wire.CosiClient;
import io.windlass.cosi.sanity.wire.EmptyAnswer;
import io.windlass.cosi.sanity.wire.Endpoint;
import io.windlass.cosi.sanity.wire.GrantModes;
import io.windlass.cosi.sanity.wire.Mode;
import io.windlass.cosi.sanity.wire.Redaction;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import io.windlass.cosi.sanity.wire.StorageProtocol;
import io.windlass.cosi.sanity.wire.Transcript;
import io.windlass.cosi.sanity.wire.V1Alpha1Client;
import io.windlass.cosi.sanity.wire.V1Alpha2Client;
import io.windlass.cosi.sanity.wire.Wire;
import io.windlass.cosi.sanity.wire.WorkloadCredential;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAccount;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.fake.azure.FakeIdentity;
import io.windlass.secret.Secret;
import io.windlass.test.driver.DriverProcess;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.UniqueName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A driver with an identity and no account key, on the FAKE Azure, which accepts no keys. */
@TestInstance(Lifecycle.PER_CLASS)
class ServiceAccountCosiTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration ROLES = Duration.ofMinutes(11);

  private final FakeAzure fake = new FakeAzure();
  private final FakeAccount account = fake.add("keyless", AccountSettings.FLAT.withoutSharedKey());
  private final FakeIdentity driver = fake.driver(account.name());
  private DriverProcess process;
  private Wire wire;

  @BeforeAll
  void start() {
    process = DriverProcess.start(DriverSetup.azure(fake, account, driver));
    wire =
        new Wire(Endpoint.parse("unix://" + process.setup().socket()), PATIENCE, new Transcript());
  }

  @AfterAll
  void stop() {
    String secret = driver.secret().map(Secret::reveal).orElseThrow();
    assertThat(process.output()).doesNotContain(secret).doesNotContain("FAKE-");
    wire.close();
    process.close();
    fake.close();
  }

  private CosiClient client(ApiRevision revision) {
    return revision.isV1Alpha2()
        ? new V1Alpha2Client(revision, wire, new Redaction())
        : new V1Alpha1Client(wire, new Redaction());
  }

  private AccessRequest request(ApiRevision revision, Map<String, String> parameters) {
    Bucket bucket =
        ok(
            client(revision)
                .create(
                    new BucketRequest(
                        UniqueName.of("bc"), List.of(StorageProtocol.AZURE), Map.of())));
    return new AccessRequest(
        UniqueName.of("ba"),
        StorageProtocol.AZURE,
        Optional.empty(),
        parameters,
        List.of(new AccessedBucket(bucket, GrantModes.data(Mode.READ_WRITE))));
  }

  private static <T> T ok(RpcAnswer<T> answer) {
    return switch (answer) {
      case RpcAnswer.Ok<T>(T value) -> value;
      case RpcAnswer.Refused<T>(Status.Code code, String message) ->
          throw new AssertionError(code + ": " + message);
    };
  }

  private static void refused(RpcAnswer<?> answer, Status.Code code, String text) {
    assertThat(answer)
        .isInstanceOfSatisfying(
            RpcAnswer.Refused.class,
            refusal -> {
              assertThat(refusal.code()).isEqualTo(code);
              assertThat(refusal.message()).contains(text);
            });
  }

  @ParameterizedTest
  @EnumSource(names = "V1ALPHA1", mode = EnumSource.Mode.EXCLUDE)
  void aServiceAccountGetsAnEmptyCredentialWhenItsRolesCount(ApiRevision revision) {
    CosiClient client = client(revision);
    int managed = fake.managed();
    String identity = fake.managedIdentity(UniqueName.of("app"), "team").resourceId();
    AccessRequest request =
        request(
                revision,
                Map.of("serviceAccountNamespace", "team", "serviceAccountIdentity", identity))
            .withServiceAccount("app");

    refused(client.grant(request), Status.Code.UNAVAILABLE, "may refuse it for another 600 s");
    // Answers have the real time as their date, so records are old as soon as they are written.
    fake.pass(ROLES.negated());
    AccessRequest other = request(revision, request.parameters()).withServiceAccount("app");
    refused(client.grant(other), Status.Code.UNAVAILABLE, "may refuse it for another 600 s");
    Access access = ok(client.grant(other));

    assertThat(access.violations()).isEmpty();
    assertThat(access.credentials()).containsExactly(new WorkloadCredential.Azure("", ""));
    assertThat(ok(client.grant(other))).isEqualTo(access);
    refused(client.grant(request), Status.Code.UNAVAILABLE, "call again then");
    refused(client.revoke(access.accountId(), other), Status.Code.ABORTED, "for another 600 s");
    EmptyAnswer _ = ok(client.revoke(access.accountId(), other));
    assertThat(fake.managed()).isEqualTo(managed + 2);
    fake.pass(ROLES);
  }

  @Test
  void theClassHasToNameNamespaceAndIdentity() {
    CosiClient client = client(ApiRevision.E);
    AccessRequest request = request(ApiRevision.E, Map.of());
    String identity = fake.managedIdentity(UniqueName.of("app"), "team").resourceId();

    refused(
        client.grant(request.withServiceAccount("app")),
        Status.Code.INVALID_ARGUMENT,
        "by parameter serviceAccountNamespace");
    refused(
        client.grant(
            request
                .withParameters(Map.of("serviceAccountNamespace", "team"))
                .withServiceAccount("app")),
        Status.Code.INVALID_ARGUMENT,
        "parameter serviceAccountIdentity must be the resource id");
    refused(
        client.grant(request.withParameters(Map.of("serviceAccountIdentity", identity))),
        Status.Code.INVALID_ARGUMENT,
        "are for authentication_type SERVICE_ACCOUNT");
    refused(client.grant(request), Status.Code.FAILED_PRECONDITION, "Two ways are left");
  }

  /** All revisions have a field for that, of Azure's credentials alone. */
  @ParameterizedTest
  @EnumSource
  void aDelegatedTokenSaysWhenItEnds(ApiRevision revision) {
    CosiClient client = client(revision);
    AccessRequest request =
        request(revision, Map.of("signing", "UserDelegation", "expiresAfter", "1h"));

    Access access = ok(client.grant(request));

    assertThat(access.violations()).isEmpty();
    assertThat(access.credentials())
        .singleElement()
        .isInstanceOfSatisfying(
            WorkloadCredential.Azure.class,
            token -> {
              assertThat(token.accessToken()).contains("skoid=").contains("sr=c");
              assertThat(token.expiry()).matches("20.*(Z|UTC)");
            });
    assertThat(ok(client.grant(request))).isEqualTo(access);
    refused(
        client.revoke(access.accountId(), request), Status.Code.ABORTED, "revoke-delegation-keys");
  }

  @Test
  void aTokenIsBoundToThePrincipalThatTheClassNames() {
    CosiClient client = client(ApiRevision.E);
    Map<String, String> parameters = new TreeMap<>(Map.of("expiresAfter", "1h"));
    parameters.put("delegatedUserObjectId", "0b5c2a7e-7d54-4c6b-9f0e-3a1d2c4b5e6f");
    AccessRequest request = request(ApiRevision.E, parameters);
    refused(
        client.grant(request),
        Status.Code.INVALID_ARGUMENT,
        "delegatedUserObjectId needs parameter signing=UserDelegation");
    parameters.put("signing", "UserDelegation");
    AccessRequest bound = request.withParameters(Map.copyOf(parameters));

    Access access = ok(client.grant(bound));

    assertThat(access.credentials())
        .singleElement()
        .isInstanceOfSatisfying(
            WorkloadCredential.Azure.class,
            token ->
                assertThat(token.accessToken())
                    .contains("sduoid=0b5c2a7e-7d54-4c6b-9f0e-3a1d2c4b5e6f"));
    assertThat(ok(client.grant(bound))).isEqualTo(access);
    parameters.put("delegatedUserObjectId", "1b5c2a7e-7d54-4c6b-9f0e-3a1d2c4b5e6f");
    refused(
        client.grant(bound.withParameters(Map.copyOf(parameters))),
        Status.Code.ALREADY_EXISTS,
        "delegatedUserObjectId");
  }
}
