package io.windlass.volume;

import io.windlass.store.DriverException;
import io.windlass.store.Page;
import java.util.Optional;

/**
 * How many volumes a node may have. Only records say how many it has: all of them are read, so two
 * controllers that attach at the same time never exceed it together.
 */
final class NodeLimit {
  private final int most;
  private final VolumeList list;

  /**
   * @param most 0: any number, and nothing is read
   */
  NodeLimit(int most, VolumeList list) {
    this.most = most;
    this.list = list;
  }

  /**
   * Checks that what is recorded, the one that is about to be attached among it, is not too much.
   *
   * @throws DriverException.QuotaExceeded when it is
   */
  void require(String node) {
    if (most > 0 && attached(node) > most) {
      throw new DriverException.QuotaExceeded(
          "node %s has %d volumes, the most it may have: unpublish one of them first"
              .formatted(node, most),
          null);
    }
  }

  private long attached(String node) {
    long attached = 0;
    Optional<VolumeId> after = Optional.empty();
    do {
      Page<Volume> page = list.page(after, VolumeList.MOST);
      attached += page.items().stream().filter(volume -> volume.nodes().contains(node)).count();
      after = page.next().map(_ -> page.items().getLast().id());
    } while (after.isPresent());
    return attached;
  }
}
