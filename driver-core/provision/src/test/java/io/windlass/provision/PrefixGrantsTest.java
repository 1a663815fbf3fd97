package io.windlass.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.Credential;
import io.windlass.error.DriverException;
import io.windlass.object.Content;
import io.windlass.provision.grant.AccessParameters;
import io.windlass.provision.grant.AccountId;
import io.windlass.provision.grant.BucketAccess;
import io.windlass.provision.grant.CredentialSeal;
import io.windlass.provision.grant.GrantRequest;
import io.windlass.provision.grant.Grants;
import io.windlass.registry.GrantRecord;
import io.windlass.registry.Owner;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.secret.Keyring;
import io.windlass.store.PutOptions;
import io.windlass.store.contract.access.Workload;
import io.windlass.store.contract.access.Workload.Outcome;
import io.windlass.store.local.LocalBackend;
import io.windlass.store.local.LocalConfig;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Access to a prefix. */
class PrefixGrantsTest {
  private static final Keyring RING = Keyring.parse(Keyring.generate());
  private static final CredentialSeal SEAL = new CredentialSeal(() -> RING);
  private static final BucketId BUCKET = new BucketId("local", "shared");
  private static final AccountId ACCOUNT = AccountId.of("local", "team");
  private static final AccessParameters TEAM = AccessParameters.parse(Map.of("prefix", "team"));
  private static final AccessParameters EXACT =
      AccessParameters.parse(Map.of("prefix", "team", "prefixExact", "true"));

  @TempDir private Path directory;
  private LocalBackend backend;
  private Registry registry;
  private OpenBackends backends;
  private Grants grants;

  @BeforeEach
  void begin() {
    backend = LocalBackend.open(LocalConfig.in(directory.resolve("store")));
    registry =
        new Registry(
            new RegistryBucket(backend, "registry", true), Owner.current("test:/prefix.sock"));
    backends = new OpenBackends(List.of(new OpenBackend(backend, registry, "registry")));
    Buckets buckets = Buckets.forClaims(backends, new CallsInFlight());
    grants = new Grants(backends, buckets, new CallsInFlight(), SEAL, InstantSource.system());
    buckets.create(BUCKET, BucketParameters.DEFAULT);
    for (String key : List.of("team/file", "team-secret/file")) {
      backend.objects(BUCKET.bucket()).put(key, Content.of(new byte[] {1}), PutOptions.DEFAULT);
    }
  }

  @AfterEach
  void end() {
    backend.close();
  }

  private static GrantRequest request(AccessParameters parameters) {
    AccessModes modes = new AccessModes(AccessMode.READ_WRITE, AccessMode.ANY, AccessMode.ANY);
    return new GrantRequest(ACCOUNT, List.of(new BucketAccess(BUCKET, modes)), parameters);
  }

  private Credential grant(AccessParameters parameters) {
    return grants.grant(request(parameters)).credential();
  }

  private Outcome reads(Credential credential, String key) throws Exception {
    try (Workload workload = Workload.open(credential, backend.locate(BUCKET.bucket()))) {
      return workload.read(key);
    }
  }

  private GrantRecord record() {
    return registry.find(RecordKind.GRANTS, ACCOUNT.account()).orElseThrow().value();
  }

  @Test
  void aPrefixDoesNotReachItsNeighbour() throws Exception {
    Credential credential = grant(TEAM);
    assertThat(reads(credential, "team/file")).isEqualTo(Outcome.ALLOWED);
    assertThat(reads(credential, "team-secret/file")).isEqualTo(Outcome.DENIED);
    assertThat(record().request().fields()).containsEntry("prefix", "team/");
    assertThat(grant(AccessParameters.parse(Map.of("prefix", "team/")))).isEqualTo(credential);
  }

  @Test
  void aClassMaySayThatItDoes() throws Exception {
    Credential credential = grant(EXACT);
    assertThat(reads(credential, "team-secret/file")).isEqualTo(Outcome.ALLOWED);
    assertThat(record().request().fields()).containsEntry("prefixExact", "true");
    assertThatExceptionOfType(DriverException.AlreadyExists.class).isThrownBy(() -> grant(TEAM));
  }

  @Test
  void whatAPrefixCannotLimitIsRefused() {
    Map<String, String> action = Map.of("actions", "s3:PutBucketVersioning", "prefix", "team");
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> grant(AccessParameters.parse(action)))
        .withMessageContaining("s3:PutBucketVersioning");
  }
}
