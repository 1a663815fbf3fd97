package io.windlass.test.csi;

import io.grpc.Status.Code;
import io.windlass.proto.csi.VolumeHealthErrorType;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.Programs;
import io.windlass.testing.S3Clients;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.s3.S3Client;

/** Faults of a mounted volume, with the answers of the node's calls to each. */
enum NodeTrouble {
  SERVER_SILENT,
  SERVER_GONE,
  BUCKET_GONE,
  KEY_REVOKED,
  MOUNTER_SILENT,
  /** Nothing is known of what the mounter serves, so nothing is mounted anew over it. */
  MOUNTER_SILENT_AND_PLUGIN_NEW,
  /** Until it is staged again. */
  MOUNT_DEAD;

  /** The codes that are right. */
  Set<Code> codes(NodeCall call) {
    return switch (this) {
      case SERVER_SILENT, SERVER_GONE ->
          switch (call) {
            case STAGE_ELSEWHERE -> Set.of(Code.UNAVAILABLE);
            default -> Set.of(Code.OK);
          };
      case BUCKET_GONE ->
          call == NodeCall.STAGE_ELSEWHERE ? Set.of(Code.NOT_FOUND) : Set.of(Code.OK);
      case KEY_REVOKED ->
          call == NodeCall.STAGE_ELSEWHERE
              ? Set.of(Code.UNAUTHENTICATED, Code.PERMISSION_DENIED)
              : Set.of(Code.OK);
      case MOUNTER_SILENT ->
          switch (call) {
            case PROBE -> Set.of(Code.FAILED_PRECONDITION);
            case STATS, EXPAND, STAGE_ELSEWHERE -> Set.of(Code.UNAVAILABLE);
            default -> Set.of(Code.OK);
          };
      case MOUNTER_SILENT_AND_PLUGIN_NEW ->
          switch (call) {
            case PROBE -> Set.of(Code.FAILED_PRECONDITION);
            case INFO, HEALTH, STORAGE_HEALTH -> Set.of(Code.OK);
            default -> Set.of(Code.UNAVAILABLE);
          };
      case MOUNT_DEAD ->
          switch (call) {
            case STATS, EXPAND -> Set.of(Code.UNAVAILABLE);
            default -> Set.of(Code.OK);
          };
    };
  }

  /** Returns the health error that the node reports; empty where the mount itself is healthy. */
  Optional<VolumeHealthErrorType> health() {
    return switch (this) {
      case MOUNTER_SILENT -> Optional.of(VolumeHealthErrorType.DEGRADED);
      case MOUNT_DEAD, MOUNTER_SILENT_AND_PLUGIN_NEW ->
          Optional.of(VolumeHealthErrorType.INACCESSIBLE);
      case SERVER_SILENT, SERVER_GONE, BUCKET_GONE, KEY_REVOKED -> Optional.empty();
    };
  }

  /** Brings it about; gives what ends it, as far as that can be. */
  Runnable begin(CsiPlugin plugin, NodeCaller volume, PrivateServer<MinioServer> minio) {
    return switch (this) {
      case SERVER_SILENT -> {
        minio.pause();
        yield minio::resume;
      }
      case SERVER_GONE -> {
        minio.kill();
        yield () -> {};
      }
      case BUCKET_GONE -> {
        removeBucket(minio.server(), volume.bucket());
        yield () -> {};
      }
      case KEY_REVOKED -> {
        volume.detach();
        yield () -> {};
      }
      case MOUNTER_SILENT -> silence(plugin);
      case MOUNTER_SILENT_AND_PLUGIN_NEW -> {
        Runnable end = silence(plugin);
        plugin.restart();
        yield end;
      }
      case MOUNT_DEAD -> {
        plugin.killBoth();
        yield () -> {};
      }
    };
  }

  private static Runnable silence(CsiPlugin plugin) {
    long mounter = plugin.mounter().pid();
    Programs.signal("STOP", mounter);
    return () -> Programs.signal("CONT", mounter);
  }

  private static void removeBucket(MinioServer server, String bucket) {
    try (S3Client s3 =
        S3Clients.client(server.endpoint(), server.rootAccessKey(), server.rootSecret())) {
      s3.listObjectsV2(b -> b.bucket(bucket))
          .contents()
          .forEach(object -> s3.deleteObject(b -> b.bucket(bucket).key(object.key())));
      s3.deleteBucket(b -> b.bucket(bucket));
    }
  }
}
