package io.windlass.volume;

import io.windlass.provision.OpenBackends;
import io.windlass.registry.VolumeRecord;

/** Checks that volumes exist and can be used. */
public final class LivingVolumes {
  private final VolumeRecords records;

  public LivingVolumes(OpenBackends backends) {
    this.records = new VolumeRecords(backends);
  }

  /**
   * Returns the record of a volume, or of a bucket that can be used as one.
   *
   * @throws io.windlass.error.DriverException.NotFound when there is neither
   * @throws io.windlass.error.DriverException.Aborted when the volume is being created or deleted
   */
  public VolumeRecord require(VolumeId volume) {
    return records.require(volume).record();
  }

  /**
   * Returns the most bytes that a volume may hold; 0: any number. Throws as {@link #require} does.
   */
  public long capacityBytes(VolumeId volume) {
    return require(volume).capacityBytes();
  }
}
