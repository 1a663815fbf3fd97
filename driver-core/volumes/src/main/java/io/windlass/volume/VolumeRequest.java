package io.windlass.volume;

import io.windlass.provision.BucketNaming;
import io.windlass.provision.OpenBackends;
import io.windlass.registry.Fingerprint;
import io.windlass.registry.VolumeRecord;
import io.windlass.registry.VolumeRecord.Origin;
import io.windlass.registry.VolumeRecord.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Request for a volume.
 *
 * @param name name that the caller suggests, any text; a request with the same name is for the same
 *     volume
 * @param source source of its first files; empty: it begins without files
 * @param regions regions from which it must be accessible
 */
public record VolumeRequest(
    String name,
    CapacityRange capacity,
    VolumeParameters parameters,
    ChangeableParameters changeable,
    Optional<ContentSource> source,
    RegionRequirement regions) {
  /** Longest id in bytes, the limit of CSI for all strings. */
  private static final int MAX_ID_BYTES = 128;

  /**
   * Returns the id of the volume; the same name gives the same id.
   *
   * @throws io.windlass.error.DriverException.InvalidArgument when the backend is not configured,
   *     or none is named and there are several
   */
  VolumeId id(OpenBackends backends) {
    String backend = backends.choose(parameters.forBucket().backend()).backend().name();
    BucketNaming naming = parameters.forBucket().naming();
    if (parameters.sharedBucket().isEmpty()) {
      return new VolumeId(backend, naming.of(name), Optional.empty());
    }
    String shared = parameters.sharedBucket().get();
    int room = MAX_ID_BYTES - backend.length() - shared.length() - 2;
    return new VolumeId(backend, shared, Optional.of(naming.folder(name, room)));
  }

  /**
   * Returns the fields by which a repeated request is compared. The capacity is not among them,
   * because capacities are compared as ranges.
   */
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

  /** Returns those fields of a recorded request that came from its StorageClass. */
  static Fingerprint ofClass(Fingerprint recorded) {
    Map<String, String> fields = recorded.fields();
    fields
        .keySet()
        .removeIf(key -> key.equals("name") || key.equals("source") || key.startsWith("mutable "));
    return Fingerprint.of(fields);
  }

  /**
   * Returns the record that is written before anything is created.
   *
   * @param region region of its bucket
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
