package io.windlass.volume.snapshot;

import io.windlass.provision.Sites;
import io.windlass.registry.Entry;
import io.windlass.registry.Kind;
import io.windlass.store.Feature;
import io.windlass.volume.VolumeId;
import io.windlass.volume.snapshot.SnapshotRecord.Method;

/** How snapshots of a volume are kept. */
final class Methods {
  private final Sites sites;

  Methods(Sites sites) {
    this.sites = sites;
  }

  /**
   * By versions, where there are any; not in a bucket whose objects expire, for its old versions
   * expire with them.
   */
  Method of(VolumeId volume) {
    return sites
        .find(volume.backend())
        .filter(site -> site.backend().capabilities().has(Feature.VERSIONS))
        .filter(site ->
            site.registry()
                .find(Kind.BUCKETS, volume.bucket())
                .map(Entry::value)
                .filter(bucket -> bucket.request().fields().containsKey("expirationDays"))
                .isEmpty())
        .map(_ -> Method.VERSIONS)
        .orElse(Method.COPIES);
  }
}
