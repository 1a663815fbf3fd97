package io.windlass.store.azure.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.azure.core.util.Context;
import com.azure.storage.blob.BlobServiceVersion;
import com.azure.storage.blob.models.UserDelegationKey;
import com.azure.storage.blob.sas.BlobContainerSasPermission;
import com.azure.storage.blob.sas.BlobServiceSasSignatureValues;
import com.azure.storage.common.StorageSharedKeyCredential;
import com.azure.storage.common.Utility;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.access.Issued;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import io.windlass.access.Signing;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAccount;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.fake.azure.FakeIdentity;
import io.windlass.object.Content;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.PutOptions;
import io.windlass.store.azure.AzureBackend;
import io.windlass.store.azure.AzureConnector;
import io.windlass.store.azure.FakeBackends;
import io.windlass.store.azure.FakeIdentities;
import io.windlass.store.azure.client.AzureBearer;
import io.windlass.store.azure.client.AzureClients;
import io.windlass.store.azure.client.AzureConnection;
import io.windlass.store.azure.client.AzureContainer;
import io.windlass.store.azure.client.AzureErrors;
import io.windlass.store.azure.client.AzureIdentity;
import io.windlass.store.azure.client.AzureKey;
import io.windlass.store.azure.client.AzureProtocol;
import io.windlass.store.azure.client.ServiceVersion;
import io.windlass.store.contract.access.Workload;
import io.windlass.store.contract.access.Workload.Outcome;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tokens that a lent key signs, on the FAKE, in an account that accepts no other keys. */
class AzureDelegatedTokensTest {
  private static final KeyGeneration KEY = new KeyGeneration(1, "");

  private final FakeAzure fake = new FakeAzure();
  private final FakeAccount account = fake.add("keyless", AccountSettings.FLAT.withoutSharedKey());
  private AzureBackend backend;

  @BeforeEach
  void open(@TempDir Path directory) throws IOException {
    backend = FakeIdentities.open(fake, account, directory);
    backend.buckets().create("photos", BucketSettings.DEFAULT);
    backend.objects("photos").put("there", Content.of(new byte[1]), PutOptions.DEFAULT);
  }

  @AfterEach
  void close() {
    backend.close();
    fake.close();
  }

  private static Principal reader(Optional<Instant> expiry) {
    return reader(expiry, Optional.empty());
  }

  private static Principal reader(Optional<Instant> expiry, Optional<String> only) {
    AccessModes modes = new AccessModes(AccessMode.READ_ONLY, AccessMode.ANY, AccessMode.ANY);
    return new Principal(
        "ba-1",
        List.of(new BucketGrant("photos", "", modes, Set.of())),
        expiry,
        Optional.empty(),
        Optional.of(Signing.USER_DELEGATION),
        only);
  }

  private static Optional<Instant> in(Duration time) {
    return Optional.of(Instant.now().plus(time));
  }

  @Test
  void aTokenPermitsWhatWasAskedForAndSaysWhenItEnds() {
    Instant expiry = Instant.now().plus(Duration.ofHours(2));
    Principal reader = reader(Optional.of(expiry));

    Issued issued = backend.access().grant(reader, KEY, List.of());

    assertThat(issued.credential())
        .isInstanceOfSatisfying(
            Credential.Key.class,
            token -> {
              assertThat(token.expires()).contains(expiry.truncatedTo(ChronoUnit.SECONDS));
              assertThat(AzureProtocol.sasUri(token).reveal()).contains("sv=2022-11-02");
              Workload workload = Workload.open(token, backend.locate("photos"));
              assertThat(workload.read("there")).isEqualTo(Outcome.ALLOWED);
              assertThat(workload.list("")).isEqualTo(Outcome.ALLOWED);
              assertThat(workload.write("new")).isEqualTo(Outcome.DENIED);
              fake.pass(Duration.ofHours(2));
              assertThat(workload.read("there")).isEqualTo(Outcome.DENIED);
            });
    assertThat(backend.access().isLive(reader, IssuedKey.of(KEY, issued))).isTrue();
    assertThat(backend.access().isLive(reader, IssuedKey.unknown(KEY))).isFalse();
  }

  @Test
  void aRevokeSaysUntilWhenAndHowToEndAllTokens() {
    Principal reader = reader(in(Duration.ofHours(2)));
    Issued issued = backend.access().grant(reader, KEY, List.of());

    assertThatExceptionOfType(DriverException.Aborted.class)
        .isThrownBy(() -> backend.access().revoke(reader, List.of(IssuedKey.of(KEY, issued))))
        .withMessageContaining("ends at " + issued.handle().text())
        .withMessageContaining("az storage account revoke-delegation-keys");
    backend.access().revoke(reader, List.of(IssuedKey.unknown(KEY)));
  }

  @Test
  void sevenDaysAreTheMost() {
    for (Optional<Instant> expiry :
        List.of(Optional.<Instant>empty(), in(Duration.ofDays(7).plusMinutes(1)))) {
      assertThatExceptionOfType(DriverException.InvalidArgument.class)
          .isThrownBy(() -> backend.access().check(reader(expiry)))
          .withMessageContaining("expiresAfter, of at most 7 days");
    }
    Instant end = Instant.now().plus(Duration.ofDays(7));

    Issued issued = backend.access().grant(reader(Optional.of(end)), KEY, List.of());

    assertThat(Instant.parse(issued.handle().text()))
        .isBetween(end.minus(Duration.ofMinutes(6)), end);
  }

