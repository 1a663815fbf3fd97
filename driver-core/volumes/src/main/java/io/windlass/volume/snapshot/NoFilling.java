package io.windlass.volume.snapshot;

import io.windlass.provision.LeasedOperation;
import io.windlass.volume.VolumeData.FillState;
import io.windlass.volume.VolumeData.Filling;
import io.windlass.volume.VolumeData.Reached;
import io.windlass.volume.VolumeId;

/** Filling of a volume that has no source: there is nothing to copy. */
record NoFilling(SnapshotGarbageCollector garbageCollector, VolumeId target)
    implements FillState, Filling {

  @Override
  public boolean isKept() {
    return true;
  }

  @Override
  public Filling hold() {
    return this;
  }

  @Override
  public Reached keep(LeasedOperation operation) {
    garbageCollector.keepVolume(target);
    return Reached.END;
  }

  @Override
  public Reached fill(LeasedOperation operation) {
    return Reached.END;
  }

  @Override
  public void close() {}
}
