package io.windlass.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.windlass.backend.Backend;
import io.windlass.provision.Buckets;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.Emptier;
import io.windlass.provision.LeasedOperation;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.provision.grant.AccountId;
import io.windlass.provision.grant.CredentialSeal;
import io.windlass.provision.grant.Grants;
import io.windlass.registry.Owner;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.secret.Keyring;
import io.windlass.testing.UniqueName;
import io.windlass.volume.snapshot.SnapshotServices;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Volumes of one backend, with a registry of their own that must be empty in the end. */
final class TestVolumes implements AutoCloseable {
  private static final Keyring RING = Keyring.parse(Keyring.generate());

  private final Backend backend;
  private final String registryBucket;
  private final Registry registry;
  private final Buckets buckets;
  private final Grants grants;
  private final Volumes volumes;

  TestVolumes(Backend backend) {
    this(backend, UniqueName.of("registry"));
  }

  /** Another driver of the same registry, whose predecessor is dead. */
  TestVolumes(Backend backend, String registryBucket) {
    this(backend, registryBucket, VolumeRules.NONE);
  }

  TestVolumes(Backend backend, String registryBucket, VolumeRules rules) {
    this.backend = backend;
    this.registryBucket = registryBucket;
    this.registry =
        new Registry(
            new RegistryBucket(backend, registryBucket, true),
            Owner.current("test:/csi.sock"),
            () -> 0);
    OpenBackends backends =
        new OpenBackends(List.of(new OpenBackend(backend, registry, registryBucket)));
    CallsInFlight inFlight = new CallsInFlight();
    this.buckets = Buckets.forVolumes(backends, inFlight);
    this.grants =
        new Grants(
            backends, buckets, inFlight, new CredentialSeal(() -> RING), InstantSource.system());
    VolumeData data =
        SnapshotServices.of(backends, buckets, inFlight, new SimpleMeterRegistry()).data();
    this.volumes = new Volumes(backends, buckets, grants, data, inFlight, rules);
  }

  Volumes volumes() {
    return volumes;
  }

  Grants grants() {
    return grants;
  }

  Buckets buckets() {
    return buckets;
  }

  String registryBucket() {
    return registryBucket;
  }

  static VolumeRequest request(String name, long bytes, Map<String, String> parameters) {
    return new VolumeRequest(
        name,
        new CapacityRange(bytes, 0),
        VolumeParameters.parse(parameters),
        ChangeableParameters.parse(Map.of()),
        Optional.empty(),
        RegionRequirement.ANY);
  }

  static Attach writer(String node) {
    return new Attach(node, VolumeAccessMode.SINGLE_NODE_WRITER, false);
  }

  /** Fails if a record is left. */
  void requireNothingLeft() {
    for (RecordKind<?> kind : List.of(RecordKind.VOLUMES, RecordKind.GRANTS, RecordKind.BUCKETS)) {
      assertThat(registry.ids(kind, Optional.empty()).items()).as(kind.folder()).isEmpty();
    }
  }

  /** Revokes the keys of all attachments, as another controller does that detaches them. */
  void revokeKeys() {
    for (String account : registry.ids(RecordKind.GRANTS, Optional.empty()).items()) {
      grants.revoke(new AccountId(backend.name(), account));
    }
  }

  /** Removes all that is in a bucket. */
  void empty(String bucket) {
    new Emptier(LeasedOperation.on(new OpenBackend(backend, registry, registryBucket)), bucket, "")
        .run();
  }

  /** Removes the registry, whatever is in it. */
  @Override
  public void close() {
    if (backend.buckets().exists(registryBucket)) {
      empty(registryBucket);
      backend.buckets().delete(registryBucket);
    }
  }
}
