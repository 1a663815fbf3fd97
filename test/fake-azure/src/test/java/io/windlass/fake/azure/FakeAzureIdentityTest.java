package io.windlass.fake.azure;

import static io.windlass.fake.azure.Sdk.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.models.UserDelegationKey;
import com.azure.storage.blob.options.BlobParallelUploadOptions;
import com.azure.storage.blob.sas.BlobContainerSasPermission;
import com.azure.storage.blob.sas.BlobServiceSasSignatureValues;
import io.windlass.secret.Secret;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tokens, roles, federated credentials and keys of user delegation. */
class FakeAzureIdentityTest {
  private static final String READER =
      "/subscriptions/fake/providers/Microsoft.Authorization/roleDefinitions/"
          + "2a2b9908-6ea1-4ae2-8e65-a410df84e7d1";
  private static final String CONTRIBUTOR =
      "/subscriptions/fake/providers/Microsoft.Authorization/roleDefinitions/"
          + "ba92f5b4-2d11-453d-a403-e96b0029c9fe";
  private static final String ISSUER = "https://issuer.example";
  private static final String AUDIENCE = "api://AzureADTokenExchange";
  private static final String SUBJECT = "system:serviceaccount:team:app";

  private final FakeAzure fake = new FakeAzure();
  private final FakeAccount account = fake.add("identities", AccountSettings.FLAT);
  private final BlobContainerClient owner = Sdk.container(account, "container");
  private final FakeIdentity workload = fake.managedIdentity("workload");
  private final HttpClient http = HttpClient.newHttpClient();
  private FakeIssuer issuer = new FakeIssuer(ISSUER);
  private String administrator;

  @BeforeEach
  void begin() {
    fake.trust(issuer);
    FakeIdentity application = fake.administrator();
    administrator =
        token(
            Map.of(
                "client_id", application.clientId(),
                "client_secret", application.secret().map(Secret::reveal).orElseThrow(),
                "scope", Entra.ARM + "/.default"));
    owner.getBlobClient("there").upload(BinaryData.fromString("there"));
  }

