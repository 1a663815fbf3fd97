package io.windlass.store.local;

import java.util.Optional;
import java.util.function.Supplier;
import org.gaul.s3proxy.S3Operation;
import org.jspecify.annotations.Nullable;

/**
 * One request, as far as the store below S3Proxy's request handler needs to know it.
 *
 * @param asksLocation whether it is GetBucketLocation, which S3Proxy answers without a call to a
 *     store
 * @param operation S3 operation of the request; known only after the signature was checked
 * @param bucket bucket in the address, or empty
 * @param key key in the address, or empty
 * @param ifMatch header If-Match
 * @param ifNoneMatch header If-None-Match
 */
record Call(
    boolean asksLocation,
    Supplier<@Nullable S3Operation> operation,
    String bucket,
    String key,
    Optional<String> ifMatch,
    Optional<String> ifNoneMatch) {

  /** The absence of a call. */
  static final Call NONE = new Call(false, () -> null, "", "", Optional.empty(), Optional.empty());

  /** Returns the same call for another address. */
  Call at(@Nullable String otherBucket, @Nullable String otherKey) {
    return new Call(
        asksLocation,
        operation,
        otherBucket == null ? "" : otherBucket,
        otherKey == null ? "" : otherKey,
        ifMatch,
        ifNoneMatch);
  }
}
