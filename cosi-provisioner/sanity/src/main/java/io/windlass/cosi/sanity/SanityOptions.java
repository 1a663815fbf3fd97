package io.windlass.cosi.sanity;

import io.windlass.cosi.sanity.gcs.GcsSessions;
import io.windlass.cosi.sanity.store.ProxyRule;
import io.windlass.cosi.sanity.trial.Restart;
import io.windlass.cosi.sanity.wire.Endpoint;
import io.windlass.cosi.sanity.wire.StorageProtocol;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Options of a run.
 *
 * @param endpoint socket of the driver
 * @param revisions revisions to test, one after the other
 * @param parameters parameters of every bucket
 * @param otherParameters parameters that make an incompatible bucket; empty: none are known
 * @param accessParameters parameters of every access
 * @param protocol protocol to request for buckets; empty: the one that is tried, or S3, if the
 *     driver serves it, else the first protocol that it serves
 * @param tried protocol of the storage server on which credentials are tried; empty: they are not
 *     tried
 * @param gcsEndpoint where the XML API of Google is, if credentials are tried there
 * @param proxies which way requests to the storage server go
 * @param restart restarts the driver; empty: the driver is never restarted
 * @param selection checks to run
 * @param concurrency number of calls at once where a check makes many, 2 to 1000
 * @param timeout longest wait for one call
 * @param settle longest wait until the storage server follows a grant or a revoke
 * @param seed seed of the random names
 */
public record SanityOptions(
    Endpoint endpoint,
    RevisionChoice revisions,
    Map<String, String> parameters,
    Map<String, String> otherParameters,
    Map<String, String> accessParameters,
    Optional<StorageProtocol> protocol,
    Optional<StorageProtocol> tried,
    URI gcsEndpoint,
    ProxyRule proxies,
    Optional<Restart> restart,
    Selection selection,
    int concurrency,
    Duration timeout,
    Duration settle,
    long seed) {

  private static final int MAX_CONCURRENCY = 1000;

  public SanityOptions {
    parameters = Map.copyOf(parameters);
    otherParameters = Map.copyOf(otherParameters);
    accessParameters = Map.copyOf(accessParameters);
    if (concurrency < 2 || concurrency > MAX_CONCURRENCY) {
      throw new IllegalArgumentException(
          "concurrency must be from 2 to %d, but is %d".formatted(MAX_CONCURRENCY, concurrency));
    }
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("timeout must be more than nothing");
    }
    if (settle.isNegative()) {
      throw new IllegalArgumentException("settle must not be negative");
    }
  }

  /**
   * Returns the options for an endpoint with defaults for everything else: no credential is tried,
   * no restarts.
   */
  public static SanityOptions of(Endpoint endpoint) {
    return new SanityOptions(
        endpoint,
        new RevisionChoice.Detected(),
        Map.of(),
        Map.of(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        GcsSessions.ENDPOINT,
        ProxyRule.NONE,
        Optional.empty(),
        Selection.ALL,
        8,
        Duration.ofSeconds(30),
        Duration.ofSeconds(5),
        0);
  }
}
