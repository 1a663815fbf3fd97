package io.windlass.cosi.sanity.trial;

import io.windlass.cosi.sanity.wire.StorageProtocol;
import java.time.Duration;
import java.util.Map;

/**
 * Settings of the checks for one driver.
 *
 * @param parameters parameters of every bucket, as a BucketClass would have them
 * @param otherParameters other valid parameters, which make a different bucket; empty: none are
 *     known
 * @param accessParameters parameters of every access, as a BucketAccessClass would have them
 * @param protocol protocol to request for buckets
 * @param concurrency number of calls at once where a check makes many
 * @param timeout longest wait for one call, and for a driver to come back
 * @param settle longest wait until the storage server follows a grant or a revoke
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
