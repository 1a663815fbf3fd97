package io.windlass.csi.controller;

import com.google.protobuf.Timestamp;
import io.windlass.error.DriverException;
import io.windlass.provision.OpenBackends;
import io.windlass.rpc.Fields;
import io.windlass.volume.VolumeId;
import io.windlass.volume.snapshot.Snapshot;
import io.windlass.volume.snapshot.SnapshotId;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Converts snapshots to CSI messages, and checks the fields that all snapshot calls share. */
public final class SnapshotMessages {
  /**
   * Characters that the spec forbids: all control characters but tab, line feed and carriage
   * return.
   */
  private static final Pattern BANNED =
      Pattern.compile("[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F]");

  /**
   * Prefix of the parameters with which Kubernetes' sidecars name the objects that they act for.
   */
  private static final String OF_KUBERNETES = "csi.storage.k8s.io/";

  private SnapshotMessages() {}

  /** Returns the message of a snapshot. */
  public static io.windlass.proto.csi.Snapshot snapshot(Snapshot snapshot) {
    return io.windlass.proto.csi.Snapshot.newBuilder()
        .setSnapshotId(snapshot.id().toString())
        .setSourceVolumeId(snapshot.volume())
        .setCreationTime(time(snapshot.at()))
        .setSizeBytes(snapshot.bytes())
        .setReadyToUse(snapshot.ready())
        .setGroupSnapshotId(snapshot.group().map(SnapshotId::toString).orElse(""))
        .build();
  }

  /** Returns the message of an instant. */
  public static Timestamp time(Instant instant) {
    return Timestamp.newBuilder()
        .setSeconds(instant.getEpochSecond())
        .setNanos(instant.getNano())
        .build();
  }

  /** Returns the name that the caller suggests, if the spec permits it. */
  public static String name(String name) {
    Fields.required("name", name);
    if (BANNED.matcher(name).find()) {
      throw new DriverException.InvalidArgument("name must not have control characters");
    }
    return name;
  }

  /** Checks that there are no parameters but those that Kubernetes' sidecars add. */
  public static void requireNone(Map<String, String> parameters) {
    String unknown =
        parameters.keySet().stream()
            .filter(name -> !name.startsWith(OF_KUBERNETES))
            .sorted()
            .collect(Collectors.joining(", "));
    if (!unknown.isEmpty()) {
      throw new DriverException.InvalidArgument(
          "parameters: %s is unknown; snapshots have none: leave it out".formatted(unknown));
    }
  }

  /** Parses the id of a volume; throws NotFound if no volume of the backends can have it. */
  public static VolumeId volume(String id, OpenBackends backends) {
    return VolumeId.parse(id, backends)
        .orElseThrow(
            () -> new DriverException.NotFound("there is no volume %s".formatted(id), null));
  }
}
