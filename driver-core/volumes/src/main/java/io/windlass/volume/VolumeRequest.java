package io.windlass.volume;

import io.windlass.provision.BucketNames;
import io.windlass.provision.ConfiguredBackends;
import io.windlass.registry.Fingerprint;
import io.windlass.registry.VolumeRecord;
import io.windlass.registry.VolumeRecord.Origin;
import io.windlass.registry.VolumeRecord.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A volume that is asked for.
 *
 * @param name suggested by the caller, any text at all: asking for it again is asking for the same
 * @param source what its first files are; empty: there are none
 * @param regions from where it is to be reached
 */
public record VolumeRequest(
    String name,
    CapacityRange capacity,
    VolumeParameters parameters,
    ChangeableParameters changeable,
    Optional<ContentSource> source,
    RegionRequirement regions) {
  /** Longest id, as CSI has it for all strings. */
  private static final int MAX_ID_BYTES = 128;

  /**
   * What the volume will be known by: the same for the same name.
   *
   * @throws io.windlass.store.DriverException.InvalidArgument when it does not say on which backend
   */
  VolumeId id(ConfiguredBackends backends) {
    String backend = backends.choose(parameters.forBucket().backend()).backend().name();
    String named = parameters.forBucket().prefixed(name);
    if (parameters.sharedBucket().isEmpty()) {
      return new VolumeId(backend, BucketNames.of(named), Optional.empty());
    }
    String shared = parameters.sharedBucket().get();
    int room = MAX_ID_BYTES - backend.length() - shared.length() - 2;
    return new VolumeId(backend, shared, Optional.of(BucketNames.folderOf(named, room)));
  }

  /** What a repeated request is compared by; capacities are compared as ranges. */
  Fingerprint fingerprint() {
    Map<String, String> fields = new TreeMap<>(parameters.fingerprint());
    fields.put("name", name);
    changeable.given().forEach((key, value) -> fields.put("mutable " + key, value));
    source.ifPresent(from ->
        fields.put(
            "source",
            switch (from) {
              case ContentSource.OfSnapshot(String id) -> "snapshot " + id;
              case ContentSource.OfVolume(String id) -> "volume " + id;
            }));
    return Fingerprint.of(fields);
  }

  /** Of what a record was asked to be, what its class said. */
  static Fingerprint ofClass(Fingerprint recorded) {
    Map<String, String> fields = recorded.fields();
    fields
        .keySet()
        .removeIf(key -> key.equals("name") || key.equals("source") || key.startsWith("mutable "));
    return Fingerprint.of(fields);
  }

  /**
   * What is written down before anything is made.
   *
   * @param region where its bucket is to lie
   */
  VolumeRecord intent(Optional<String> region) {
    Map<String, String> inForce = new TreeMap<>(parameters.changeable());
    inForce.putAll(changeable.given());
    return new VolumeRecord(
        State.CREATING,
        Origin.CREATED,
        name,
        fingerprint(),
        capacity.bytes(),
        parameters.whenDeleted(),
        parameters.mount(),
        inForce,
        source.map(Volume::record),
        region,
        List.of());
  }
}
