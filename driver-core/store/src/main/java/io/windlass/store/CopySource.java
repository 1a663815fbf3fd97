package io.windlass.store;

import io.windlass.object.ObjectInfo;
import io.windlass.object.Revision;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Source of a server-side copy.
 *
 * @param bucket a bucket of the same backend
 * @param version this version instead of the newest
 * @param ifMatch copy only the object with this {@link ObjectInfo#revision()}
 * @param size length of the object in bytes, if the caller knows it: the time limit of the request
 *     follows from it, and the store need not ask the server for it first. It is not a condition
 */
public record CopySource(
    String bucket,
    String key,
    Optional<String> version,
    Optional<Revision> ifMatch,
    OptionalLong size) {

  /** Returns the newest version of {@code key} in {@code bucket} as source. */
  public static CopySource of(String bucket, String key) {
    return new CopySource(bucket, key, Optional.empty(), Optional.empty(), OptionalLong.empty());
  }

  /** Returns this source, on the condition that the object has this revision. */
  public CopySource withIfMatch(Revision revision) {
    return new CopySource(bucket, key, version, Optional.of(revision), size);
  }

  /** Returns this source with this version. */
  public CopySource withVersion(String wanted) {
    return new CopySource(bucket, key, Optional.of(wanted), ifMatch, size);
  }

  /** Returns this source with its length in bytes. */
  public CopySource withSize(long bytes) {
    return new CopySource(bucket, key, version, ifMatch, OptionalLong.of(bytes));
  }
}
