package io.windlass.test.csi;

import io.windlass.proto.csi.NodeGetStorageHealthRequest;
import io.windlass.testing.UniqueName;

/** A call to a node about a volume that is published at {@code one}; in the order of a test. */
enum NodeCall {
  INFO,
  PROBE,
  STATS,
  HEALTH,
  STORAGE_HEALTH,
  EXPAND,
  STAGE_AGAIN,
  PUBLISH_AGAIN,
  PUBLISH_TOO,
  STAGE_ELSEWHERE;

  void make(CsiPlugin plugin, NodeCaller volume) {
    switch (this) {
      case INFO -> volume.nodeId();
      case PROBE -> volume.probe();
      case STATS -> volume.stats(volume.target("one"));
      case HEALTH -> volume.health();
      case STORAGE_HEALTH ->
          volume.node().nodeGetStorageHealth(NodeGetStorageHealthRequest.getDefaultInstance());
      case EXPAND -> volume.expand(volume.target("one"), 2 * NodeCaller.CAPACITY);
      case STAGE_AGAIN -> volume.stage();
      case PUBLISH_AGAIN -> volume.publish("one");
      case PUBLISH_TOO -> volume.publish("two");
      case STAGE_ELSEWHERE -> {
        NodeCaller elsewhere = volume.at(plugin.mounts().resolve(UniqueName.of("elsewhere")));
        elsewhere.stage();
        elsewhere.unstage();
      }
    }
  }
}
