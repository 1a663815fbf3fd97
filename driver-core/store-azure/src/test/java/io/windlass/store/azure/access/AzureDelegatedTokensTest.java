package io.windlass.store.azure.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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
import io.windlass.object.Content;
import io.windlass.store.PutOptions;
import io.windlass.store.azure.AzureBackend;
import io.windlass.store.azure.FakeBackends;
import io.windlass.store.azure.FakeIdentities;
import io.windlass.store.contract.access.Workload;
import io.windlass.store.contract.access.Workload.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
    AccessModes modes = new AccessModes(AccessMode.READ_ONLY, AccessMode.ANY, AccessMode.ANY);
    return new Principal(
        "ba-1",
        List.of(new BucketGrant("photos", "", modes, Set.of())),
        expiry,
        Optional.empty(),
        Optional.of(Signing.USER_DELEGATION));
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
  void aDriverWithoutAnIdentityIsToldSo(@TempDir Path directory) throws IOException {
    try (AzureBackend keyed =
        FakeBackends.open(fake.add("keyed", AccountSettings.FLAT), directory)) {
      assertThatExceptionOfType(DriverException.FailedPrecondition.class)
          .isThrownBy(() -> keyed.access().check(reader(in(Duration.ofHours(1)))))
          .withMessageContaining("has no identity: put the files tenantId, clientId");
    }
  }
}
