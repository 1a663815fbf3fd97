package io.windlass.store.local;

import java.util.Optional;
import java.util.function.Supplier;
import org.gaul.s3proxy.S3Operation;
import org.jspecify.annotations.Nullable;

/**
 * One request, as it is seen from below S3Proxy's request handler.
 *
 * @param asksLocation whether it is the one call that S3Proxy answers without asking a store
 * @param operation what is asked for; known once the signature was checked, and not before
 * @param bucket the bucket in the address, empty for none
 * @param key the key in the address, empty for none
 * @param ifMatch the header of that name
 * @param ifNoneMatch the header of that name
 */
record Call(
    boolean asksLocation,
    Supplier<@Nullable S3Operation> operation,
    String bucket,
    String key,
    Optional<String> ifMatch,
    Optional<String> ifNoneMatch) {

  /** No call at all. */
  static final Call NONE = new Call(false, () -> null, "", "", Optional.empty(), Optional.empty());

  /** The same call for what another address names. */
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
