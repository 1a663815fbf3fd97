package io.windlass.cosi.sanity.check;

import io.windlass.cosi.sanity.wire.StorageProtocol;
import java.time.Duration;
import java.util.Map;

/**
 * What the checks are told about the driver.
 *
 * @param parameters of every bucket, as a BucketClass would give them
 * @param otherParameters other ones that are valid too and make a different bucket; empty: none
 *     known
 * @param accessParameters of every access, as a BucketAccessClass would give them
 * @param protocol what buckets are asked to speak
 * @param concurrency calls at once where many are made
 * @param timeout longest wait for one call, and for a driver to come back
 * @param settle longest wait for the storage server to follow a grant or a revoke
 */
public record SanitySettings(
    Map<String, String> parameters,
    Map<String, String> otherParameters,
    Map<String, String> accessParameters,
    StorageProtocol protocol,
    int concurrency,
    Duration timeout,
    Duration settle) {
  public SanitySettings {
    parameters = Map.copyOf(parameters);
    otherParameters = Map.copyOf(otherParameters);
    accessParameters = Map.copyOf(accessParameters);
  }
}
