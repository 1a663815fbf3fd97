package io.windlass.cli.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.cli.CommandRun;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What {@code windlass call} says before it calls anybody. */
class CallCommandTest {
  @Test
  void withoutAMethodItListsThem() {
    assertThat(call().out())
        .contains("v1alpha2:\n", "  DriverCreateBucket\n")
        .doesNotContain("ListVolumes");
    assertThat(call("--api", "csi").out()).contains("csi:\n", "  ListVolumes\n");
  }

  @Test
  void aMethodOfAnotherApiIsNamedWithIt() {
    assertThat(call("ListVolumes").err()).contains("csi has it: add --api csi");
    assertThat(call("--api", "csi", "CreateBucket").err())
        .contains("v1alpha1 has it: add --api v1alpha1");
    assertThat(call("CreateBukcet").err()).contains("did you mean DriverCreateBucket?");
    // What begins so is nearer than DriverGetBucket, which has fewer other letters.
    assertThat(call("GrantBucket").err()).contains("did you mean DriverGrantBucketAccess?");
    assertThat(call("--api", "v1alpha1", "GrantBucket").err())
        .contains("did you mean DriverGrantBucketAccess?");
    assertThat(call("Nonsense").err()).contains("'windlass call --api v1alpha2' lists them");
  }

  @Test
  void aFieldThatIsMisspeltIsNamedRightly() {
    CommandRun wrong = call("CreateBucket", "{\"bucketid\": \"local/x\"}");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.err())
        .contains("DriverCreateBucketRequest has no field 'bucketid': did you mean bucket_id?");
    assertThat(call("CreateBucket", "{\"colour\": \"red\"}").err())
        .contains("has no field 'colour': it has ", "bucket_id");
    assertThat(call("GrantBucketAccess", "{\"buckets\": [{\"bucket\": \"local/x\"}]}").err())
        .contains("AccessedBucket has no field 'buckets[0].bucket': did you mean bucket_id?");
    assertThat(
            call("CreateBucket", "{\"protocols\": [{\"type\": \"S3\"}, {\"type\": \"AZUR\"}]}")
                .err())
        .contains(
            "protocols[1].type is 'AZUR', but must be one of S3, AZURE, GCS; did you mean AZURE?");
    assertThat(call("CreateBucket", "{\n  \"bucket_id\": \"local/bc-x\"").err())
        .contains(
            "the request is not JSON: it ends before all of its brackets and quotation marks are"
                + " closed, at line 2, column ")
        .doesNotContain("Source");
    assertThat(call("CreateBucket", "{bad").err())
        .contains("the request is not JSON: ", "at line 1, column ")
        .doesNotContain("Exception");
  }

  @Test
  void aRequestIsDescribed() {
    CommandRun described = call("--describe", "GrantBucketAccess");
    assertThat(described.status()).isZero();
    assertThat(described.out())
        .contains(
            "\"account_id\"",
            "\"buckets\"",
            "{\"type\": \"S3\"}",
            "READ_WRITE",
            "account_id",
            "string");
    String example = described.out().substring(described.out().indexOf("windlass call"));
    assertThat(example).startsWith("windlass call DriverGrantBucketAccess '{");
    assertThat(call("--describe", "--api", "csi", "CreateVolume").out())
        .contains("volume_capabilities", "MULTI_NODE_MULTI_WRITER", "mutable_parameters: map")
        .doesNotContain("mutable_params");
  }

  /** The proto of this project cannot call all of them so. */
  @Test
  void fieldsHaveTheNamesOfTheSpec() {
    for (String name : List.of("mutable_parameters", "mutableParameters")) {
      CommandRun nobodyThere =
          call(
              "--api",
              "csi",
              "--endpoint",
              "unix:///none/csi.sock",
              "CreateVolume",
              "{\"parameters\": {\"a\": \"b\"}, \"%s\": {\"c\": \"d\"}}".formatted(name));
      assertThat(nobodyThere.err()).as(name).contains("there is no socket");
    }
  }

  private static CommandRun call(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "call";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return CommandRun.of(Map.of(), all);
  }
}
