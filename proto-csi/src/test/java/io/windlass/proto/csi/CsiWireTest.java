package io.windlass.proto.csi;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.proto.WireTable;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** csi.proto is the union of CSI 1.10 and 1.13, but for three names. */
class CsiWireTest {

  /** The whole difference from upstream: these fields are called {@code mutable_params} here. */
  private static final Set<String> RENAMED =
      Set.of(
          "CreateVolumeRequest",
          "ValidateVolumeCapabilitiesRequest",
          "ValidateVolumeCapabilitiesResponse.Confirmed");

  private static final Map<String, String> V1_10 =
      WireTable.read(CsiWireTest.class, "csi-1.10.txt");
  private static final Map<String, String> V1_13 =
      WireTable.read(CsiWireTest.class, "csi-1.13.txt");

  @Test
  void everyDeclarationIsThatOfTheUnionOfTheReleases() {
    Map<String, String> expected = new TreeMap<>(V1_10);
    expected.putAll(V1_13);
    for (String message : RENAMED) {
      String line = expected.remove("field " + message + ".mutable_parameters");
      expected.put(
          "field " + message + ".mutable_params",
          line.replace(".mutable_parameters ", ".mutable_params "));
    }

    assertThat(WireTable.of(CsiProto.getDescriptor())).isEqualTo(expected);
  }

  @Test
  void renamedFieldsKeepTheirJsonName() {
    assertThat(
            Stream.of(
                CreateVolumeRequest.getDescriptor(),
                ValidateVolumeCapabilitiesRequest.getDescriptor(),
                ValidateVolumeCapabilitiesResponse.Confirmed.getDescriptor()))
        .allSatisfy(message ->
            assertThat(message.findFieldByName("mutable_params").getJsonName())
                .isEqualTo("mutableParameters"));
  }

  @Test
  void whatTheNewestReleaseRemovedIsVolumeConditionAndNothingElse() {
    Set<String> removed = new TreeSet<>(V1_10.keySet());
    removed.removeAll(V1_13.keySet());

    assertThat(removed)
        .containsExactly(
            "field ControllerGetVolumeResponse.VolumeStatus.volume_condition",
            "field ListVolumesResponse.VolumeStatus.volume_condition",
            "field NodeGetVolumeStatsResponse.volume_condition",
            "field VolumeCondition.abnormal",
            "field VolumeCondition.message",
            "message VolumeCondition",
            "value ControllerServiceCapability.RPC.Type.VOLUME_CONDITION",
            "value NodeServiceCapability.RPC.Type.VOLUME_CONDITION");
  }

  @Test
  void fullNamesAreUpstreams() {
    assertThat(ControllerGrpc.SERVICE_NAME).isEqualTo("csi.v1.Controller");
    assertThat(IdentityGrpc.SERVICE_NAME).isEqualTo("csi.v1.Identity");
    assertThat(NodeGrpc.SERVICE_NAME).isEqualTo("csi.v1.Node");
    assertThat(GroupControllerGrpc.SERVICE_NAME).isEqualTo("csi.v1.GroupController");
    assertThat(SnapshotMetadataGrpc.SERVICE_NAME).isEqualTo("csi.v1.SnapshotMetadata");
  }
}
