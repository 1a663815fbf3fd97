package io.windlass.test.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.secret.Keyring;
import io.windlass.test.launcher.Launch.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsiCommandTest {
  private static final String CAPABILITY =
      "{\"mount\": {}, \"access_mode\": {\"mode\": \"MULTI_NODE_MULTI_WRITER\"}}";

  @TempDir Path directory;

  @Test
  void theClientSpeaksCsi() throws IOException {
    Path keys = Files.writeString(directory.resolve("keys"), Keyring.generate().reveal());
    Launch controller =
        Launch.windlass("csi")
            .with("CSI_ENDPOINT", endpoint())
            .with("WINDLASS_CSI_MODE", "controller")
            .with("WINDLASS_KEYS", keys.toString())
            .with("WINDLASS_LOCAL_DIRECTORY", directory.resolve("store").toString())
            .with("WINDLASS_LOCAL_LISTEN", "127.0.0.1:0");
    try (Running driver = Running.serving(controller, directory.resolve("csi.sock"), directory)) {
      assertThat(calling("getplugininfo").succeed().out()).contains("csi.windlass.io");
      Outcome made =
          calling(
                  "CreateVolume",
                  "{\"name\": \"mine\", \"volume_capabilities\": [%s]}".formatted(CAPABILITY))
              .succeed();
      assertThat(made.out()).as(made.err()).contains("\"volume_id\" : \"local/mine\"");
      assertThat(calling("ListVolumes").succeed().out()).contains("local/mine");

      Outcome refused =
          call(
              "ControllerPublishVolume",
              "{\"volume_id\": \"local/mine\", \"node_id\": \"x\", \"volume_capability\": %s}"
                  .formatted(CAPABILITY));
      assertThat(refused.status()).isEqualTo(1);
      assertThat(refused.err()).startsWith("ControllerPublishVolume: NOT_FOUND").hasLineCount(1);

      Outcome streamed = call("GetMetadataAllocated");
      assertThat(streamed.status()).isEqualTo(2);
      assertThat(streamed.err()).contains("csi has no method", "lists them");

      assertThat(calling("DeleteVolume", "{\"volume_id\": \"local/mine\"}").succeed().out())
          .isEqualToIgnoringWhitespace("{}");
      whatTheClientDescribesCanBePasted();
      assertThat(driver.stop()).isZero();
    }
  }

  /** Those of nodes need a node, and so does what is published to one. */
  private void whatTheClientDescribesCanBePasted() {
    List<String> last = List.of("DeleteVolumeGroupSnapshot", "DeleteSnapshot", "DeleteVolume");
    List<String> methods =
        Launch.inThisJvm("call", "--api", "csi")
            .run()
            .out()
            .lines()
            .skip(1)
            .map(String::strip)
            .filter(name -> !name.startsWith("Node"))
            .sorted(Comparator.comparingInt(last::indexOf))
            .toList();
    Map<String, String> refused = new TreeMap<>();
    for (String method : methods) {
      Pasted example = Pasted.from(call("--describe", method).out());
      Outcome outcome = Launch.inThisJvm(pasted(example)).with("CSI_ENDPOINT", endpoint()).run();
      if (outcome.status() != 0) {
        refused.put(method, outcome.err().strip());
      }
    }
    assertThat(refused)
        .isEqualTo(
            Map.of(
                "ControllerPublishVolume",
                "ControllerPublishVolume: NOT_FOUND: node_id: no node of this driver has this id"));
  }

  @Test
  void theClientSaysWhichVariableIsMissing() {
    Outcome outcome =
        Launch.inThisJvm("call", "--api", "csi", "Probe").with("COSI_ENDPOINT", "unix:///a").run();

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("--endpoint, or set CSI_ENDPOINT");
  }

  private static String[] pasted(Pasted example) {
    return Stream.concat(Stream.of("call"), Arrays.stream(example.arguments()))
        .toArray(String[]::new);
  }

  private Outcome call(String method, String... json) {
    return calling(method, json).run();
  }

  private Launch calling(String method, String... json) {
    String[] all = new String[json.length + 6];
    all[0] = "call";
    all[1] = "--api";
    all[2] = "csi";
    all[3] = "--timeout";
    all[4] = "300";
    all[5] = method;
    System.arraycopy(json, 0, all, 6, json.length);
    return Launch.inThisJvm(all).with("CSI_ENDPOINT", endpoint());
  }

  private String endpoint() {
    return "unix://" + directory.resolve("csi.sock");
  }
}
