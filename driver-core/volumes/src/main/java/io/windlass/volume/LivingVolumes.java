package io.windlass.volume;

import io.windlass.provision.Sites;

/** Tells volumes that can be used from others. */
public final class LivingVolumes {
  private final VolumeRecords records;

  public LivingVolumes(Sites sites) {
    this.records = new VolumeRecords(sites);
  }

  /**
   * Returns if there is such a volume, or a bucket that can be used as one.
   *
   * @throws io.windlass.store.StoreException.NotFound when there is neither
   * @throws io.windlass.store.StoreException.Aborted when it is being made or deleted
   */
  public void require(VolumeId volume) {
    records.require(volume);
  }

  /** Most bytes that a volume may hold, 0: any number; throws as {@link #require} does. */
  public long capacityBytes(VolumeId volume) {
    return records.require(volume).record().capacityBytes();
  }
}
