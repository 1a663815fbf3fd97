package io.windlass.faults.csi;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.proto.csi.ControllerPublishVolumeRequest;
import io.windlass.proto.csi.CreateVolumeRequest;
import io.windlass.proto.csi.NodeGetVolumeStatsRequest;
import io.windlass.proto.csi.NodePublishVolumeRequest;
import io.windlass.proto.csi.NodeStageVolumeRequest;
import io.windlass.proto.csi.Volume;
import io.windlass.proto.csi.VolumeContentSource;
import io.windlass.proto.csi.VolumeUsage;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Volume on its way through the stages of CSI, with the expected contents of its files. */
public final class StormVolume {
  private static final long BYTES = 1L << 30;

  private final String name;
  private final Map<String, String> parameters;
  private final String nodeId;
  private final Path staging;
  private final Path target;
  private final CsiCalls calls;
  private Stage stage = Stage.NONE;
  private Optional<CreateVolumeRequest> asked = Optional.empty();
  private Optional<Volume> made = Optional.empty();
  private Map<String, String> publishContext = Map.of();
  private long bytes;
  private Map<String, String> tags = Map.of();

  /** Expected contents of its files. */
  final Map<String, byte[]> files = new TreeMap<>();

  /** Stages of a volume; each is reached from the one before. */
  public enum Stage {
    NONE,
    MADE,
    ATTACHED,
    STAGED,
    PUBLISHED;

    private Stage above() {
      return switch (this) {
        case NONE -> MADE;
        case MADE -> ATTACHED;
        case ATTACHED -> STAGED;
        case STAGED, PUBLISHED -> PUBLISHED;
      };
    }

    private Stage below() {
      return switch (this) {
        case NONE, MADE -> NONE;
        case ATTACHED -> MADE;
        case STAGED -> ATTACHED;
        case PUBLISHED -> STAGED;
      };
    }
  }

  /**
   * @param place a directory of its own to be mounted below
   */
  public StormVolume(
      String name, Map<String, String> parameters, String nodeId, Path place, CsiCalls calls) {
    this.name = name;
    this.parameters = parameters;
    this.nodeId = nodeId;
    this.staging = place.resolve("staged");
    this.target = place.resolve("target");
    this.calls = calls;
  }

  public Stage stage() {
    return stage;
  }

  public String id() {
    return made.orElseThrow().getVolumeId();
  }

  public Path target() {
    return target;
  }

  /** Returns the publish context of the last attachment. */
  public Map<String, String> publishContext() {
    return publishContext;
  }

  CsiHoldings.Held held() {
    return new CsiHoldings.Held(
        id(),
        reached(Stage.ATTACHED),
        reached(Stage.STAGED) ? Optional.of(staging) : Optional.empty(),
        reached(Stage.PUBLISHED) ? Set.of(target) : Set.of());
  }

  private boolean reached(Stage least) {
    return stage.compareTo(least) >= 0;
  }

  /** Returns the capacity in bytes. */
  long bytes() {
    return bytes;
  }

  /** Makes it, with nothing in it. */
  public void create() {
    create(VolumeRequests.create(name, BYTES), Map.of());
  }

  /** Makes it, with these files in it from the beginning. */
  void create(VolumeContentSource source, Map<String, byte[]> content, long least) {
    create(VolumeRequests.create(name, least).setVolumeContentSource(source), content);
  }

  private void create(CreateVolumeRequest.Builder request, Map<String, byte[]> content) {
    asked = Optional.of(request.putAllParameters(parameters).build());
    bytes = request.getCapacityRange().getRequiredBytes();
    tags = Map.of();
    made = Optional.of(make());
    files.putAll(content);
    stage = Stage.MADE;
  }

  private Volume make() {
    CreateVolumeRequest request = asked.orElseThrow();
    Volume volume =
        calls.controller("create " + name, stub -> stub.createVolume(request)).getVolume();
    assertThat(volume.getCapacityBytes()).isEqualTo(bytes);
    assertThat(volume.getContentSource()).isEqualTo(request.getVolumeContentSource());
    return volume;
  }

  /** Moves the volume one stage up. */
  public void rise() {
    switch (stage) {
      case NONE -> throw new IllegalStateException("it is to be made");
      case MADE, ATTACHED, STAGED -> {
        stage = stage.above();
        repeat();
      }
      case PUBLISHED -> throw new IllegalStateException("there is nothing above");
    }
  }