  @AfterEach
  void close() {
    http.close();
    fake.close();
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** What the token endpoint answers. */
  private HttpResponse<String> ask(Map<String, String> form) {
    String body =
        form.entrySet().stream()
            .map(e -> e.getKey() + "=" + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&", "grant_type=client_credentials&", ""));
    return send(
        HttpRequest.newBuilder(URI.create(fake.authority() + "/fake/oauth2/v2.0/token"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(body))
            .build());
  }

  private String token(Map<String, String> form) {
    String answer = ask(form).body();
    assertThat(answer).contains("access_token");
    return Json.text(Json.object(answer.getBytes(StandardCharsets.UTF_8)), "access_token");
  }

  private Map<String, String> asserted(String assertion) {
    return Map.of(
        "client_id",
        workload.clientId(),
        "client_assertion",
        assertion,
        "client_assertion_type",
        "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        "scope",
        Entra.STORAGE + "/.default");
  }

  private static Instant soon() {
    return Instant.now().plusSeconds(600);
  }

  private HttpResponse<String> arm(String method, String path, String body) {
    return arm(administrator, method, path, body);
  }

  private HttpResponse<String> arm(String token, String method, String path, String body) {
    return send(
        HttpRequest.newBuilder(URI.create(fake.manager() + path))
            .header("Authorization", "Bearer " + token)
            .method(method, BodyPublishers.ofString(body))
            .build());
  }

  private HttpResponse<String> federate(String name, String subject) {
    return arm(
        "PUT",
        workload.resourceId() + "/federatedIdentityCredentials/" + name + "?api-version=2023-01-31",
        "{\"properties\":{\"issuer\":\"%s\",\"subject\":\"%s\",\"audiences\":[\"%s\"]}}"
            .formatted(ISSUER, subject, AUDIENCE));
  }

  private static String assignment(String name) {
    return FakeAzure.scope("identities", "container")
        + "/providers/Microsoft.Authorization/roleAssignments/"
        + name
        + "?api-version=2022-04-01";
  }

  private HttpResponse<String> assign(String name, String role) {
    return arm(
        "PUT",
        assignment(name),
        "{\"properties\":{\"roleDefinitionId\":\"%s\",\"principalId\":\"%s\"}}"
            .formatted(role, workload.principalId()));
  }

  private String workloadsToken() {
    assertThat(federate("app", SUBJECT).statusCode()).isBetween(200, 201);
    return token(asserted(issuer.token(SUBJECT, AUDIENCE, soon())));
  }

  @Test
  void anAssertionHasToSayAllThatWasAgreed() {
    assertThat(federate("app", SUBJECT).statusCode()).isEqualTo(201);

    assertThat(ask(asserted(issuer.token(SUBJECT, AUDIENCE, soon()))).statusCode()).isEqualTo(200);
    assertThat(ask(asserted(issuer.token(SUBJECT + "2", AUDIENCE, soon()))).body())
        .contains("AADSTS700213");
    assertThat(ask(asserted(issuer.token(SUBJECT, "sts.amazonaws.com", soon()))).body())
        .contains("AADSTS700213");
    assertThat(ask(asserted(issuer.token(SUBJECT, AUDIENCE, Instant.now().minusSeconds(9)))).body())
        .contains("AADSTS700024");
    issuer = new FakeIssuer(ISSUER);
    assertThat(ask(asserted(issuer.token(SUBJECT, AUDIENCE, soon()))).body())
        .contains("AADSTS700211");
  }

  @Test
  void anIdentityHasTwentyFederatedCredentials() {
    for (int i = 0; i < 20; i++) {
      assertThat(federate("name-" + i, SUBJECT + i).statusCode()).isEqualTo(201);
    }

    assertThat(federate("name-20", SUBJECT + 20).statusCode()).isEqualTo(400);
    assertThat(federate("name-1", SUBJECT + 2).statusCode()).isEqualTo(409);
    String last =
        workload.resourceId() + "/federatedIdentityCredentials/name-19?api-version=2023-01-31";
    assertThat(arm("GET", last, "").body()).contains(SUBJECT + 19);
    assertThat(arm("DELETE", last, "").statusCode()).isEqualTo(200);
    assertThat(arm("DELETE", last, "").statusCode()).isEqualTo(204);
    assertThat(federate("name-20", SUBJECT + 20).statusCode()).isEqualTo(201);
  }

  @Test
  void aRoleIsNeededAndTakesAWhile() {
    BlobContainerClient client =
        Sdk.bearer(account, workloadsToken()).getBlobContainerClient("container");
    String name = UUID.randomUUID().toString();
    refused(
        403,
        "AuthorizationPermissionMismatch",
        () -> client.getBlobClient("there").downloadContent());

    fake.propagateFor(Duration.ofMinutes(5));
    assertThat(assign(name, READER).statusCode()).isEqualTo(201);
    refused(
        403,
        "AuthorizationPermissionMismatch",
        () -> client.getBlobClient("there").downloadContent());
    fake.pass(Duration.ofMinutes(5));
    assertThat(client.getBlobClient("there").downloadContent()).hasToString("there");
    refused(403, "AuthorizationPermissionMismatch", () -> client.getBlobClient("there").delete());
    refused(403, "AuthorizationPermissionMismatch", client::getAccessPolicy);

    assertThat(arm("DELETE", assignment(name), "").statusCode()).isEqualTo(200);
    assertThat(client.getBlobClient("there").downloadContent()).hasToString("there");
    fake.pass(Duration.ofMinutes(5));
    refused(
        403,
        "AuthorizationPermissionMismatch",
        () -> client.getBlobClient("there").downloadContent());
    fake.pass(Duration.ofHours(1));
    refused(
        401, "InvalidAuthenticationInfo", () -> client.getBlobClient("there").downloadContent());
  }

  @Test
  void anAssignmentIsMadeOnce() {
    String name = UUID.randomUUID().toString();
    assertThat(assign(name, READER).statusCode()).isEqualTo(201);

    assertThat(assign(name, READER).statusCode()).isEqualTo(200);
    assertThat(assign(UUID.randomUUID().toString(), READER).body())
        .contains("RoleAssignmentExists");
    assertThat(assign(name, CONTRIBUTOR).body()).contains("RoleAssignmentUpdateNotPermitted");
    assertThat(arm("GET", assignment(name), "").body()).contains(workload.principalId());
    fake.assignAtMost(1);
    assertThat(assign(UUID.randomUUID().toString(), CONTRIBUTOR).body())
        .contains("RoleAssignmentLimitExceeded");
    assertThat(arm("DELETE", assignment(name), "").statusCode()).isEqualTo(200);
    assertThat(arm("GET", assignment(name), "").statusCode()).isEqualTo(404);
  }

  private static Set<Operation> lacks(List<Role> roles) {
    return Arrays.stream(Operation.values())
        .filter(each -> roles.stream().noneMatch(role -> role.permits(each.action())))
        .collect(Collectors.toSet());
  }

  /**
   * The table of rights, as far as roles differ; with the documented roles a driver lacks nothing.
   */
  @Test
  void rolesLackWhatTheTableSays() {
    Set<Operation> byKey = Set.of(Operation.GET_CONTAINER_ACL, Operation.SET_CONTAINER_ACL);
    assertThat(lacks(List.of(Role.BuiltIn.OWNER.role())))
        .isEqualTo(EnumSet.of(Operation.GET_ACCOUNT_INFORMATION, byKey.toArray(Operation[]::new)));
    assertThat(lacks(List.of(Role.BuiltIn.CONTRIBUTOR.role())))
        .isEqualTo(
            EnumSet.of(
                Operation.GET_ACCOUNT_INFORMATION,
                Operation.GET_CONTAINER_ACL,
                Operation.SET_CONTAINER_ACL,
                Operation.DELETE_VERSION,
                Operation.GET_BLOB_TAGS,
                Operation.SET_BLOB_TAGS));
    assertThat(lacks(List.of(Role.BuiltIn.READER.role())))
        .contains(Operation.BATCH, Operation.UNDELETE_BLOB, Operation.PUT_BLOCK)
        .doesNotContain(Operation.LIST_BLOBS, Operation.GET_USER_DELEGATION_KEY);
    assertThat(lacks(List.of(Role.BuiltIn.DELEGATOR.role())))
        .isEqualTo(EnumSet.complementOf(EnumSet.of(Operation.GET_USER_DELEGATION_KEY)));
    assertThat(lacks(DocumentedRoles.read().ofAccount())).isEqualTo(byKey);
  }

  @Test
  void aRoleForDataSetsNoRetention() {
    FakeAccount kept = fake.add("kept", AccountSettings.FLAT.withVersions());
    FakeIdentity contributor = fake.contributor("kept");
    String token =
        token(
            Map.of(
                "client_id", contributor.clientId(),
                "client_secret", contributor.secret().map(Secret::reveal).orElseThrow(),
                "scope", Entra.STORAGE + "/.default"));
    BlobContainerClient container = Sdk.bearer(kept, token).createBlobContainer("container");
    container.getBlobClient("plain").upload(BinaryData.fromString("plain"));
    refused(
        403,
        "AuthorizationPermissionMismatch",
        () ->
            container
                .getBlobClient("held")
                .uploadWithResponse(
                    new BlobParallelUploadOptions(BinaryData.fromString("held")).setLegalHold(true),
                    null,
                    Context.NONE));
  }

  private String armToken(FakeIdentity identity) {
    return token(
        Map.of(
            "client_id", identity.clientId(),
            "client_secret", identity.secret().map(Secret::reveal).orElseThrow(),
            "scope", Entra.ARM + "/.default"));
  }

  @Test
  void aDefaultRetentionIsForVersionsAloneAndHasItsBounds() {
    FakeAccount kept = fake.add("kept", AccountSettings.FLAT.withVersions());
    Sdk.container(kept, "plain");
    String driver = armToken(fake.driver("kept"));
    String container = FakeAzure.scope("kept", "retained");
    String version = "?api-version=2023-05-01";
    String policy = "/immutabilityPolicies/default" + version;
    String days = "{\"properties\":{\"immutabilityPeriodSinceCreationInDays\":%s}}";

    assertThat(arm(driver, "PUT", container + policy, days.formatted(2)).body())
        .contains("ContainerNotFound");
    String lockable = "{\"properties\":{\"immutableStorageWithVersioning\":{\"enabled\":true}}}";
    assertThat(arm(driver, "PUT", container + version, lockable).statusCode()).isEqualTo(201);
    String contributor = armToken(fake.contributor("kept"));
    assertThat(arm(contributor, "PUT", container + policy, days.formatted(2)).statusCode())
        .isEqualTo(403);
    assertThat(
            List.of("0", "146001", "\"2\"", "1.5").stream()
                .map(wrong -> arm(driver, "PUT", container + policy, days.formatted(wrong)))
                .map(HttpResponse::statusCode))
        .containsOnly(400);
    String plain = FakeAzure.scope("kept", "plain");
    String more = "{\"properties\":{\"allowProtectedAppendWrites\":true}}";
    assertThat(
            List.of(
                arm(driver, "PUT", plain + policy, days.formatted(2)),
                arm(driver, "PUT", container + policy, more),
                arm(driver, "PUT", container + policy.replace("2023", "2018"), days.formatted(2))))
        .extracting(HttpResponse::statusCode)
        .containsOnly(501);
    assertThat(arm(driver, "PUT", container + policy, days.formatted(146_000)).body())
        .contains("\"state\":\"Unlocked\"");
    assertThat(arm(driver, "PUT", container + policy, days.formatted(2)).statusCode())
        .isEqualTo(200);
    assertThat(kept.retentionOf("retained")).hasDays(2);
  }

  private UserDelegationKey delegationKey(String token, Duration life) {
    OffsetDateTime now = OffsetDateTime.now(ZoneOffset.UTC);
    return Sdk.bearer(account, token).getUserDelegationKey(now.minusMinutes(1), now.plus(life));
  }

  @Test
  void aDelegatedTokenMayWhatItsMakerMayAndEndsWithTheKeys() {
    String token = workloadsToken();
    assertThat(assign(UUID.randomUUID().toString(), READER).statusCode()).isEqualTo(201);
    refused(
        403, "AuthorizationPermissionMismatch", () -> delegationKey(token, Duration.ofHours(1)));
    String ofAccount =
        assignment(UUID.randomUUID().toString())
            .replaceFirst("/blobServices.*containers/container", "");
    assertThat(
            arm(
                    "PUT",
                    ofAccount,
                    "{\"properties\":{\"roleDefinitionId\":\"%s\",\"principalId\":\"%s\"}}"
                        .formatted(READER, workload.principalId()))
                .statusCode())
        .isEqualTo(201);
    refused(
        400, "InvalidXmlNodeValue", () -> delegationKey(token, Duration.ofDays(7).plusHours(1)));

    UserDelegationKey key = delegationKey(token, Duration.ofDays(6));
    String signed =
        owner.generateUserDelegationSas(
            new BlobServiceSasSignatureValues(
                OffsetDateTime.now(ZoneOffset.UTC).plusHours(1),
                BlobContainerSasPermission.parse("rd")),
            key,
            account.name(),
            Context.NONE);
    BlobContainerClient client = Sdk.signed(account, "container", signed);

    assertThat(client.getBlobClient("there").downloadContent()).hasToString("there");
    refused(403, "AuthorizationPermissionMismatch", () -> client.getBlobClient("there").delete());
    String revoke = FakeAzure.scope("identities", "") + "/revokeUserDelegationKeys";
    assertThat(arm("POST", revoke + "?api-version=2023-05-01", "").statusCode()).isEqualTo(200);
    refused(403, "AuthenticationFailed", () -> client.getBlobClient("there").downloadContent());
  }

  /** The SDK signs with the newest version that it knows, and names the principal. */
  @Test
  void aBoundTokenIsOfUseOnlyBesideOneOfItsPrincipal() {
    FakeIdentity contributor = fake.contributor(account.name());
    String makers =
        token(
            Map.of(
                "client_id", contributor.clientId(),
                "client_secret", contributor.secret().map(Secret::reveal).orElseThrow(),
                "scope", Entra.STORAGE + "/.default"));
    String signed =
        owner.generateUserDelegationSas(
            new BlobServiceSasSignatureValues(
                    OffsetDateTime.now(ZoneOffset.UTC).plusHours(1),
                    BlobContainerSasPermission.parse("r"))
                .setDelegatedUserObjectId(workload.principalId()),
            delegationKey(makers, Duration.ofHours(1)),
            account.name(),
            Context.NONE);
    String another = signed.replace(workload.principalId(), contributor.principalId());
    BlobContainerClient principals = Sdk.bearer(account, "container", signed, workloadsToken());

    assertThat(principals.getBlobClient("there").downloadContent()).hasToString("there");
    refused(
        403, "AuthorizationPermissionMismatch", () -> principals.getBlobClient("there").delete());
    for (BlobContainerClient other :
        List.of(
            Sdk.signed(account, "container", signed),
            Sdk.bearer(account, "container", signed, makers),
            Sdk.bearer(account, "container", another, makers))) {
      refused(403, "AuthenticationFailed", () -> other.getBlobClient("there").downloadContent());
    }
  }
}
