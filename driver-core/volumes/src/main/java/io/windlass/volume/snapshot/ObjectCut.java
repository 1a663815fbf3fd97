package io.windlass.volume.snapshot;

import io.windlass.volume.snapshot.SnapshotRecord.Progress;

/** Keeps the objects of a volume one by one, for a bucket that cannot show an instant. */
interface ObjectCut {

  /** Continues from {@code before} until the end, or until the time is up. */
  VersionCut.Reached run(Progress before, Budget budget);

  /** Returns whether the volume still has exactly the objects that were kept. */
  boolean isUnchanged(Progress whole);
}
