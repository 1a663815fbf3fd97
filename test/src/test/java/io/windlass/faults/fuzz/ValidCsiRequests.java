package io.windlass.faults.fuzz;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import io.windlass.faults.csi.VolumeRequests;
import io.windlass.test.driver.DriverSetup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Well-formed CSI requests about a few volumes, so that many of them are valid. Fields of the same
 * name have the same meaning in all of them.
 */
public final class ValidCsiRequests {
  private static final int NAMES = 3;

  private final RandomGenerator random;
  private final String prefix;
  private final String nodeId;
  private final Path scratch;
  private final CsiConsequences consequences;

  /**
   * @param prefix of all names: whoever else asks at the same time has another
   * @param scratch where volumes are mounted
   * @param consequences knows what controllers told nodes
   */
  public ValidCsiRequests(
      RandomGenerator random,
      String prefix,
      String nodeId,
      Path scratch,
      CsiConsequences consequences) {
    this.random = random;
    this.prefix = prefix;
    this.nodeId = nodeId;
    this.scratch = scratch.resolve(prefix);
    this.consequences = consequences;
  }

  /** Every name, id and path in them. */
  List<String> texts() {
    List<String> texts = new ArrayList<>(List.of(nodeId));
    IntStream.range(0, NAMES)
        .forEach(i -> {
          texts.addAll(List.of(name(i), id(i), place("staged", i), place("target", i)));
        });
    return texts;
  }

  private String name(int i) {
    return prefix + "-" + i;
  }

  private String id(int i) {
    return DriverSetup.BACKEND + "/" + name(i);
  }

  private String place(String kind, int i) {
    return scratch.resolve(kind + "-" + i).toString();
  }

  /** A request of this type. */
  public Message of(Descriptor type) {
    return of(type, random.nextInt(NAMES));
  }

  private Message of(Descriptor type, int which) {
    DynamicMessage.Builder request = DynamicMessage.newBuilder(type);
    for (FieldDescriptor field : type.getFields()) {
      fill(request, field, which);
    }
    return request.build();
  }

  private void fill(DynamicMessage.Builder request, FieldDescriptor field, int which) {
    switch (field.getName()) {
      case "name" -> request.setField(field, name(which));
      case "volume_id", "source_volume_id", "snapshot_id", "group_snapshot_id" -> {
        if (field.getContainingType().getName().startsWith("List")) {
          return;
        }
        request.setField(field, id(which));
      }
      case "source_volume_ids" -> {
        request.addRepeatedField(field, id(which));
        if (random.nextBoolean()) {
          request.addRepeatedField(field, id((which + 1) % NAMES));
        }
      }
      case "node_id" -> request.setField(field, nodeId);
      case "volume_capability" -> request.setField(field, VolumeRequests.CAPABILITY);
      case "volume_capabilities" -> request.addRepeatedField(field, VolumeRequests.CAPABILITY);
      case "staging_target_path" -> request.setField(field, place("staged", which));
      case "target_path", "volume_path" -> request.setField(field, place("target", which));
      case "publish_context" -> put(request, field, consequences.publishContext(id(which)));
      case "mutable_parameters" -> {
        if (!field.getContainingType().getName().startsWith("Create")) {
          put(request, field, Map.of("metadataTtl", random.nextBoolean() ? "30s" : "1m"));
        }
      }
      case "parameters" -> {
        if (field.getContainingType().getName().equals("CreateVolumeRequest")
            && random.nextInt(4) == 0) {
          put(request, field, Map.of("bucket", prefix + "-shared"));
        }
      }
      case "volume_content_source" -> source(request, field, which);
      case "capacity_range" -> {
        FieldDescriptor bytes = field.getMessageType().findFieldByName("required_bytes");
        request.setField(
            field,
            DynamicMessage.newBuilder(field.getMessageType()).setField(bytes, 1L << 20).build());
      }
      default -> {}
    }
  }

  private void source(DynamicMessage.Builder request, FieldDescriptor field, int which) {
    if (random.nextInt(3) > 0) {
      return;
    }
    FieldDescriptor kind =
        field.getMessageType().findFieldByName(random.nextBoolean() ? "snapshot" : "volume");
    Message from = of(kind.getMessageType(), (which + 1) % NAMES);
    request.setField(
        field, DynamicMessage.newBuilder(field.getMessageType()).setField(kind, from).build());
  }

  private static void put(
      DynamicMessage.Builder request, FieldDescriptor map, Map<String, String> entries) {
    Descriptor type = map.getMessageType();
    entries.forEach((key, value) ->
        request.addRepeatedField(
            map,
            DynamicMessage.newBuilder(type)
                .setField(type.findFieldByNumber(1), key)
                .setField(type.findFieldByNumber(2), value)
                .build()));
  }
}
