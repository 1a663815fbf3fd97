package io.windlass.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.Credential;
import io.windlass.access.ServiceAccount;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.provision.grant.AccessParameters;
import io.windlass.provision.grant.AccountId;
import io.windlass.provision.grant.BucketAccess;
import io.windlass.provision.grant.CredentialSeal;
import io.windlass.provision.grant.GrantRequest;
import io.windlass.provision.grant.Grants;
import io.windlass.provision.iam.FakeIamBackend;
import io.windlass.provision.iam.IamRole;
import io.windlass.registry.Owner;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.secret.Keyring;
import io.windlass.store.s3.client.S3Protocol;
import io.windlass.testing.UniqueName;
import io.windlass.testing.crash.CrashTrials;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The driver dies at every request that it makes to the FAKE of IAM for access of service accounts:
 * afterwards there is one role for each access that is recorded.
 */
class FakeIamRoleCrashTest {
  private final FakeIamBackend server;

  FakeIamRoleCrashTest(@TempDir Path directory) {
    this.server = FakeIamBackend.open(directory.resolve("store"));
  }

  @AfterEach
  void close() {
    server.close();
  }

  private enum Step {
    GRANT,
    GRANT_AGAIN,
    /** Somebody deleted the policy on the server. */
    GRANT_WHAT_WAS_LOST,
    REVOKE
  }

  private record Driver(Grants grants, Registry registry) {}

  /** One access, in a registry of its own. */
  private static final class Story implements CrashTrials.Story<Step> {
    private final FakeIamBackend server;
    private final BucketId bucket;
    private final AccountId account;
    private final String registryBucket = UniqueName.of("registry");
    private boolean lost;

    Story(FakeIamBackend server) {
      this.server = server;
      this.bucket = new BucketId(server.name(), UniqueName.of("crash"));
      this.account = AccountId.of(server.name(), UniqueName.of("ba"));
      server.buckets().create(bucket.bucket(), BucketSettings.DEFAULT);
      // Without it, a revoke does not know whether anything was granted.
      server.buckets().create(registryBucket, BucketSettings.DEFAULT);
    }

    private Driver driver(Backend backend) {
      Registry registry =
          new Registry(
              new RegistryBucket(backend, registryBucket, true),
              Owner.current("test:/a.sock"),
              () -> 0);
      OpenBackends backends =
          new OpenBackends(List.of(new OpenBackend(backend, registry, registryBucket)));
      Keyring ring = Keyring.parse(Keyring.generate());
      return new Driver(
          new Grants(
              backends,
              Buckets.forClaims(backends, new CallsInFlight()),
              new CallsInFlight(),
              new CredentialSeal(() -> ring),
              InstantSource.system()),
          registry);
    }

    @Override
    public void run(Step step, Backend backend) {
      Driver driver = driver(backend);
      switch (step) {
        case GRANT, GRANT_AGAIN -> grant(driver);
        case GRANT_WHAT_WAS_LOST -> {
          if (!lost) {
            roles().forEach(role -> server.iam().deleteRolePolicy(role.name()));
          }
          lost = true;
          grant(driver);
        }
        case REVOKE -> driver.grants.revoke(account);
      }
    }

    private void grant(Driver driver) {
      AccessModes modes = new AccessModes(AccessMode.READ_WRITE, AccessMode.ANY, AccessMode.ANY);
      GrantRequest request =
          new GrantRequest(
              account,
              List.of(new BucketAccess(bucket, modes)),
              AccessParameters.DEFAULT,
              Optional.of(new ServiceAccount("team", "app", Optional.empty())));
      assertThat(driver.grants.grant(request).credential())
          .isEqualTo(
              new Credential.OwnIdentity(
                  S3Protocol.S3,
                  Optional.of(
                      "arn:aws:iam::111122223333:role/windlass/windlass-" + account.account())));
    }

    private List<IamRole> roles() {
      return server.iam().roles().stream()
          .filter(role -> account.account().equals(role.tags().get("windlass-account")))
          .toList();
    }

    @Override
    public void check(Step step, Backend backend) {
      if (step == Step.REVOKE) {
        requireGone(backend);
      } else {
        assertThat(roles())
            .singleElement()
            .satisfies(role -> assertThat(role.policy()).isPresent());
        grant(driver(backend));
      }
    }

    private void requireGone(Backend backend) {
      assertThat(driver(backend).registry.find(RecordKind.GRANTS, account.account())).isEmpty();
      assertThat(roles()).isEmpty();
    }

    @Override
    public void requireNothingLeft(Backend backend) {
      driver(backend).grants.revoke(account);
      requireGone(backend);
      server.buckets().delete(bucket.bucket());
    }
  }

  @TestFactory
  Stream<DynamicTest> diesAtEveryRequestAndTheSameIsAskedAgain() {
    return CrashTrials.of(Step.class, () -> server, _ -> new Story(server), true);
  }

  @TestFactory
  Stream<DynamicTest> diesAtEveryRequestAndAccessIsRevoked() {
    return CrashTrials.of(Step.class, () -> server, _ -> new Story(server), false);
  }
}
