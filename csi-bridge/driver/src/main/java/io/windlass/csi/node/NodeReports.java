package io.windlass.csi.node;

import io.windlass.csi.node.request.NodeRequestFields;
import io.windlass.error.DriverException;
import io.windlass.proto.csi.NodeGetStorageHealthResponse;
import io.windlass.proto.csi.NodeGetStorageHealthResponse.StorageBackendHealth;
import io.windlass.proto.csi.NodeGetVolumeHealthRequest;
import io.windlass.proto.csi.NodeGetVolumeHealthResponse;
import io.windlass.proto.csi.NodeGetVolumeStatsRequest;
import io.windlass.proto.csi.NodeGetVolumeStatsResponse;
import io.windlass.proto.csi.StorageHealthErrorType;
import io.windlass.rpc.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Answers calls that ask about volumes from the mounter's reports, without touching a mount. */
final class NodeReports {
  private final NodeVolumes volumes;
  private final NodeRecords records;
  private final NodeMounts mounts;
  private final boolean health;

  /** Creates the reports. With {@code health}, the health calls replace the volume condition. */
  NodeReports(NodeVolumes volumes, NodeRecords records, NodeMounts mounts, boolean health) {
    this.volumes = volumes;
    this.records = records;
    this.mounts = mounts;
    this.health = health;
  }

  NodeGetVolumeStatsResponse stats(NodeGetVolumeStatsRequest request) {
    String volumeId = NodeRequestFields.volumeId(request.getVolumeId());
    Optional<Path> path = NodeRequestFields.place("volume_path", request.getVolumePath());
    VolumeView view = view(volumes.find(volumeId, path));
    NodeGetVolumeStatsResponse.Builder answer = NodeGetVolumeStatsResponse.newBuilder();
    if (!health) {
      answer.setVolumeCondition(view.condition());
    }
    switch (view) {
      case VolumeView.Served(var report) -> answer.addAllUsage(VolumeView.usage(report));
      case VolumeView.Silent(String why) -> {
        if (health) {
          throw new DriverException.Unavailable(
              "volume %s: the mounter does not answer: %s".formatted(volumeId, why), null);
        }
      }
      case VolumeView.Dead() -> {
        if (health) {
          throw new DriverException.Unavailable(
              "the mount of volume %s is dead: publish it again".formatted(volumeId), null);
        }
      }
    }
    return answer.build();
  }

  NodeGetVolumeHealthResponse volumeHealth(NodeGetVolumeHealthRequest request) {
    String volumeId = NodeRequestFields.volumeId(request.getVolumeId());
    return NodeGetVolumeHealthResponse.newBuilder()
        .setVolumeHealth(view(seen(volumeId, request)).health(volumeId))
        .build();
  }

  /** Returns the record at the path that the request names, or any record if it names no path. */
  private NodeRecord seen(String volumeId, NodeGetVolumeHealthRequest request) {
    String path =
        request.getVolumePublishPath().isEmpty()
            ? request.getStagingTargetPath()
            : request.getVolumePublishPath();
    if (!path.isEmpty()) {
      return volumes.find(volumeId, NodeRequestFields.place("volume_publish_path", path));
    }
    return records
        .all(volumeId)
        .findAny()
        .orElseThrow(() ->
            new DriverException.NotFound(
                "volume %s is not on this node".formatted(volumeId), null));
  }

  /**
   * Returns the health of the storage as this node's volumes see it: an entry if requests of any
   * volume fail.
   */
  NodeGetStorageHealthResponse storageHealth() {
    List<VolumeView> views = views();
    NodeGetStorageHealthResponse.Builder answer = NodeGetStorageHealthResponse.newBuilder();
    List<String> troubles =
        views.stream()
            .filter(VolumeView.Served.class::isInstance)
            .map(each -> ((VolumeView.Served) each).report().getTrouble())
            .filter(trouble -> !trouble.isEmpty())
            .toList();
    if (!troubles.isEmpty()) {
      boolean all = troubles.size() == views.size();
      answer.addBackendHealth(
          StorageBackendHealth.newBuilder()
              .setStatus(
                  all
                      ? StorageHealthErrorType.STORAGE_UNREACHABLE
                      : StorageHealthErrorType.STORAGE_DEGRADED)
              .setReason("RequestsFail")
              .setMessage(
                  Text.cut(
                      "%d of %d volumes cannot be served; the last error: %s"
                          .formatted(troubles.size(), views.size(), troubles.getFirst()),
                      VolumeView.MESSAGE_BYTES)));
    }
    return answer.build();
  }

  /**
   * Returns the views of all volumes. Stops after the first volume whose mounter does not answer,
   * because asking for another one may hang too.
   */
  private List<VolumeView> views() {
    List<VolumeView> views = new ArrayList<>();
    for (NodeRecord record : records.all()) {
      VolumeView view = view(record);
      views.add(view);
      if (view instanceof VolumeView.Silent) {
        break;
      }
    }
    return views;
  }

  private VolumeView view(NodeRecord record) {
    try {
      return mounts.lives(record)
          ? new VolumeView.Served(mounts.report(record))
          : new VolumeView.Dead();
    } catch (IOException e) {
      return new VolumeView.Silent(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new VolumeView.Silent("the driver is stopping");
    }
  }
}
