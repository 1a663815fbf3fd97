package io.windlass.test.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.Credential;
import io.windlass.backend.Backend;
import io.windlass.cli.stores.Stores;
import io.windlass.config.BackendEntry;
import io.windlass.config.Configuration;
import io.windlass.error.DriverException;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAccount;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.provision.BucketId;
import io.windlass.provision.BucketParameters;
import io.windlass.provision.Buckets;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.provision.ProvisionedBucket;
import io.windlass.provision.grant.AccessParameters;
import io.windlass.provision.grant.AccountId;
import io.windlass.provision.grant.BucketAccess;
import io.windlass.provision.grant.CredentialSeal;
import io.windlass.provision.grant.GrantRequest;
import io.windlass.provision.grant.GrantRotation;
import io.windlass.provision.grant.Grants;
import io.windlass.registry.Owner;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.secret.Keyring;
import io.windlass.secret.KeyringFile;
import io.windlass.store.contract.access.Workload;
import io.windlass.store.contract.access.Workload.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Access to a container on the FAKE whose account key was regenerated, and the audit of it. */
class AccountKeyAuditTest {
  private final FakeAzure fake = new FakeAzure();
  private final FakeAccount account = fake.add("audited", AccountSettings.FLAT);
  private final BucketId bucket = new BucketId("store", "data");
  private final AccountId access = AccountId.of("store", "ba");
  @TempDir private Path directory;

  @AfterEach
  void close() {
    fake.close();
  }

  private record Driver(Backend backend, Buckets buckets, Grants grants, GrantRotation rotation) {
    static Driver of(Backend backend, String registry, KeyringFile keys) {
      OpenBackends backends =
          new OpenBackends(
              List.of(
                  new OpenBackend(
                      backend,
                      new Registry(
                          new RegistryBucket(backend, registry, true), Owner.current("a test")),
                      registry)));
      CallsInFlight inFlight = new CallsInFlight();
      Buckets buckets = Buckets.forClaims(backends, inFlight);
      CredentialSeal seal = new CredentialSeal(keys);
      return new Driver(
          backend,
          buckets,
          new Grants(backends, buckets, inFlight, seal, InstantSource.system()),
          new GrantRotation(backends, inFlight, seal, InstantSource.system()));
    }

    Outcome write(Credential credential, BucketId to) {
      try (Workload workload = Workload.open(credential, backend.locate(to.bucket()))) {
        return workload.write("key");
      }
    }
  }

  /** The record must not say that a token works which nobody was given. */
  @Test
  void whoAsksAgainHasATokenThatWorksAndTheAuditTellsWhoHasNot() throws Exception {
    Map<String, String> environment = environment();
    BackendEntry entry = Configuration.read(environment, Stores.kinds()).backends().getFirst();
    KeyringFile keys = new KeyringFile(directory.resolve("keys"));
    try (Backend backend = entry.config().open(keys)) {
      Driver driver = Driver.of(backend, entry.registry().bucket(), keys);
      ProvisionedBucket _ = driver.buckets.create(bucket, BucketParameters.DEFAULT);
      Credential old = grant(driver);

      Files.writeString(directory.resolve("accountKey"), account.secondKey().reveal());
      account.regenerateKey();
      assertThat(driver.write(old, bucket)).isNotEqualTo(Outcome.ALLOWED);
      assertThat(audit(environment, "--fix"))
          .contains(
              "✗ store/ba, access that does not work as granted: its token is signed by another key"
                  + " of the storage account than the driver has",
              "→ give its workload a new key: windlass rotate store/ba --to FILE")
          .doesNotContain("repaired", account.secondKey().reveal());
      assertThatExceptionOfType(DriverException.FailedPrecondition.class)
          .isThrownBy(() -> driver.rotation.retireOldKeys(access))
          .withMessageContaining("another key of the storage account");

      Credential again = grant(driver);
      assertThat(driver.write(again, bucket)).isEqualTo(Outcome.ALLOWED);
      assertThat(grant(driver)).isEqualTo(again);
      assertThat(audit(environment)).doesNotContain("store/ba");

      Files.writeString(directory.resolve("accountKey"), account.key().reveal());
      Credential rotated = driver.rotation.rotate(access);
      assertThat(driver.write(again, bucket)).as("its key is there").isEqualTo(Outcome.ALLOWED);
      assertThat(driver.write(rotated, bucket)).isEqualTo(Outcome.ALLOWED);
      driver.rotation.retireOldKeys(access);
      assertThat(driver.write(again, bucket)).isNotEqualTo(Outcome.ALLOWED);
      assertThat(grant(driver)).isEqualTo(rotated);
    }
  }

  private Credential grant(Driver driver) {
    AccessModes modes = AccessModes.ofData(AccessMode.READ_WRITE, driver.backend.capabilities());
    return driver
        .grants
        .grant(
            new GrantRequest(
                access, List.of(new BucketAccess(bucket, modes)), AccessParameters.DEFAULT))
        .credential();
  }

  private Map<String, String> environment() throws IOException {
    Files.writeString(directory.resolve("accountKey"), account.key().reveal());
    Path keys = directory.resolve("keys");
    Files.writeString(keys, Keyring.generate().reveal());
    Map<String, String> environment = new HashMap<>();
    environment.put("WINDLASS_BACKENDS", "store");
    environment.put("WINDLASS_STORE_KIND", "azure");
    environment.put("WINDLASS_STORE_ACCOUNT", account.name());
    environment.put("WINDLASS_STORE_ENDPOINT", account.endpoint().toString());
    environment.put("WINDLASS_STORE_CREDENTIALS", directory.toString());
    environment.put("WINDLASS_STORE_REGISTRY_BUCKET", "registry");
    environment.put("WINDLASS_KEYS", keys.toString());
    environment.put("COSI_ENDPOINT", "unix://" + directory.resolve("cosi.sock"));
    return environment;
  }

  private static String audit(Map<String, String> environment, String... options) {
    String[] all = new String[options.length + 1];
    all[0] = "audit";
    System.arraycopy(options, 0, all, 1, options.length);
    Launch.Outcome outcome = Launch.inThisJvm(all).in(environment).run();
    return outcome.out().replaceAll("\\s+", " ") + outcome.err();
  }
}
