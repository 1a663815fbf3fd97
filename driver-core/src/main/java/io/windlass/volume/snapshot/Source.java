package io.windlass.volume.snapshot;

import io.windlass.provision.InFlight;
import io.windlass.provision.Site;
import io.windlass.registry.Held;
import io.windlass.registry.Registry;

/**
 * A bucket whose snapshots this call is changing: nobody else takes any of it, or lets versions of
 * it go, at the same time.
 */
final class Source implements AutoCloseable {
  private final String bucket;
  private final Held<SourceRecord> held;
  private final InFlight.Entered entered;

  private Source(String bucket, Held<SourceRecord> held, InFlight.Entered entered) {
    this.bucket = bucket;
    this.held = held;
    this.entered = entered;
  }

  /**
   * Claims a bucket.
   *
   * @throws io.windlass.store.StoreException.Busy when another call has it
   */
  static Source claim(Site site, String bucket, InFlight inFlight) {
    InFlight.Entered entered =
        inFlight.enter("the snapshots of bucket %s/%s".formatted(site.backend().name(), bucket));
    try {
      Registry registry = site.registry();
      Held<SourceRecord> held =
          registry
              .find(SourceRecord.KIND, bucket)
              .map(found -> registry.claim(found, found.value()))
              .orElseGet(() -> registry.claimNew(SourceRecord.KIND, bucket, SourceRecord.NONE));
      return new Source(bucket, held, entered);
    } catch (RuntimeException e) {
      entered.close();
      throw e;
    }
  }

  String bucket() {
    return bucket;
  }

  SourceRecord value() {
    return held.value();
  }

  void record(SourceRecord next) {
    if (!next.equals(held.value())) {
      held.record(next);
    }
  }

  void step() {
    held.step();
  }

  /** Gives the claim back; a bucket of which there are no snapshots needs no record. */
  void release() {
    if (held.value().isEmpty()) {
      held.remove();
    } else {
      held.complete(held.value());
    }
  }

  /** Without {@link #release}, what died goes on from the claim. */
  @Override
  public void close() {
    entered.close();
  }
}
