package io.windlass.faults.fuzz;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.grpc.Status.Code;
import io.windlass.faults.csi.VolumeRequests;
import io.windlass.proto.csi.CsiProto;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * CSI.
 *
 * @param consequences learns of every call that succeeded
 * @param scratch nothing beyond it is mounted or unmounted
 */
public record CsiDialect(ValidCsiRequests requests, CsiConsequences consequences, Path scratch)
    implements Dialect {
  /** Every RPC but those that stream. */
  public static final List<MethodDescriptor> METHODS =
      CsiProto.getDescriptor().getServices().stream()
          .flatMap(service -> service.getMethods().stream())
          .filter(method -> !method.isServerStreaming())
          .toList();

  /** RPCs that other RPCs depend on; they are called more often. */
  private static final List<MethodDescriptor> OFTEN =
      METHODS.stream()
          .flatMap(method ->
              Collections.nCopies(
                  method.getName().matches("Create.*|ControllerPublish.*|Node(Stage|Publish).*")
                      ? 8
                      : 1,
                  method)
                  .stream())
          .toList();

  /** Two directories: what is confined to "/" there is harmless too, and can be named again. */
  private static final String ODD = "/odd/root/";

  private static final Set<Code> RIGHT =
      EnumSet.of(
          Code.OK,
          Code.INVALID_ARGUMENT,
          Code.NOT_FOUND,
          Code.ALREADY_EXISTS,
          Code.PERMISSION_DENIED,
          Code.UNAUTHENTICATED,
          Code.FAILED_PRECONDITION,
          Code.ABORTED,
          Code.OUT_OF_RANGE,
          Code.UNAVAILABLE); // what the node's kernel refuses now may succeed later

  @Override
  public List<MethodDescriptor> methods() {
    return OFTEN;
  }

  @Override
  public Message valid(MethodDescriptor method) {
    return requests.of(method.getInputType());
  }

  @Override
  public List<String> texts() {
    return requests.texts();
  }

  @Override
  public Set<Code> right() {
    return RIGHT;
  }

  @Override
  public byte[] harmless(MethodDescriptor method, byte[] request) {
    DynamicMessage message;
    try {
      message = DynamicMessage.parseFrom(method.getInputType(), request);
    } catch (InvalidProtocolBufferException e) {
      return request; // the driver cannot read it either
    }
    DynamicMessage.Builder confined = message.toBuilder();
    for (FieldDescriptor field : method.getInputType().getFields()) {
      if (field.getName().endsWith("_path")) {
        String path = (String) message.getField(field);
        if (!isHarmless(path)) {
          confined.setField(field, scratch + ODD + path.replace("..", "dots"));
        }
      }
    }
    DynamicMessage sent = confined.build();
    return sent.equals(message) ? request : sent.toByteArray();
  }

  /**
   * No CO mounts over the directories in which others are mounted. Relative ones are to be refused;
   * were they not, they would be below the working directory.
   */
  private boolean isHarmless(String path) {
    try {
      return path.startsWith("/") ? isDeepBelow(Path.of(path).normalize()) : !path.contains("..");
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private boolean isDeepBelow(Path path) {
    return path.startsWith(scratch) && path.getNameCount() > scratch.getNameCount() + 1;
  }

  @Override
  public void succeeded(MethodDescriptor method, byte[] request, byte[] answer) {
    consequences.of(method.getName(), request, answer);
  }

  /** Removes everything through the driver. */
  static void removeAll(Fuzzer fuzzer, CsiConsequences there) {
    for (CsiConsequences.Seen seen : there.published()) {
      send(fuzzer, "Node", "NodeUnpublishVolume", requests(seen).unpublish());
    }
    for (CsiConsequences.Seen seen : there.staged()) {
      send(fuzzer, "Node", "NodeUnstageVolume", requests(seen).unstage());
    }
    for (CsiConsequences.Attached each : there.attachments()) {
      Path none = Path.of("/");
      VolumeRequests attached = new VolumeRequests(each.volume(), each.node(), none, none);
      send(fuzzer, "Controller", "ControllerUnpublishVolume", attached.detach());
    }
    there.snapshots().values().stream()
        .flatMap(Optional::stream)
        .distinct()
        .map(VolumeRequests::deleteGroup)
        .forEach(group -> send(fuzzer, "GroupController", "DeleteVolumeGroupSnapshot", group));
    for (String snapshot : there.snapshots().keySet()) {
      send(fuzzer, "Controller", "DeleteSnapshot", VolumeRequests.deleteSnapshot(snapshot));
    }
    for (String volume : there.volumes()) {
      send(fuzzer, "Controller", "DeleteVolume", VolumeRequests.delete(volume));
    }
  }

  private static VolumeRequests requests(CsiConsequences.Seen seen) {
    return new VolumeRequests(seen.volume(), "", seen.on(), seen.place());
  }

  private static void send(Fuzzer fuzzer, String service, String method, Message request) {
    fuzzer.send(
        CsiProto.getDescriptor().findServiceByName(service).findMethodByName(method), request);
  }
}
