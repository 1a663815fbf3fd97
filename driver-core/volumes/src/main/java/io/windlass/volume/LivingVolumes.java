package io.windlass.volume;

import io.windlass.provision.ConfiguredBackends;

/** Tells volumes that can be used from others. */
public final class LivingVolumes {
  private final VolumeRecords records;

  public LivingVolumes(ConfiguredBackends backends) {
    this.records = new VolumeRecords(backends);
  }

  /**
   * Returns if there is such a volume, or a bucket that can be used as one.
   *
   * @throws io.windlass.store.DriverException.NotFound when there is neither
   * @throws io.windlass.store.DriverException.Aborted when it is being made or deleted
   */
  public void require(VolumeId volume) {
    records.require(volume);
  }

  /** Most bytes that a volume may hold, 0: any number; throws as {@link #require} does. */
  public long capacityBytes(VolumeId volume) {
    return records.require(volume).record().capacityBytes();
  }
}
