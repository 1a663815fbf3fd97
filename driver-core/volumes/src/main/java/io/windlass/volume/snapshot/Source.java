package io.windlass.volume.snapshot;

import io.windlass.provision.CallsInFlight;
import io.windlass.provision.ConfiguredBackend;
import io.windlass.registry.Lease;
import io.windlass.registry.Registry;

/**
 * A bucket whose snapshots this call is changing: nobody else takes any of it, or lets versions of
 * it go, at the same time.
 */
final class Source implements AutoCloseable {
  private final String bucket;
  private final Lease<SourceRecord> lease;
  private final CallsInFlight.Entered entered;

  private Source(String bucket, Lease<SourceRecord> lease, CallsInFlight.Entered entered) {
    this.bucket = bucket;
    this.lease = lease;
    this.entered = entered;
  }

  /**
   * Claims a bucket.
   *
   * @throws io.windlass.store.DriverException.Aborted when another call has it
   */
  static Source claim(ConfiguredBackend configured, String bucket, CallsInFlight inFlight) {
    CallsInFlight.Entered entered =
        inFlight.enter(
            "the snapshots of bucket %s/%s".formatted(configured.backend().name(), bucket));
    try {
      Registry registry = configured.registry();
      Lease<SourceRecord> lease =
          registry
              .find(SourceRecord.KIND, bucket)
              .map(found -> registry.claim(found, found.value()))
              .orElseGet(() -> registry.claimNew(SourceRecord.KIND, bucket, SourceRecord.NONE));
      return new Source(bucket, lease, entered);
    } catch (RuntimeException e) {
      entered.close();
      throw e;
    }
  }

  String bucket() {
    return bucket;
  }

  SourceRecord value() {
    return lease.value();
  }

  void record(SourceRecord next) {
    if (!next.equals(lease.value())) {
      lease.record(next);
    }
  }

  /** The claim itself, for an operation that is done under it. */
  Lease<SourceRecord> lease() {
    return lease;
  }

  /** Gives the claim back; a bucket of which there are no snapshots needs no record. */
  void release() {
    if (lease.value().isEmpty()) {
      lease.remove();
    } else {
      lease.complete(lease.value());
    }
  }

  /** Without {@link #release}, what died goes on from the claim. */
  @Override
  public void close() {
    entered.close();
  }
}
