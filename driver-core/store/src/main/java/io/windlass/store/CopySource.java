package io.windlass.store;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * An object that the server copies from.
 *
 * @param bucket a bucket of the same backend
 * @param version this version instead of the newest
 * @param ifMatch copy only the object with this {@link ObjectInfo#revision()}
 * @param size its length in bytes, if the caller knows it: the server is given time by it and need
 *     not be asked before. It is no condition
 */
public record CopySource(
    String bucket,
    String key,
    Optional<String> version,
    Optional<Revision> ifMatch,
    OptionalLong size) {

  /** The newest version of {@code key} in {@code bucket}. */
  public static CopySource of(String bucket, String key) {
    return new CopySource(bucket, key, Optional.empty(), Optional.empty(), OptionalLong.empty());
  }

  /** Only if it is still this object. */
  public CopySource withIfMatch(Revision revision) {
    return new CopySource(bucket, key, version, Optional.of(revision), size);
  }

  /** This version. */
  public CopySource withVersion(String wanted) {
    return new CopySource(bucket, key, Optional.of(wanted), ifMatch, size);
  }

  /** Of this length. */
  public CopySource withSize(long bytes) {
    return new CopySource(bucket, key, version, ifMatch, OptionalLong.of(bytes));
  }
}
