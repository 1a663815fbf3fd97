package io.windlass.volume;

import io.windlass.provision.BucketId;
import io.windlass.provision.BucketNames;
import io.windlass.provision.ConfiguredBackends;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What callers know a volume by: {@code <backend>/<bucket>} where it has the bucket to itself,
 * {@code <backend>/<bucket>/<folder>} where it is a folder of a shared one. Deletes arrive with
 * nothing else, so it carries its routing. A volume that has a bucket has the id of that bucket in
 * COSI, too.
 *
 * @param folder the part of the bucket, without slashes; empty: all of it
 */
public record VolumeId(String backend, String bucket, Optional<String> folder) {
  private static final Pattern FOLDER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

  /**
   * Reads an id.
   *
   * @return empty for what cannot be a volume of a configured backend: to be treated as unknown
   */
  public static Optional<VolumeId> parse(String text, ConfiguredBackends backends) {
    String[] parts = text.split("/", -1);
    if (parts.length < 2 || parts.length > 3 || backends.find(parts[0]).isEmpty()) {
      return Optional.empty();
    }
    Optional<String> folder = parts.length == 3 ? Optional.of(parts[2]) : Optional.empty();
    if (!BucketNames.isValid(parts[1]) || !folder.map(VolumeId::isFolder).orElse(true)) {
      return Optional.empty();
    }
    return Optional.of(new VolumeId(parts[0], parts[1], folder));
  }

  /** Whether a volume can be called so within a shared bucket. */
  public static boolean isFolder(String name) {
    return FOLDER.matcher(name).matches();
  }

  /** The bucket that holds it. */
  public BucketId bucketId() {
    return new BucketId(backend, bucket);
  }

  /** What the keys of its objects begin with: empty, or a folder and a slash. */
  public String prefix() {
    return folder.map(name -> name + "/").orElse("");
  }

  /** The id of its record in the backend's registry. */
  public String recordId() {
    return folder.map(name -> bucket + "/" + name).orElse(bucket);
  }

  @Override
  public String toString() {
    return backend + "/" + recordId();
  }
}
