package io.windlass.volume.snapshot;

import io.windlass.object.Revision;
import java.time.Instant;
import java.util.Optional;

/**
 * Object of a snapshot.
 *
 * @param key key without the prefix of its volume
 * @param version version that the bucket keeps; empty: the object was copied beside the manifest
 * @param copy number of the copy within its page, if the object was copied
 * @param size size in bytes
 * @param modified modification time by the server's clock
 * @param revision revision that the version must have when it is copied; empty: any
 */
record ManifestEntry(
    String key,
    Optional<String> version,
    int copy,
    long size,
    Instant modified,
    Optional<Revision> revision) {

  /** Returns this object with the number of its copy. */
  ManifestEntry copied(int number) {
    return new ManifestEntry(key, version, number, size, modified, revision);
  }
}
