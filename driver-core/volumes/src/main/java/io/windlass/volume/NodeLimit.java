package io.windlass.volume;

import io.windlass.error.DriverException;
import io.windlass.store.Page;
import java.util.Optional;

/**
 * Limit on the number of volumes that are attached to a node. They are counted in the list of all
 * volumes, so two controllers that attach at the same time never exceed the limit together.
 */
final class NodeLimit {
  private final int most;
  private final VolumeList list;

  /**
   * @param most most volumes of a node; 0: any number, and no records are read
   */
  NodeLimit(int most, VolumeList list) {
    this.most = most;
    this.list = list;
  }

  /**
   * Checks that the records do not name more volumes for a node than are allowed. The volume that
   * is about to be attached is already recorded.
   *
   * @throws DriverException.QuotaExceeded when there are more
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
