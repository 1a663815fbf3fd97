package io.windlass.csi.node;

import io.windlass.provision.InFlight;
import io.windlass.store.StoreException;
import java.io.IOException;
import java.nio.file.Path;

/** Keeps calls, and volumes, out of each other's way. */
final class NodePlaces {
  private final NodeRecords records;
  private final NodeMounts mounts;
  private final InFlight inFlight = new InFlight();

  NodePlaces(NodeRecords records, NodeMounts mounts) {
    this.records = records;
    this.mounts = mounts;
  }

  /**
   * Takes a volume until the result is closed.
   *
   * @throws StoreException.Busy at once, when another call has it
   */
  InFlight.Entered enter(String volumeId) {
    return inFlight.enter("volume " + volumeId);
  }

  /** Takes a volume, and the path where it is to be, or not to be any more. */
  InFlight.Entered enter(String volumeId, Path path) {
    InFlight.Entered volume = enter(volumeId);
    try {
      InFlight.Entered place = inFlight.enter("path " + path);
      return () -> {
        place.close();
        volume.close();
      };
    } catch (StoreException.Busy e) {
      volume.close();
      throw e;
    }
  }

  /**
   * No volume is mounted over another, or within one: the next call for either would take away
   * both.
   *
   * @param own what is to be at {@code path}
   * @throws StoreException.AlreadyExists when another is there, above or below
   */
  void requireFree(Path path, NodeRecord own) throws IOException {
    for (NodeRecord other : records.all()) {
      for (Path place : other.places()) {
        boolean itself = other.id().equals(own.id()) && place.equals(path);
        if (!itself && (place.startsWith(path) || path.startsWith(place)) && mounts.lives(other)) {
          throw new StoreException.AlreadyExists(
              "%s is in the way of volume %s, which is at %s"
                  .formatted(path, other.volumeId(), place),
              null);
        }
      }
    }
  }
}
