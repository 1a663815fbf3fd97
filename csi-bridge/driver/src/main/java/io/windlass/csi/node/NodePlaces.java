package io.windlass.csi.node;

import io.windlass.csi.node.NodeRecord.Publication;
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
      if (isInTheWay(other.toString(), path.toString())) {
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
    String wanted = path.toString();
    for (NodeRecord other : records.all()) {
      requireApart(other.mountPoint(), other, wanted, own);
      for (Publication publication : other.publications()) {
        requireApart(publication.target(), other, wanted, own);
      }
    }
  }

  private void requireApart(String place, NodeRecord other, String wanted, NodeRecord own)
      throws IOException {
    if (isInTheWay(place, wanted)
        && !(place.equals(wanted) && other.id().equals(own.id()))
        && mounts.lives(other)) {
      throw new DriverException.AlreadyExists(
          "%s conflicts with volume %s, which is at %s".formatted(wanted, other.volumeId(), place),
          null);
    }
  }

  /** Compares texts of paths, as each call compares its path with those of all volumes. */
  private static boolean isInTheWay(String one, String other) {
    return isWithin(one, other) || isWithin(other, one);
  }

  private static boolean isWithin(String inner, String outer) {
    return inner.startsWith(outer)
        && (inner.length() == outer.length()
            || outer.endsWith("/")
            || inner.charAt(outer.length()) == '/');
  }
}
