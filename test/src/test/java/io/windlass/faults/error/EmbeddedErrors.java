package io.windlass.faults.error;

import static io.windlass.faults.error.ErrorWorld.fresh;
import static io.windlass.faults.error.SnapshotErrors.groupOf;

import io.grpc.Status;
import io.grpc.Status.Code;
import io.windlass.csi.RegionTopology;
import io.windlass.faults.csi.NodeKey;
import io.windlass.faults.csi.VolumeRequests;
import io.windlass.proto.csi.CreateSnapshotRequest;
import io.windlass.proto.csi.CreateVolumeRequest;
import io.windlass.proto.csi.TopologyRequirement;
import io.windlass.test.csi.CallStatus;
import io.windlass.test.csi.CsiPlugin;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.S3Clients;
import io.windlass.testing.UniqueName;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * What a controller of two embedded servers refuses: they keep no versions, lie in regions, and
 * their administrator lets a node have one volume.
 */
final class EmbeddedErrors implements AutoCloseable {
  private static final String OTHER = "other";
  private static final String HERE = "us-east-1";
  private static final String THERE = "north-1";
  private static final Path NOWHERE = Path.of("/nowhere");

  private final DriverSetup setup = DriverSetup.local();
  private final CsiPlugin plugin;

  EmbeddedErrors() {
    setup
        .asCsi("controller")
        .with("WINDLASS_BACKENDS", DriverSetup.BACKEND + "," + OTHER)
        .with("WINDLASS_OTHER_KIND", "local")
        .with("WINDLASS_OTHER_DIRECTORY", setup.data().resolveSibling(OTHER).toString())
        .with("WINDLASS_OTHER_LISTEN", "127.0.0.1:0")
        .with("WINDLASS_CSI_TOPOLOGY", "true")
        .with("WINDLASS_STORE_REGIONS", HERE + "," + THERE)
        .with("WINDLASS_CSI_MAX_VOLUMES", "1");
    this.plugin = CsiPlugin.over(setup);
  }

  Stream<ErrorTable> all() {
    return Stream.of(createVolume(), publishVolume(), createSnapshot(), createGroup());
  }

  private CsiStubs call() {
    return new CsiStubs(plugin.channel());
  }

  private static CreateVolumeRequest.Builder on(String backend) {
    return fresh().putParameters("backend", backend);
  }

  private String create(CreateVolumeRequest.Builder request) {
    return call().controller().createVolume(request.build()).getVolume().getVolumeId();
  }

  private String volume() {
    return create(on(DriverSetup.BACKEND));
  }

  private static TopologyRequirement in(String region) {
    return TopologyRequirement.newBuilder()
        .addRequisite(RegionTopology.of("csi.windlass.io").topology(region))
        .build();
  }

  private ErrorTable createVolume() {
    return new ErrorTable("CreateVolume")
        .row(
            "source incompatible or not supported",
            "is on backend store",
            () -> create(on(OTHER).setVolumeContentSource(VolumeRequests.ofVolume(volume()))))
        .row(
            "unable to provision in topology",
            "accessibility_requirements",
            () -> create(on(DriverSetup.BACKEND).setAccessibilityRequirements(in("mars"))))
        .row(
            "exists but is incompatible",
            "region is us-east-1",
            () -> {
              CreateVolumeRequest.Builder request = on(DriverSetup.BACKEND);
              create(request);
              create(request.setAccessibilityRequirements(in(THERE)));
            });
  }

  private ErrorTable publishVolume() {
    return new ErrorTable("ControllerPublishVolume")
        .row(
            "max volumes attached",
            "has 1 volumes",
            () -> {
              attach(volume(), "full");
              attach(volume(), "full");
            });
  }

  private NodeKey attach(String volume, String node) {
    String id = new UnservedNode(node).id();
    Map<String, String> context =
        call()
            .controller()
            .controllerPublishVolume(
                new VolumeRequests(volume, id, NOWHERE, NOWHERE).attach(Map.of()))
            .getPublishContextMap();
    return NodeKey.of(context, UnservedNode.KEY, volume);
  }

  private ErrorTable createSnapshot() {
    return new ErrorTable("CreateSnapshot")
        .row(
            "not enough resources",
            "in region us-east-1",
            () ->
                call()
                    .controller()
                    .createSnapshot(
                        CreateSnapshotRequest.newBuilder()
                            .setName(UniqueName.of("row"))
                            .setSourceVolumeId(volume())
                            .setAccessibilityRequirements(in(THERE))
                            .build()));
  }

  private ErrorTable createGroup() {
    return new ErrorTable("CreateVolumeGroupSnapshot")
        .row(
            "volumes cannot be cut together",
            "share no clock",
            () -> group(volume(), create(on(OTHER))))
        .answers("volumes cannot be cut together", "was written to", this::groupThatIsWrittenTo);
  }

  private void group(String... volumes) {
    call().groups().createVolumeGroupSnapshot(groupOf(volumes));
  }

  /** Makes a group snapshot while another client writes all the time. */
  private Status groupThatIsWrittenTo() {
    String written = volume();
    String quiet = volume();
    NodeKey node = attach(written, "writer");
    AtomicBoolean stop = new AtomicBoolean();
    try (S3Client s3 = S3Clients.client(node.endpoint(), node.keyId(), node.key())) {
      Thread writer =
          Thread.startVirtualThread(() -> {
            for (int i = 0; !stop.get(); i++) {
              String name = "file " + i % 10;
              s3.putObject(b -> b.bucket(node.bucket()).key(name), RequestBody.fromString(name));
            }
          });
      try {
        return ErrorWorld.until(
            Code.FAILED_PRECONDITION, () -> CallStatus.of(() -> group(written, quiet)));
      } finally {
        stop.set(true);
        writer.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    plugin.close();
  }
}
