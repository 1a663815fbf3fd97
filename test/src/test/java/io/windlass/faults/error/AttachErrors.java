package io.windlass.faults.error;

import static io.windlass.faults.error.ErrorWorld.UNKNOWN;
import static io.windlass.faults.error.VolumeErrors.BLOCK;
import static io.windlass.faults.error.VolumeErrors.ONE_NODE;

import io.windlass.faults.csi.VolumeRequests;
import io.windlass.proto.csi.ControllerPublishVolumeRequest;
import io.windlass.proto.csi.ControllerUnpublishVolumeRequest;
import io.windlass.proto.csi.VolumeCapability.AccessMode.Mode;
import io.windlass.test.driver.DriverSetup;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** Error tables of the Controller's calls about volumes and nodes. */
final class AttachErrors {
  private static final Path NOWHERE = Path.of("/nowhere");

  /** The id of a node with a public key of zeros, for which nothing can be sealed. */
  private static final String KEYLESS = "node-1.key." + "A".repeat(43);

  private final ErrorWorld world;
  private final String node;
  private final String otherNode;

  AttachErrors(ErrorWorld world) {
    this.world = world;
    this.node = new UnservedNode("node-1").id();
    this.otherNode = new UnservedNode("node-2").id();
  }

  Stream<ErrorTable> all() {
    return Stream.of(publishVolume(), unpublishVolume(), deleteVolume(), ownBucket());
  }

  private static ControllerPublishVolumeRequest at(String volume, String node) {
    return new VolumeRequests(volume, node, NOWHERE, NOWHERE).attach(Map.of());
  }

  private static ControllerPublishVolumeRequest aloneAt(String volume, String node) {
    return at(volume, node).toBuilder().setVolumeCapability(ONE_NODE).build();
  }

  private void publish(ControllerPublishVolumeRequest request) {
    world.call().controller().controllerPublishVolume(request);
  }

  private ErrorTable publishVolume() {
    ControllerPublishVolumeRequest valid = at(UNKNOWN, node);
    return new ErrorTable("ControllerPublishVolume")
        .missing(valid, this::publish, "volume_id", "node_id", "volume_capability")
        .row(
            "invalid field",
            "block",
            () -> publish(valid.toBuilder().setVolumeCapability(BLOCK).build()))
        .row("volume does not exist", UNKNOWN, () -> publish(valid))
        .row("volume does not exist", "fake-id", () -> publish(at("fake-id", node)))
        .row("volume does not exist", "other/bucket", () -> publish(at("other/bucket", node)))
        .row("node does not exist", "node_id", () -> publish(at(world.volume(), "some-fake-node")))
        .row("node does not exist", "node_id", () -> publish(at(world.volume(), KEYLESS)))
        .row(
            "published but is incompatible",
            "readonly",
            () -> {
              String volume = world.volume();
              publish(at(volume, node));
              publish(at(volume, node).toBuilder().setReadonly(true).build());
            })
        .row(
            "published but is incompatible",
            Mode.SINGLE_NODE_WRITER.name(),
            () -> {
              String volume = world.volume();
              publish(at(volume, node));
              publish(aloneAt(volume, node));
            })
        .row(
            "published to another node",
            node,
            () -> {
              String volume = world.volume();
              publish(aloneAt(volume, node));
              publish(aloneAt(volume, otherNode));
            })
        .pending(() -> {
          String volume = world.volume();
          return world.besideItself(() -> publish(at(volume, node)));
        });
  }

  private ErrorTable unpublishVolume() {
    ControllerUnpublishVolumeRequest valid =
        new VolumeRequests(UNKNOWN, node, NOWHERE, NOWHERE).detach();
    return new ErrorTable("ControllerUnpublishVolume")
        .missing(valid, this::unpublish, "volume_id")
        .pending(() -> {
          String volume = world.volume();
          publish(at(volume, node));
          return world.besideItself(() -> unpublish(valid.toBuilder().setVolumeId(volume).build()));
        });
  }

  private void unpublish(ControllerUnpublishVolumeRequest request) {
    world.call().controller().controllerUnpublishVolume(request);
  }

  /** Nothing else of its table is about nodes. */
  private ErrorTable deleteVolume() {
    return new ErrorTable("DeleteVolume")
        .row(
            "volume in use",
            node,
            () -> {
              String volume = world.volume();
              publish(at(volume, node));
              delete(volume);
            });
  }

  private void delete(String volume) {
    world.call().controller().deleteVolume(VolumeRequests.delete(volume));
  }

  /** Of the driver's own records. */
  private ErrorTable ownBucket() {
    String id = DriverSetup.BACKEND + "/" + DriverSetup.REGISTRY;
    return new ErrorTable("Controller")
        .row("permission denied", id, () -> delete(id))
        .row("permission denied", id, () -> publish(at(id, node)));
  }
}