  @Test
  void aBoundTokenIsOfUseOnlyBesideOneOfItsPrincipal() throws Exception {
    FakeIdentity app = fake.administrator();
    Principal reader = reader(in(Duration.ofHours(2)), Optional.of(app.principalId()));

    Issued issued = backend.access().grant(reader, KEY, List.of());

    assertThat(AzureProtocol.sasUri(issued.credential()).reveal())
        .contains("sduoid=" + app.principalId(), "sv=2026-02-06");
    try (Workload alone = Workload.open(issued.credential(), backend.locate("photos"))) {
      assertThat(alone.read("there")).isEqualTo(Outcome.DENIED);
    }
    assertThat(read(issued, app)).isEqualTo(200);
    assertThat(read(issued, fake.administrator())).isEqualTo(403);
    assertThatExceptionOfType(DriverException.Aborted.class)
        .isThrownBy(() -> backend.access().revoke(reader, List.of(IssuedKey.of(KEY, issued))))
        .withMessageContaining("ends at " + issued.handle().text());
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> new AzureConnector().credential(issued.credential()))
        .withMessageContaining("bound to a principal (sduoid)");
  }

  /** Returns the status of reading with a token, and with one of Entra's for this identity. */
  private int read(Issued issued, FakeIdentity identity) throws Exception {
    AzureIdentity own =
        new AzureIdentity(
            "fake",
            identity.clientId(),
            new AzureIdentity.Proof.ClientSecret(identity.secret().orElseThrow()));
    Secret entras =
        new AzureClients(FakeIdentities.connection(fake, account), () -> new AzureKey.Identity(own))
            .token(own);
    String uri = AzureProtocol.sasUri(issued.credential()).reveal().replace("?", "/there?");
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(
              HttpRequest.newBuilder(URI.create(uri))
                  .header("Authorization", AzureBearer.header(entras))
                  .header("x-ms-version", "2026-02-06")
                  .build(),
              BodyHandlers.discarding())
          .statusCode();
    }
  }

  /** The SDK signs with its newest version alone, which has two lines more, here empty. */
  @Test
  void aBoundTokenIsSignedAsTheSdkSigns() {
    String value =
        Base64.getEncoder().encodeToString("k".repeat(32).getBytes(StandardCharsets.US_ASCII));
    Instant from = Instant.parse("2026-11-29T10:00:00Z");
    Instant until = from.plus(Duration.ofHours(1));
    UserDelegationKey lent =
        new UserDelegationKey()
            .setSignedObjectId("11111111-1111-1111-1111-111111111111")
            .setSignedTenantId("22222222-2222-2222-2222-222222222222")
            .setSignedStart(from.atOffset(ZoneOffset.UTC))
            .setSignedExpiry(until.atOffset(ZoneOffset.UTC))
            .setSignedService("b")
            .setSignedVersion("2026-06-06")
            .setValue(value);
    String principal = "33333333-3333-3333-3333-333333333333";
    AzureClients clients =
        new AzureClients(
            AzureConnection.to(URI.create("https://account.example"), "account"),
            () -> new AzureKey.Account(Secret.of(value)));
    List<String> theirs = new ArrayList<>();
    String _ =
        clients
            .container("photos")
            .generateUserDelegationSas(
                new BlobServiceSasSignatureValues(
                        until.atOffset(ZoneOffset.UTC), BlobContainerSasPermission.parse("rl"))
                    .setStartTime(from.atOffset(ZoneOffset.UTC))
                    .setDelegatedUserObjectId(principal),
                lent,
                "account",
                theirs::add,
                Context.NONE);
    List<String> lines = new ArrayList<>(List.of(theirs.getFirst().split("\n", -1)));
    int version = lines.indexOf(BlobServiceVersion.getLatest().getVersion());
    lines.set(version, "2026-02-06");
    assertThat(lines.subList(version, lines.size()))
        .isEqualTo(List.of("2026-02-06", "c", "", "", "", "", "", "", "", "", ""));
    lines.subList(lines.size() - 2, lines.size()).clear();
    String signature =
        new StorageSharedKeyCredential("account", value).computeHmac256(String.join("\n", lines));

    Credential.Key token =
        new TimedToken(
                new AzureContainer(clients, "photos", AzureErrors.of("azure")),
                "",
                "rl",
                from,
                until)
            .bound(lent, new ServiceVersion("2026-02-06"), principal);

    assertThat(AzureProtocol.sasUri(token).reveal())
        .contains("&sig=" + Utility.urlEncode(signature) + "&");
  }

  @Test
  void whereTheServiceBindsNoneThatIsSaid(@TempDir Path directory) throws IOException {
    FakeIdentity driver = fake.driver(account.name());
    FakeIdentities.write(
        directory, driver.clientId(), driver.secret().map(Secret::reveal).orElseThrow());
    AzureConnection old =
        FakeIdentities.connection(fake, account)
            .withVersion(Optional.of(new ServiceVersion("2025-05-05")));
    Principal bound = reader(in(Duration.ofHours(1)), Optional.of(driver.principalId()));
    try (AzureBackend before = AzureBackend.open("azure", old, new SecretDirectory(directory))) {
      assertThatExceptionOfType(DriverException.FailedPrecondition.class)
          .isThrownBy(() -> before.access().check(bound))
          .withMessageContaining("delegatedUserObjectId")
          .withMessageContaining("SERVICE_VERSION of backend azure is 2025-05-05");
    }
    assertThat(new ServiceVersion("2025-07-05").ofBoundSignatures())
        .contains(new ServiceVersion("2025-07-05"));
  }

  @Test
  void aDriverWithoutAnIdentityIsToldSo(@TempDir Path directory) throws IOException {
    try (AzureBackend keyed =
        FakeBackends.open(fake.add("keyed", AccountSettings.FLAT), directory)) {
      assertThatExceptionOfType(DriverException.FailedPrecondition.class)
          .isThrownBy(() -> keyed.access().check(reader(in(Duration.ofHours(1)))))
          .withMessageContaining("has no identity: put the files tenantId, clientId");
    }
  }
}
