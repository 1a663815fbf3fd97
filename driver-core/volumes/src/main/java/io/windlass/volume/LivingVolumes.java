package io.windlass.volume;

import io.windlass.provision.ConfiguredBackends;

/** Checks that volumes exist and can be used. */
public final class LivingVolumes {
  private final VolumeRecords records;

  public LivingVolumes(ConfiguredBackends backends) {
    this.records = new VolumeRecords(backends);
  }

  /**
   * Checks that there is such a volume, or a bucket that can be used as one.
   *
   * @throws io.windlass.store.DriverException.NotFound when there is neither
   * @throws io.windlass.store.DriverException.Aborted when the volume is being created or deleted
   */
  public void require(VolumeId volume) {
    records.require(volume);
  }

  /**
   * Returns the most bytes that a volume may hold; 0: any number. Throws as {@link #require} does.
   */
  public long capacityBytes(VolumeId volume) {
    return records.require(volume).record().capacityBytes();
  }
}
