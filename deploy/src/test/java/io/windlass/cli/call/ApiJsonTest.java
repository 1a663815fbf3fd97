package io.windlass.cli.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import io.windlass.proto.csi.ValidateVolumeCapabilitiesResponse;
import org.junit.jupiter.api.Test;

class ApiJsonTest {
  @Test
  void whatCsiMarksIsHiddenAndItsNamesAreNot() {
    String shown =
        masked(
            Api.csi,
            "NodeStageVolume",
            """
            {"volume_id": "local/a", "secrets": {"anything": "canary"},
             "volume_capability": {"mount": {"fs_type": "x"}}}\
            """);

    assertThat(shown)
        .isEqualTo(
            "{\"volume_id\": \"local/a\", \"secrets\": {\"anything\": \"***\"},"
                + " \"volume_capability\": {\"mount\": {\"fs_type\": \"x\"}}}");
  }

  @Test
  void whatCosiKeepsSecretIsHiddenWhereverItStands() {
    String secret = "{\"access_key_id\": \"id\", \"access_secret_key\": \"canary\"}";
    MethodDescriptor grant = Api.v1alpha2.method("GrantBucketAccess").orElseThrow();

    assertThat(
            ApiJson.oneLine(
                ApiJson.masked(
                    grant.getOutputType(),
                    ApiJson.tree("{\"credentials\": {\"s3\": %s}}".formatted(secret)))))
        .isEqualTo(
            "{\"credentials\": {\"s3\": {\"access_key_id\": \"id\", \"access_secret_key\":"
                + " \"***\"}}}");
  }

  @Test
  void anAnswerHasTheNamesOfTheSpec() throws InvalidProtocolBufferException {
    var validate = Api.csi.method("ValidateVolumeCapabilities").orElseThrow();
    ValidateVolumeCapabilitiesResponse.Builder answer =
        ValidateVolumeCapabilitiesResponse.newBuilder();
    answer.getConfirmedBuilder().putParameters("a", "b").putMutableParams("c", "d");

    assertThat(
            ApiJson.oneLine(
                ApiJson.print(
                    DynamicMessage.parseFrom(
                        validate.getOutputType(), answer.build().toByteString()))))
        .isEqualTo(
            "{\"confirmed\": {\"parameters\": {\"a\": \"b\"}, \"mutable_parameters\": {\"c\":"
                + " \"d\"}}}");
  }

  @Test
  void emptyIsEmpty() {
    assertThat(masked(Api.csi, "Probe", "{}")).isEqualTo("{}");
  }

  private static String masked(Api api, String method, String json) {
    return ApiJson.oneLine(
        ApiJson.masked(api.method(method).orElseThrow().getInputType(), ApiJson.tree(json)));
  }
}
