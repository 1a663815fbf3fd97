package io.windlass.cosi.sanity;

import io.windlass.cosi.sanity.check.Restart;
import io.windlass.cosi.sanity.wire.Endpoint;
import io.windlass.cosi.sanity.wire.StorageProtocol;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What a run is told.
 *
 * @param endpoint the driver's socket
 * @param revisions those to be tested, one after the other
 * @param parameters of every bucket
 * @param otherParameters that make an incompatible bucket; empty: none known
 * @param accessParameters of every access
 * @param protocol what buckets are asked to speak; empty: S3 where the driver has it
 * @param s3 whether credentials are tried on the S3 server
 * @param restart how the driver is restarted; empty: it is not
 * @param selection which checks to run
 * @param concurrency calls at once where many are made
 * @param timeout longest wait for one call
 * @param settle longest wait for the storage server to follow a grant or a revoke
 * @param seed what names are made of
 */
public record SanityOptions(
    Endpoint endpoint,
    RevisionChoice revisions,
    Map<String, String> parameters,
    Map<String, String> otherParameters,
    Map<String, String> accessParameters,
    Optional<StorageProtocol> protocol,
    boolean s3,
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

  /** Everything that can be done without being told more. */
  public static SanityOptions of(Endpoint endpoint) {
    return new SanityOptions(
        endpoint,
        new RevisionChoice.Detected(),
        Map.of(),
        Map.of(),
        Map.of(),
        Optional.empty(),
        false,
        Optional.empty(),
        Selection.ALL,
        8,
        Duration.ofSeconds(30),
        Duration.ofSeconds(5),
        0);
  }
}