  /** Repeats the call that led to the present stage: the answer must be the same. */
  void repeat() {
    switch (stage) {
      case NONE -> throw new IllegalStateException("it is to be made");
      case MADE ->
          assertThat(make())
              .isEqualTo(made.orElseThrow().toBuilder().setCapacityBytes(bytes).build());
      case ATTACHED ->
          publishContext =
              calls
                  .controller("attach " + name, stub -> stub.controllerPublishVolume(attach()))
                  .getPublishContextMap();
      case STAGED -> {
        calls.node("stage " + name, stub -> stub.nodeStageVolume(stageRequest()));
        growOnNode(staging); // it was attached, perhaps, before it grew
      }
      case PUBLISHED -> calls.node("publish " + name, stub -> stub.nodePublishVolume(publish()));
    }
  }

  /** Lets it hold more, there too where it is mounted. */
  void grow() {
    bytes += BYTES;
    long granted =
        calls
            .controller(
                "grow " + name,
                stub -> stub.controllerExpandVolume(VolumeRequests.expand(id(), bytes)))
            .getCapacityBytes();
    assertThat(granted).isEqualTo(bytes);
    if (reached(Stage.STAGED)) {
      growOnNode(stage == Stage.PUBLISHED ? target : staging);
    }
  }

  private void growOnNode(Path path) {
    long granted =
        calls
            .node(
                "grow " + path,
                stub -> stub.nodeExpandVolume(VolumeRequests.expandOnNode(id(), path, bytes)))
            .getCapacityBytes();
    assertThat(granted).isEqualTo(bytes);
  }

  /** Changes what can be changed; tags where it has a bucket of its own. */
  void modify() {
    int number = 1000 + calls.random().nextInt(1000);
    Map<String, String> changes = new TreeMap<>(Map.of("maxObjects", Integer.toString(number)));
    if (!parameters.containsKey("bucket")) {
      changes.put("tags", "storm=" + number);
      tags = Map.of("storm", Integer.toString(number));
    }
    calls.controller(
        "modify " + name,
        stub -> stub.controllerModifyVolume(VolumeRequests.modify(id(), changes)));
  }

  /** Fails unless the server and the node have it as it was changed last. */
  void requireChanged(S3Contents server) {
    if (!tags.isEmpty()) {
      assertThat(server.tags(CsiHoldings.bucket(id()))).as("tags of " + id()).isEqualTo(tags);
    }
    if (stage == Stage.PUBLISHED) {
      NodeGetVolumeStatsRequest stats =
          NodeGetVolumeStatsRequest.newBuilder()
              .setVolumeId(id())
              .setVolumePath(target.toString())
              .build();
      assertThat(calls.node("stats " + name, stub -> stub.nodeGetVolumeStats(stats)).getUsageList())
          .filteredOn(usage -> usage.getUnit() == VolumeUsage.Unit.BYTES)
          .extracting(VolumeUsage::getTotal)
          .as("bytes of " + id())
          .containsExactly(bytes);
    }
  }

  /** Begins the next stage, ignores the outcome, and undoes it. */
  void riseInVain() {
    switch (stage) {
      case NONE, PUBLISHED -> throw new IllegalStateException("this is not done in vain");
      case MADE ->
          calls
              .controllerOnce("attach " + name, stub -> stub.controllerPublishVolume(attach()))
              .ifPresent(answer -> publishContext = answer.getPublishContextMap());
      case ATTACHED ->
          calls.nodeOnce("stage " + name, stub -> stub.nodeStageVolume(stageRequest()));
      case STAGED -> calls.nodeOnce("publish " + name, stub -> stub.nodePublishVolume(publish()));
    }
    stage = stage.above();
    fall();
  }

  /** Moves the volume one stage down. */
  public void fall() {
    switch (stage) {
      case NONE -> throw new IllegalStateException("there is nothing below");
      case MADE -> {
        calls.controller("delete " + name, stub -> stub.deleteVolume(VolumeRequests.delete(id())));
        made = Optional.empty();
        files.clear();
      }
      case ATTACHED ->
          calls.controller(
              "detach " + name, stub -> stub.controllerUnpublishVolume(requests().detach()));
      case STAGED ->
          calls.node("unstage " + name, stub -> stub.nodeUnstageVolume(requests().unstage()));
      case PUBLISHED ->
          calls.node("unpublish " + name, stub -> stub.nodeUnpublishVolume(requests().unpublish()));
    }
    stage = stage.below();
  }

  private VolumeRequests requests() {
    return new VolumeRequests(id(), nodeId, staging, target);
  }

  private Map<String, String> context() {
    return made.orElseThrow().getVolumeContextMap();
  }

  private ControllerPublishVolumeRequest attach() {
    return requests().attach(context());
  }

  private NodeStageVolumeRequest stageRequest() {
    return requests()
        .stage()
        .putAllPublishContext(publishContext)
        .putAllVolumeContext(context())
        .build();
  }

  private NodePublishVolumeRequest publish() {
    return requests()
        .publish()
        .putAllPublishContext(publishContext)
        .putAllVolumeContext(context())
        .build();
  }
}
