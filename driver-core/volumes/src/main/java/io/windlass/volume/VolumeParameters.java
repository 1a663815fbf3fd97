package io.windlass.volume;

import io.windlass.backend.BucketSettings;
import io.windlass.provision.BucketNames;
import io.windlass.provision.BucketParameters;
import io.windlass.provision.BucketParameters.WhenNotEmpty;
import io.windlass.provision.Parameter;
import io.windlass.provision.ParameterReader;
import io.windlass.registry.VolumeRecord.WhenDeleted;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Parameters of a StorageClass.
 *
 * @param forBucket parameters of the volume's own bucket, the same as in a BucketClass of COSI
 * @param sharedBucket bucket in which the volume is a folder; empty: the volume has its own bucket
 * @param whenDeleted what happens to the files of a deleted volume
 * @param maxObjects most objects that the volume may hold, as written; empty: any number
 * @param mount mount parameters, passed on as written
 */
public record VolumeParameters(
    BucketParameters forBucket,
    Optional<String> sharedBucket,
    WhenDeleted whenDeleted,
    Optional<String> maxObjects,
    Map<String, String> mount) {
  /**
   * Bucket parameters that make no sense for a volume: deleting a volume always empties its bucket,
   * and must be able to.
   */
  private static final Set<String> NOT_FOR_VOLUMES =
      Set.of("whenNotEmpty", "objectLock", "retentionDays");

  /**
   * Ignored parameters: names of the Kubernetes objects that a volume is for. The
   * external-provisioner sends them if it is told to ({@code --extra-create-metadata}).
   */
  private static final Set<String> PASSED_OVER =
      Set.of(
          "csi.storage.k8s.io/pvc/name",
          "csi.storage.k8s.io/pvc/namespace",
          "csi.storage.k8s.io/pv/name");

  /** Bucket parameters that make sense for a folder of a shared bucket, too. */
  private static final Set<String> FOR_ALL_VOLUMES = Set.of("backend", "namePrefix");

  private static final String SHARED = "bucket";

  private static final List<Parameter> OWN =
      List.of(
          new Parameter(
              SHARED,
              "the name of a bucket",
              "a bucket of its own for each volume",
              "Make each volume a folder of this bucket, which is made if it is missing, and is"
                  + " never deleted."),
          new Parameter(
              "onDelete",
              "Delete, Retain",
              "Delete",
              "Whether the files of a volume are deleted with it."));

  private static final List<Parameter> OF_BUCKETS =
      BucketParameters.ALL.stream()
          .filter(parameter -> !NOT_FOR_VOLUMES.contains(parameter.name()))
          .toList();

  /** All parameters, in the order that documents show. */
  public static final List<Parameter> ALL =
      Stream.of(OF_BUCKETS, OWN, List.of(ChangeableParameters.MAX_OBJECTS), MountParameters.ALL)
          .flatMap(List::stream)
          .toList();

  public VolumeParameters {
    mount = Map.copyOf(mount);
  }

  /**
   * Reads parameters.
   *
   * @throws io.windlass.error.DriverException.InvalidArgument naming everything that is unknown or
   *     wrong
   */
  public static VolumeParameters parse(Map<String, String> all) {
    Map<String, String> given = new TreeMap<>(all);
    given.keySet().removeAll(PASSED_OVER);
    ParameterReader reader = new ParameterReader(given, ALL);
    BucketParameters forBucket = BucketParameters.read(reader);
    Optional<String> shared =
        reader.read(
            SHARED, "the name of a bucket", text -> Optional.of(text).filter(BucketNames::isValid));
    WhenDeleted whenDeleted =
        reader
            .read("onDelete", "Delete or Retain", VolumeParameters::whenDeleted)
            .orElse(WhenDeleted.DELETE);
    Optional<String> maxObjects = ChangeableParameters.maxObjects(reader);
    Map<String, String> mount = MountParameters.read(reader, MountParameters.ALL);
    String ofTheBucket = ofTheBucket(given);
    if (shared.isPresent() && !ofTheBucket.isEmpty()) {
      reader.problem(
          "parameter bucket makes volumes in a shared bucket, whose settings a volume cannot"
              + " change: leave out "
              + ofTheBucket);
    }
    reader.finish();
    return new VolumeParameters(forBucket, shared, whenDeleted, maxObjects, mount);
  }

  private static Optional<WhenDeleted> whenDeleted(String text) {
    return switch (text) {
      case "Delete" -> Optional.of(WhenDeleted.DELETE);
      case "Retain" -> Optional.of(WhenDeleted.RETAIN);
      default -> Optional.empty();
    };
  }

  /** Returns the names of the given parameters that make sense only for the volume's own bucket. */
  private static String ofTheBucket(Map<String, String> given) {
    return OF_BUCKETS.stream()
        .map(Parameter::name)
        .filter(name -> !FOR_ALL_VOLUMES.contains(name) && given.containsKey(name))
        .collect(Collectors.joining(", "));
  }

  /**
   * Returns the parameters of the volume's own bucket, including the changeable ones and the
   * region.
   */
  BucketParameters bucketWith(ChangeableParameters changeable, Optional<String> region) {
    BucketSettings settings = changeable.over(forBucket.settings());
    return new BucketParameters(
        forBucket.backend(),
        forBucket.naming(),
        region.map(settings::in).orElse(settings),
        WhenNotEmpty.REFUSE);
  }

  /** Returns the region of the bucket, if a class names one. */
  Optional<String> region() {
    return forBucket.settings().region();
  }

  /** Returns the initial values of the parameters that can be changed later. */
  Map<String, String> changeable() {
    return maxObjects
        .map(text -> Map.of(ChangeableParameters.MAX_OBJECTS.name(), text))
        .orElse(Map.of());
  }

  /**
   * Returns the fields by which a repeated request is compared: those that differ from the default.
   */
  public Map<String, String> fingerprint() {
    Map<String, String> fields = new TreeMap<>(forBucket.fingerprint().fields());
    sharedBucket.ifPresent(name -> fields.put(SHARED, name));
    if (whenDeleted == WhenDeleted.RETAIN) {
      fields.put("onDelete", "Retain");
    }
    maxObjects.ifPresent(text -> fields.put(ChangeableParameters.MAX_OBJECTS.name(), text));
    fields.putAll(mount);
    return fields;
  }
}
