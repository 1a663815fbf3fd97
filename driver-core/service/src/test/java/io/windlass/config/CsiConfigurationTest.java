package io.windlass.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.windlass.secret.Keyring;
import io.windlass.setting.Setting;
import io.windlass.testing.Authorities;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsiConfigurationTest {
  @TempDir private Path directory;
  private final Map<String, String> environment = new TreeMap<>();

  @BeforeEach
  void files() throws IOException {
    Files.createDirectory(directory.resolve("credentials"));
    Files.writeString(directory.resolve("keys"), Keyring.generate().reveal());
    environment.put("HOME", "/home/me");
    environment.put("WINDLASS_KEYS", directory.resolve("keys").toString());
  }

  private void node() {
    environment.put("WINDLASS_CSI_MODE", "node");
    environment.remove("WINDLASS_KEYS");
  }

  private CsiConfiguration read() throws ConfigurationException {
    return CsiConfiguration.read(environment, Kinds.ALL);
  }

  private String problems() {
    return String.join(
        "\n", catchThrowableOfType(ConfigurationException.class, this::read).problems());
  }

  @Test
  void aNodeNeedsNoBackendAndHasNoneOfTheDriversKeys() throws Exception {
    environment.put("WINDLASS_CSI_MODE", "node");
    assertThat(problems()).contains("WINDLASS_KEYS is of no use to a node");
    environment.remove("WINDLASS_KEYS");
    environment.put("WINDLASS_BACKENDS", "fast");
    environment.put("WINDLASS_FAST_KIND", "s3");
    CsiConfiguration node = read();
    assertThat(node.backends()).isEmpty();
    assertThat(node.driverName()).isEqualTo("csi.windlass.io");
    assertThat(node.spec()).isEqualTo(SpecLevel.V1_13);
    assertThat(node.node().name()).isNotEmpty();
  }

  @Test
  void aControllerNeedsThem() {
    environment.put("WINDLASS_CSI_MODE", "controller");
    environment.put("WINDLASS_BACKENDS", "fast");
    environment.put("WINDLASS_FAST_KIND", "s3");
    assertThat(problems())
        .contains("WINDLASS_FAST_ENDPOINT is missing", "WINDLASS_FAST_CREDENTIALS is missing");
  }

  @Test
  void endpointsAreBaseUrlsOrAll() throws Exception {
    node();
    assertThat(read().node().endpoints()).isEmpty();
    environment.put("WINDLASS_CSI_ENDPOINTS", "*");
    assertThat(read().node().endpoints()).contains(List.of("*"));
    for (String wrong : List.of("minio:9000", "http://u@minio", "*,http://minio", "?")) {
      environment.put("WINDLASS_CSI_ENDPOINTS", wrong);
      assertThat(problems()).as(wrong).contains("WINDLASS_CSI_ENDPOINTS must be");
    }
  }

  @Test
  void everythingIsRead() throws Exception {
    environment.put("WINDLASS_CSI_MODE", "both");
    environment.put("CSI_ENDPOINT", "unix:///run/x/csi.sock");
    environment.put("WINDLASS_CSI_DRIVER_NAME", "files.example.com");
    environment.put("WINDLASS_CSI_SPEC", "1.12");
    environment.put("WINDLASS_CSI_NODE_ID", "node-7");
    environment.put("WINDLASS_CSI_STATE", "/s");
    environment.put("WINDLASS_CSI_STAGING", "/t");
    environment.put("WINDLASS_CSI_RUN", "/r");
    environment.put("WINDLASS_CSI_MEMORY", "64Mi");
    environment.put("WINDLASS_CSI_CACHE", "/c");
    environment.put("WINDLASS_CSI_CACHE_SIZE", "1Gi");
    environment.put("WINDLASS_CSI_MOUNTER", "external");
    environment.put("WINDLASS_CSI_MOUNTER_USER", "65532");
    environment.put("WINDLASS_CSI_HANDOVER_TIMEOUT", "30s");
    environment.put("WINDLASS_CSI_MAX_VOLUMES", "7");
    environment.put("WINDLASS_CSI_ENDPOINTS", "https://one.example, http://two:10000/account");
    environment.put("WINDLASS_CSI_TOPOLOGY", "true");
    environment.put("WINDLASS_CSI_NODE_REGION", "north-1");
    environment.put("WINDLASS_LOCAL_REGIONS", "north-1, south-1");
    Path authority = Files.writeString(directory.resolve("ca.pem"), Authorities.pem());
    environment.put("WINDLASS_CSI_CA_CERTIFICATE", authority.toString());
    environment.put("WINDLASS_CSI_PROGRESS_DEADLINE", "90s");
    environment.put("WINDLASS_CSI_METRICS_VOLUMES", "false");
    environment.put("WINDLASS_CSI_UNSENT_TIMEOUT", "1h");
    environment.put("WINDLASS_CSI_IN_USE_TIMEOUT", "1s");
    environment.put("WINDLASS_CSI_RENEWAL_ADDRESS", "0.0.0.0:9092");
    environment.put("WINDLASS_CSI_RENEWAL_URL", "http://renewal.storage.svc:9092");
    CsiConfiguration all = read();
    Settings.CSI.forEach(setting -> assertThat(environment).containsKey(setting.name()));
    assertThat(all.node().maxVolumes()).isEqualTo(7);
    assertThat(all.node().endpoints())
        .contains(List.of("https://one.example", "http://two:10000/account"));
    assertThat(all.topology()).isTrue();
    assertThat(all.node().region()).contains("north-1");
    assertThat(all.backends().getFirst().regions()).containsExactly("north-1", "south-1");
    assertThat(all.node().caCertificate()).contains(authority);
    assertThat(all.mode()).isEqualTo(CsiMode.BOTH);
    assertThat(all.server().endpoint().path()).isEqualTo(Path.of("/run/x/csi.sock"));
    assertThat(all.driverName()).isEqualTo("files.example.com");
    assertThat(all.spec().hasHealthCalls()).isFalse();
    assertThat(all.backends()).hasSize(1);
    assertThat(all.node().name()).isEqualTo("node-7");
    assertThat(all.node().state()).isEqualTo(Path.of("/s"));
    assertThat(all.node().staging()).isEqualTo(Path.of("/t"));
    assertThat(all.node().run()).isEqualTo(Path.of("/r"));
    assertThat(all.node().memory()).contains(64L << 20);
    assertThat(all.node().cache()).contains(Path.of("/c"));
    assertThat(all.node().cacheBytes()).contains(1L << 30);
    assertThat(all.node().mounter()).isEqualTo(MounterStart.EXTERNAL);
    assertThat(all.node().mounterUser()).contains(65532);
    assertThat(all.node().handoverTimeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(all.node().unsentTimeout()).isEqualTo(Duration.ofHours(1));
    assertThat(all.node().inUseTimeout()).isEqualTo(Duration.ofSeconds(1));
    assertThat(all.node().progressDeadline()).isEqualTo(Duration.ofSeconds(90));
    assertThat(all.node().volumeMetrics()).isFalse();
    assertThat(all.renewals().orElseThrow().address().getPort()).isEqualTo(9092);
    assertThat(all.renewals().orElseThrow().url())
        .contains(URI.create("http://renewal.storage.svc:9092"));
  }

  @Test
  void nodesAreToldAUrlThatTheyCanReach() throws Exception {
    environment.put("WINDLASS_CSI_MODE", "controller");
    environment.put("WINDLASS_CSI_RENEWAL_ADDRESS", "127.0.0.1:0");
    assertThat(read().renewals().orElseThrow().url()).isEmpty();
    environment.put("WINDLASS_CSI_RENEWAL_ADDRESS", "0.0.0.0:9092");
    assertThat(problems())
        .contains("WINDLASS_CSI_RENEWAL_URL is missing: nodes cannot reach", "0.0.0.0:9092");
    environment.remove("WINDLASS_CSI_RENEWAL_ADDRESS");
    environment.put("WINDLASS_CSI_RENEWAL_URL", "http://renewal.storage.svc:9092");
    assertThat(problems()).contains("only with WINDLASS_CSI_RENEWAL_ADDRESS");
  }

  @Test
  void aNodeWithTopologySaysWhereItIsAndNoOther() throws Exception {
    environment.put("WINDLASS_CSI_MODE", "controller");
    environment.put("WINDLASS_CSI_TOPOLOGY", "true");
    assertThat(read().topology()).isTrue();
    node();
    assertThat(problems()).contains("WINDLASS_CSI_NODE_REGION is missing");
    environment.put("WINDLASS_CSI_NODE_REGION", "north-1");
    assertThat(read().node().region()).contains("north-1");
    environment.put("WINDLASS_CSI_TOPOLOGY", "false");
    assertThat(problems()).contains("only with WINDLASS_CSI_TOPOLOGY=true");
  }

  @Test
  void onlyAnExternalMounterHasAUserOfItsOwn() throws Exception {
    node();
    assertThat(read().node().mounter()).isEqualTo(MounterStart.OWN);
    environment.put("WINDLASS_CSI_MOUNTER_USER", "65532");
    assertThat(problems()).contains("only with WINDLASS_CSI_MOUNTER=external");
    environment.put("WINDLASS_CSI_MOUNTER", "other");
    assertThat(problems())
        .contains("WINDLASS_CSI_MOUNTER must be one of own, external, and is 'other'");
  }

  @ParameterizedTest
  @CsvSource({
    "both, WINDLASS_CSI_CACHE_SIZE, 1Gi, WINDLASS_CSI_CACHE, /c",
    "both, WINDLASS_CSI_HANDOVER_TIMEOUT, 30s, WINDLASS_CSI_MOUNTER, external",
    "both, WINDLASS_CSI_MOUNTER_USER, 65532, WINDLASS_CSI_MOUNTER, external",
    "controller, WINDLASS_CSI_NODE_REGION, north-1, WINDLASS_CSI_TOPOLOGY, true",
    "controller, WINDLASS_CSI_RENEWAL_URL, http://renewal, WINDLASS_CSI_RENEWAL_ADDRESS, 127.0.0.1:0",
    "controller, WINDLASS_FAST_REGIONS, north-1, WINDLASS_CSI_TOPOLOGY, true",
    "controller, WINDLASS_FAST_ROLE_ARN, arn:aws:iam::0:role/a, WINDLASS_CSI_RENEWAL_ADDRESS, 127.0.0.1:0",
  })
  void whatHasNoEffectWithoutAnotherIsRefused(
      String mode, String setting, String value, String needed, String its) throws Exception {
    s3(mode);
    environment.put(setting, value);
    assertThat(problems()).startsWith(setting + " has a meaning only with " + needed);
    environment.put(needed, its);
    assertThat(read().mode()).hasToString(mode.toUpperCase(Locale.ROOT));
  }

  /** The settings of backends are those of COSI, too. */
  @Test
  void whatOnlyVolumesNeedMayBeThereForCosi() throws Exception {
    s3("controller");
    environment.remove("WINDLASS_CSI_MODE");
    environment.put("WINDLASS_FAST_REGIONS", "north-1");
    environment.put("WINDLASS_FAST_ROLE_ARN", "arn:aws:iam::0:role/a");
    assertThat(Configuration.read(environment, Kinds.ALL).backends()).isNotEmpty();
  }

  private void s3(String mode) {
    environment.put("WINDLASS_CSI_MODE", mode);
    environment.put("WINDLASS_BACKENDS", "fast,here");
    environment.put("WINDLASS_FAST_KIND", "s3");
    environment.put("WINDLASS_FAST_FLAVOR", "minio");
    environment.put("WINDLASS_FAST_ENDPOINT", "http://minio:9000");
    environment.put("WINDLASS_FAST_CREDENTIALS", directory.resolve("credentials").toString());
    environment.put("WINDLASS_HERE_KIND", "local");
  }

  /** Whether or not what is served in this mode reads it: it may be read in another. */
  @ParameterizedTest
  @ValueSource(strings = {"controller", "node", "both", "no CSI"})
  void everyWrongValueIsFoundInEveryMode(String mode) throws Exception {
    s3(mode);
    if (mode.equals("node")) {
      node();
    } else if (mode.equals("no CSI")) {
      environment.remove("WINDLASS_CSI_MODE");
    }
    assertThat(UnderstoodSettings.read(environment, Kinds.ALL)).isNotEmpty();
    List<String> variables = new ArrayList<>();
    Settings.GLOBAL.forEach(setting -> variables.add(setting.name()));
    Settings.CSI.forEach(setting -> variables.add(setting.name()));
    BackendSettings backends = new BackendSettings(Kinds.ALL);
    for (Setting<?> setting : backends.all()) {
      String backend = backends.has(Kinds.S3, setting) ? "fast" : "here";
      variables.add(BackendVariables.variable(backend, setting));
    }
    for (String variable : variables) {
      Map<String, String> wrong = new TreeMap<>(environment);
      wrong.put(variable, "canary !");
      assertThat(
              catchThrowableOfType(
                      ConfigurationException.class, () -> UnderstoodSettings.read(wrong, Kinds.ALL))
                  .problems())
          .doesNotHaveDuplicates()
          .anySatisfy(problem -> assertThat(problem).startsWith(variable + " "))
          .noneSatisfy(problem -> assertThat(problem).contains("canary"));
    }
  }

  @Test
  void allProblemsAreToldTogether() {
    environment.remove("WINDLASS_KEYS");
    environment.put("WINDLASS_CSI_SPEC", "2");
    environment.put("WINDLASS_CSI_DRIVER_NAME", "ends.in7");
    environment.put("WINDLASS_CSI_MOODE", "node");
    assertThat(problems())
        .contains(
            "WINDLASS_CSI_MODE is missing",
            "WINDLASS_CSI_SPEC must be",
            "WINDLASS_CSI_DRIVER_NAME must be",
            "did you mean WINDLASS_CSI_MODE?");
  }
}
