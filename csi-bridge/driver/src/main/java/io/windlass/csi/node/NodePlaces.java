package io.windlass.csi.node;

import io.windlass.provision.CallsInFlight;
import io.windlass.store.DriverException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** Keeps calls, and volumes, out of each other's way. */
final class NodePlaces {
  private final NodeRecords records;
  private final NodeMounts mounts;
  private final CallsInFlight inFlight = new CallsInFlight();
  private final Set<Path> entered = new HashSet<>();

  NodePlaces(NodeRecords records, NodeMounts mounts) {
    this.records = records;
    this.mounts = mounts;
  }

  /**
   * Takes a volume until the result is closed.
   *
   * @throws DriverException.Aborted at once, when another call has it
   */
  CallsInFlight.Entered enter(String volumeId) {
    return inFlight.enter("volume " + volumeId);
  }

  /**
   * Takes a volume, and the path where it is to be, or not to be any more, with all that is above
   * and below: of two calls that are to mount one within the other, neither would see the other.
   *
   * @throws DriverException.Aborted at once, when another call has either
   */
  CallsInFlight.Entered enter(String volumeId, Path path) {
    CallsInFlight.Entered volume = enter(volumeId);
    try {
      take(path);
    } catch (DriverException.Aborted e) {
      volume.close();
      throw e;
    }
    return () -> {
      leave(path);
      volume.close();
    };
  }

  private synchronized void take(Path path) {
    for (Path other : entered) {
      if (isInTheWay(other, path)) {
        throw new DriverException.Aborted(
            "another call for path %s is under way: call again".formatted(other));
      }
    }
    entered.add(path);
  }

  private synchronized void leave(Path path) {
    entered.remove(path);
  }

  /**
   * No volume is mounted over another, or within one: the next call for either would take away
   * both.
   *
   * @param own what is to be at {@code path}
   * @throws DriverException.AlreadyExists when another is there, above or below
   */
  void requireFree(Path path, NodeRecord own) throws IOException {
    for (NodeRecord other : records.all()) {
      for (Path place : other.places()) {
        boolean itself = other.id().equals(own.id()) && place.equals(path);
        if (!itself && isInTheWay(place, path) && mounts.lives(other)) {
          throw new DriverException.AlreadyExists(
              "%s is in the way of volume %s, which is at %s"
                  .formatted(path, other.volumeId(), place),
              null);
        }
      }
    }
  }

  private static boolean isInTheWay(Path one, Path other) {
    return one.startsWith(other) || other.startsWith(one);
  }
}
