package io.windlass.volume;

import io.windlass.provision.BucketId;
import io.windlass.provision.BucketNames;
import io.windlass.provision.OpenBackends;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Id of a volume, as callers know it: {@code <backend>/<bucket>} if the volume has its own bucket,
 * {@code <backend>/<bucket>/<folder>} if it is a folder of a shared bucket. It names the backend
 * because a delete request has nothing else. The id of a volume with its own bucket is also the id
 * of that bucket in COSI.
 *
 * @param folder name of the volume's folder in the bucket, without slashes; empty: the volume is
 *     the whole bucket
 */
public record VolumeId(String backend, String bucket, Optional<String> folder) {
  private static final Pattern FOLDER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

  /**
   * Reads an id.
   *
   * @return empty if it cannot be a volume of a configured backend: to be treated as unknown
   */
  public static Optional<VolumeId> parse(String text, OpenBackends backends) {
    String[] parts = text.split("/", -1);
    if (parts.length < 2 || parts.length > 3 || backends.find(parts[0]).isEmpty()) {
      return Optional.empty();
    }
    Optional<String> folder = parts.length == 3 ? Optional.of(parts[2]) : Optional.empty();
    if (!BucketNames.mayExist(parts[1]) || !folder.map(VolumeId::isFolder).orElse(true)) {
      return Optional.empty();
    }
    return Optional.of(new VolumeId(parts[0], parts[1], folder));
  }

  /** Returns whether a volume's folder in a shared bucket can have this name. */
  public static boolean isFolder(String name) {
    return FOLDER.matcher(name).matches();
  }

  /** Returns the id of the bucket that holds the volume. */
  public BucketId bucketId() {
    return new BucketId(backend, bucket);
  }

  /** Returns the prefix of the keys of its objects: empty, or the folder and a slash. */
  public String prefix() {
    return folder.map(name -> name + "/").orElse("");
  }

  /** Returns the id of its record in the backend's registry. */
  public String recordId() {
    return folder.map(name -> bucket + "/" + name).orElse(bucket);
  }

  @Override
  public String toString() {
    return backend + "/" + recordId();
  }
}
