package io.windlass.volume.snapshot;

import io.windlass.provision.CallsInFlight;
import io.windlass.provision.OpenBackend;
import io.windlass.registry.Lease;
import io.windlass.registry.Registry;

/**
 * Bucket whose snapshots this call is changing. No other call takes snapshots of it, or deletes
 * versions of it, at the same time.
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
   * @throws io.windlass.error.DriverException.Aborted when another call has it
   */
  static Source claim(OpenBackend configured, String bucket, CallsInFlight inFlight) {
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

  /** Returns the record with all changes, also those that are not written yet. */
  SourceRecord value() {
    return lease.value();
  }

  /** Changes the record. The change is written with the next one, or with {@link #release}. */
  void change(SourceRecord next) {
    lease.change(next);
  }

  /** Writes the record, if it differs from the one that is stored. */
  SourceRecord record(SourceRecord next) {
    lease.change(next);
    if (!next.equals(lease.written())) {
      lease.record(next);
    }
    return next;
  }

  /** Returns the claim itself, for an operation that runs under it. */
  Lease<SourceRecord> lease() {
    return lease;
  }

  /**
   * Gives the claim back, and writes what was changed. Removes the record if the bucket has neither
   * snapshots nor deleted volumes, because then it needs none.
   */
  void release() {
    if (value().isEmpty()) {
      lease.remove();
    } else {
      lease.complete(value());
    }
  }

  /**
   * Lets other calls of this process use the bucket. Without {@link #release} the claim stays, and
   * a later call continues from it.
   */
  @Override
  public void close() {
    entered.close();
  }
}
