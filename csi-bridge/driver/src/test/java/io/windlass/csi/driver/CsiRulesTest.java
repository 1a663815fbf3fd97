package io.windlass.csi.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import io.windlass.proto.csi.ControllerPublishVolumeRequest;
import io.windlass.proto.csi.CreateSnapshotRequest;
import io.windlass.proto.csi.CsiProto;
import io.windlass.proto.csi.DeleteVolumeRequest;
import io.windlass.proto.csi.NodeStageVolumeRequest;
import io.windlass.rpc.RpcRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsiRulesTest {
  private static final String CANARY = "canary-77ab";
  private final RpcRules rules = CsiRules.rules();

  @Test
  void noSecretOfAnyMessageIsPrinted() {
    List<String> withSecrets = new ArrayList<>();
    for (Descriptor message : CsiProto.getDescriptor().getMessageTypes()) {
      for (FieldDescriptor field : message.getFields()) {
        if (field.getName().contains("secret")) {
          withSecrets.add(message.getName());
          assertThat(rules.redactor().print(withCanary(message, field)))
              .contains("***")
              .doesNotContain(CANARY);
        }
      }
    }
    assertThat(withSecrets)
        .contains("CreateVolumeRequest", "NodeStageVolumeRequest", "CreateSnapshotRequest")
        .hasSizeGreaterThan(12);
  }

  private static DynamicMessage withCanary(Descriptor message, FieldDescriptor field) {
    Descriptor entry = field.getMessageType();
    return DynamicMessage.newBuilder(message)
        .addRepeatedField(
            field,
            DynamicMessage.newBuilder(entry)
                .setField(entry.findFieldByName("key"), "secretAccessKey")
                .setField(entry.findFieldByName("value"), CANARY)
                .build())
        .build();
  }

  @Test
  void fieldsAreAsLongAsTheSpecLetsThem() {
    assertThat(violates(DeleteVolumeRequest.newBuilder().setVolumeId("x".repeat(128)).build()))
        .isFalse();
    assertThat(violates(DeleteVolumeRequest.newBuilder().setVolumeId("x".repeat(129)).build()))
        .isTrue();
    assertThat(
            violates(
                ControllerPublishVolumeRequest.newBuilder().setNodeId("x".repeat(256)).build()))
        .isFalse();
    assertThat(
            violates(
                ControllerPublishVolumeRequest.newBuilder().setNodeId("x".repeat(257)).build()))
        .isTrue();
    assertThat(
            violates(
                NodeStageVolumeRequest.newBuilder()
                    .setStagingTargetPath("/" + "x".repeat(4000))
                    .build()))
        .isFalse();
  }

  private boolean violates(Message message) {
    return rules.limits().violation(message).isPresent();
  }

  @Test
  void aCallIsAboutItsVolume() {
    assertThat(
            rules.subject().of(DeleteVolumeRequest.newBuilder().setVolumeId("minio/pvc-1").build()))
        .containsExactly(entry("volume", "minio/pvc-1"));
    assertThat(
            rules
                .subject()
                .of(
                    CreateSnapshotRequest.newBuilder()
                        .setSourceVolumeId("minio/pvc-1")
                        .setName("snapshot-1")
                        .build()))
        .containsExactly(entry("name", "snapshot-1"), entry("volume", "minio/pvc-1"));
  }

  @Test
  void theFieldsOfTheLogAreDocumented() throws IOException {
    String operations = Files.readString(Path.of("..", "..", "docs", "OPERATIONS.md"));
    assertThat(rules.subject().fields())
        .allSatisfy(field -> assertThat(operations).contains("| `" + field.log() + "` |"));
  }
}
