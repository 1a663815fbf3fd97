package io.windlass.store;

import java.util.Optional;

/**
 * An object that the server copies from.
 *
 * @param bucket a bucket of the same backend
 * @param version this version instead of the newest
 * @param ifMatch copy only the object with this {@link ObjectInfo#etag()}
 */
public record CopySource(
    String bucket, String key, Optional<String> version, Optional<String> ifMatch) {

  /** The newest version of {@code key} in {@code bucket}. */
  public static CopySource of(String bucket, String key) {
    return new CopySource(bucket, key, Optional.empty(), Optional.empty());
  }

  /** Only if it is still this object. */
  public CopySource withIfMatch(String etag) {
    return new CopySource(bucket, key, version, Optional.of(etag));
  }

  /** This version. */
  public CopySource withVersion(String wanted) {
    return new CopySource(bucket, key, Optional.of(wanted), ifMatch);
  }
}
