package io.windlass.csi.node;

import io.windlass.error.DriverException;
import io.windlass.provision.CallsInFlight;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** Locks volumes and paths, so that calls do not disturb each other and mounts do not overlap. */
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
   * Locks a volume until the result is closed.
   *
   * @throws DriverException.Aborted at once, when another call has the lock
   */
  CallsInFlight.Entered enter(String volumeId) {
    return inFlight.enter("volume " + volumeId);
  }

  /**
   * Locks a volume, and a path with everything above and below it. Without the lock on the path,
   * two calls that mount one volume within the other would not notice each other.
   *
   * @throws DriverException.Aborted at once, when another call has either lock
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
   * Checks that no other volume is mounted at, above or below the path: if one mount covered
   * another or were within it, the next call for either would remove both.
   *
   * @param own record of the volume to be mounted at {@code path}
   * @throws DriverException.AlreadyExists when another volume is mounted there
   */
  void requireFree(Path path, NodeRecord own) throws IOException {
    for (NodeRecord other : records.all()) {
      for (Path place : other.places()) {
        if (isInTheWay(place, path)
            && !(place.equals(path) && other.id().equals(own.id()))
            && mounts.lives(other)) {
          throw new DriverException.AlreadyExists(
              "%s conflicts with volume %s, which is at %s"
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
