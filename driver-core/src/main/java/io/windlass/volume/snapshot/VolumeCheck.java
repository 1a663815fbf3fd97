package io.windlass.volume.snapshot;

import io.windlass.volume.VolumeId;

/** Tells volumes that are there from others. */
@FunctionalInterface
public interface VolumeCheck {
  /**
   * Returns if the volume is there, and can be used.
   *
   * @throws io.windlass.store.StoreException.NotFound when it is not
   */
  void require(VolumeId volume);
}
