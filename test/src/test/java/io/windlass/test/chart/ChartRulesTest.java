package io.windlass.test.chart;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.store.s3.client.AwsEndpoint;
import io.windlass.test.chart.Manifests.Container;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import tools.jackson.databind.JsonNode;

/** Rules for everything that the charts render. */
@TestInstance(Lifecycle.PER_CLASS)
class ChartRulesTest {
  /** Who is root, and why. */
  private static final Map<String, String> ROOT =
      Map.of(
          "DaemonSet/windlass-node/plugin", "mounts",
          "DaemonSet/windlass-node/registrar", "writes to a directory of the kubelet",
          "DaemonSet/windlass-node/liveness-probe", "calls a socket of root");

  private static final String PRIVILEGED = "DaemonSet/windlass-node/plugin";

  /** Directories of the node, by the workloads that may have them. */
  private static final Map<String, Set<String>> HOST_PATHS =
      Map.of(
          "DaemonSet/windlass-node",
          Set.of(
              "/var/lib/kubelet",
              "/var/lib/kubelet/plugins/csi.windlass.io",
              "/var/lib/kubelet/plugins_registry",
              "/var/lib/windlass/csi",
              "/var/lib/windlass/staging",
              "/run/windlass/csi"),
          "DaemonSet/windlass-mounter",
          Set.of("/var/lib/windlass/staging", "/run/windlass/csi"));

  private final ChartTools tools = ChartTools.require();
  private final Manifests usual = Helm.driver(tools).render(Values.MINIMUM, "1.36");
  private final Manifests everything =
      Helm.driver(tools).render(Values.everything().text(), "1.36");
  private final Manifests openShift =
      Helm.driver(tools).render(Values.MINIMUM + "openshift: {enabled: true}", "1.36");
  private final Manifests customResources = Helm.customResources(tools).render("{}", "1.36");

  private Stream<Container> containers() {
    return Stream.of(usual, everything, customResources)
        .flatMap(manifests -> manifests.containers().stream());
  }

  @Test
  void theWorkloadsAreThese() {
    assertThat(usual.containers())
        .extracting(Container::name)
        .containsExactlyInAnyOrder(
            "Deployment/windlass-cosi/driver",
            "Deployment/windlass-cosi/sidecar",
            "Deployment/windlass-controller/driver",
            "Deployment/windlass-controller/provisioner",
            "Deployment/windlass-controller/attacher",
            "Deployment/windlass-controller/resizer",
            "Deployment/windlass-controller/snapshotter",
            "Deployment/windlass-controller/liveness-probe",
            "DaemonSet/windlass-node/plugin",
            "DaemonSet/windlass-node/registrar",
            "DaemonSet/windlass-node/liveness-probe",
            "DaemonSet/windlass-mounter/mounter",
            "Pod/windlass-test/doctor");
    assertThat(usual.container("Pod/windlass-test/doctor").spec().path("args").toString())
        .isEqualTo("[\"doctor\",\"--try\"]");
  }

  @Test
  void everyContainerHasRequestsAndALimitOfMemory() {
    assertThat(containers())
        .allSatisfy(container -> {
          JsonNode resources = container.spec().path("resources");
          assertThat(resources.at("/requests/cpu").asString("")).isNotEmpty();
          assertThat(resources.at("/requests/memory").asString("")).isNotEmpty();
          assertThat(resources.at("/limits/memory").asString("")).isNotEmpty();
        });
  }

  @Test
  void onlyThePluginIsPrivileged() {
    assertThat(containers())
        .allSatisfy(container -> {
          boolean privileged = container.name().equals(PRIVILEGED);
          assertThat(container.security("privileged").asBoolean(false)).isEqualTo(privileged);
          assertThat(container.security("readOnlyRootFilesystem").asBoolean(false)).isTrue();
          assertThat(container.security("seccompProfile").path("type").asString())
              .isEqualTo("RuntimeDefault");
          if (!privileged) {
            assertThat(container.security("allowPrivilegeEscalation").asBoolean(true)).isFalse();
            assertThat(container.security("capabilities").toString())
                .isEqualTo("{\"drop\":[\"ALL\"]}");
          }
        });
  }

  /** With the driver's keys, whoever takes over a node could open the credentials of all. */
  @Test
  void noNodeHasTheDriversKeys() {
    assertThat(containers().filter(container -> container.name().startsWith("DaemonSet/")))
        .isNotEmpty()
        .allSatisfy(container ->
            assertThat(container.spec().toString())
                .doesNotContain("WINDLASS_KEYS", "windlass/keys"));
  }

  @Test
  void onlyThoseThatAreListedAreRoot() {
    assertThat(containers())
        .allSatisfy(container -> {
          boolean root = ROOT.containsKey(container.name());
          assertThat(container.security("runAsUser").asInt()).isEqualTo(root ? 0 : 65532);
          assertThat(container.security("runAsNonRoot").asBoolean(false)).isEqualTo(!root);
        });
  }

  @Test
  void noPodUsesNamespacesOfTheHost() {
    assertThat(Stream.of(usual, customResources).flatMap(Manifests::workloads))
        .extracting(workload -> workload.at("/spec/template/spec"))
        .allSatisfy(pod -> {
          assertThat(pod.path("hostPID").asBoolean(false)).isFalse();
          assertThat(pod.path("hostIPC").asBoolean(false)).isFalse();
          assertThat(pod.path("hostNetwork").asBoolean(false)).isFalse();
        });
    // Claims of two pods with one host name could not be told apart.
    assertThat(everything.of("Deployment"))
        .noneMatch(workload -> workload.at("/spec/template/spec").has("hostNetwork"));
  }

  @Test
  void directoriesOfTheNodeAreThose() {
    Map<String, Set<String>> found = new TreeMap<>();
    usual
        .workloads()
        .forEach(workload -> {
          Set<String> paths =
              workload
                  .at("/spec/template/spec/volumes")
                  .valueStream()
                  .map(volume -> volume.at("/hostPath/path").asString(""))
                  .filter(path -> !path.isEmpty())
                  .collect(Collectors.toSet());
          if (!paths.isEmpty()) {
            found.put(Manifests.name(workload), paths);
          }
        });
    assertThat(found).isEqualTo(HOST_PATHS);
  }

  /** A mounter serves no calls. */
  @Test
  void allThatServeCallsSendTheirTraces() {
    assertThat(everything.containers())
        .filteredOn(container -> container.environment().containsKey("OTEL_EXPORTER_OTLP_ENDPOINT"))
        .extracting(Container::name)
        .containsExactlyInAnyOrder(
            "Deployment/windlass-cosi/driver",
            "Deployment/windlass-controller/driver",
            "DaemonSet/windlass-node/plugin");
    assertThat(usual.containers())
        .noneMatch(container -> container.environment().keySet().toString().contains("OTEL_"));
  }

  @Test
  void onlySidecarsGetATokenOfTheApi() {
    Stream.of(usual, everything)
        .forEach(manifests ->
            assertThat(manifests.containers())
                .allSatisfy(container -> {
                  assertThat(container.pod().path("automountServiceAccountToken").asBoolean(true))
                      .isFalse();
                  boolean token =
                      container
                          .spec()
                          .path("volumeMounts")
                          .valueStream()
                          .anyMatch(mount ->
                              mount
                                  .path("mountPath")
                                  .asString()
                                  .startsWith("/var/run/secrets/kubernetes.io"));
                  assertThat(token)
                      .as(container.name())
                      .isEqualTo(
                          container
                              .name()
                              .matches(".*/(provisioner|attacher|resizer|snapshotter|sidecar)"));
                }));
  }

  @Test
  void theDriverKnowsEveryRegistryAndDigest() {
    assertThat(everything.containers())
        .allSatisfy(container -> {
          String image = container.spec().path("image").asString();
          assertThat(image).startsWith("registry.example.com/mirror/");
          if (image.contains("/windlass/windlass")) {
            assertThat(image).matches(".*/windlass/windlass@sha256:0{64}");
          }
          assertThat(container.pod().at("/imagePullSecrets/0/name").asString()).isEqualTo("pull");
        });
    assertThat(containers())
        .extracting(container -> container.spec().path("image").asString())
        .allMatch(image -> image.matches("[^:]+(:[^:]+)?@sha256:[0-9a-f]{64}|[^@:]+:[^@:]+"))
        .noneMatch(image -> image.endsWith(":latest"));
  }

  @Test
  void everyImageCanBePinned() {
    String digest = "sha256:" + "1".repeat(64);
    String pinned = "image: {digest: \"%s\"}".formatted(digest);
    String sidecars =
        Stream.of("provisioner", "attacher", "resizer", "snapshotter", "livenessProbe", "registrar")
            .map(name -> "  %s: {%s}\n".formatted(name, pinned))
            .collect(Collectors.joining());
    Manifests driver =
        Helm.driver(tools)
            .render(
                Values.MINIMUM
                    + "%1$s\ncosi: {sidecar: {%1$s}}\ncsi:\n%2$s".formatted(pinned, sidecars),
                "1.36");
    Manifests resources =
        Helm.customResources(tools)
            .render(
                "cosi: {controller: {%1$s}}\nsnapshots: {controller: {%1$s}}".formatted(pinned),
                "1.36");
    assertThat(Stream.of(driver, resources).flatMap(each -> each.containers().stream()))
        .hasSize(usual.containers().size() + customResources.containers().size())
        .allSatisfy(container ->
            assertThat(container.spec().path("image").asString())
                .as(container.name())
                .endsWith("@" + digest));
  }

  /** Whether a container that starts, or waits for one that does, is given the time. */
  @Test
  void containersAreRestartedWhenTheyHangAndNotWhileTheyStart() {
    Map<String, String> ports =
        Map.of(
            "DaemonSet/windlass-node/plugin", "healthz",
            "DaemonSet/windlass-node/registrar", "registrar",
            "DaemonSet/windlass-mounter/mounter", "metrics",
            "Deployment/windlass-controller/driver", "healthz",
            "Deployment/windlass-cosi/driver", "metrics");
    assertThat(usual.containers())
        .filteredOn(container -> container.spec().has("livenessProbe"))
        .extracting(Container::name)
        .containsExactlyInAnyOrderElementsOf(ports.keySet());
    ports.forEach((name, port) -> {
      JsonNode spec = usual.container(name).spec();
      JsonNode start = spec.path("startupProbe");
      assertThat(start.path("periodSeconds").asInt() * start.path("failureThreshold").asInt())
          .as(name)
          .isGreaterThanOrEqualTo(180);
      assertThat(start.at("/httpGet/port").asString()).as(name).isEqualTo(port);
      assertThat(spec.at("/livenessProbe/httpGet")).as(name).isEqualTo(start.path("httpGet"));
      assertThat(Stream.of("plugin", "driver", "mounter").anyMatch(name::endsWith))
          .as("%s: an update waits until it is ready", name)
          .isEqualTo(spec.at("/readinessProbe/httpGet/path").asString("").equals("/readyz"));
    });
    // A shell there is none, and a JVM for each probe costs half a second of processor time.
    assertThat(containers())
        .noneMatch(container -> container.spec().toString().contains("\"exec\""));
  }

  @Test
  void selectorsHaveNothingThatChanges() {
    Stream.of(usual, everything, customResources)
        .flatMap(Manifests::workloads)
        .forEach(workload -> {
          JsonNode selector = workload.at("/spec/selector/matchLabels");
          assertThat(selector.propertyNames())
              .containsExactlyInAnyOrder(
                  "app.kubernetes.io/name",
                  "app.kubernetes.io/instance",
                  "app.kubernetes.io/component");
          JsonNode labels = workload.at("/spec/template/metadata/labels");
          selector
              .properties()
              .forEach(
                  label -> assertThat(labels.path(label.getKey())).isEqualTo(label.getValue()));
        });
  }

  @Test
  void secretsAreOnlyInSecrets() {
    assertThat(everything.of("Secret").map(JsonNode::toString).collect(Collectors.joining()))
        .contains(base64(Values.SECRET), base64(Values.SECRET_KEY));
    assertThat(everything.all())
        .filteredOn(object -> !object.path("kind").asString().equals("Secret"))
        .extracting(JsonNode::toString)
        .noneMatch(text -> text.contains(Values.SECRET) || text.contains(base64(Values.SECRET)))
        .noneMatch(text -> text.contains(Values.SECRET_KEY));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  @Test
  void theDriverObjectIsThis() {
    assertThat(usual.get("CSIDriver", "csi.windlass.io").path("spec"))
        .isEqualTo(
            Yaml.documents(
                    """
                    attachRequired: true
                    podInfoOnMount: true
                    requiresRepublish: true
                    fsGroupPolicy: None
                    seLinuxMount: false
                    storageCapacity: false
                    volumeLifecycleModes: [Persistent, Ephemeral]
                    preventPodSchedulingIfMissing: true
                    """)
                .getFirst());
  }

  /** As the driver tells workloads of them, in every partition. */
  @Test
  void nodesKnowTheEndpointsOfAwsWithoutTheirNames() {
    List<String> backends = new ArrayList<>();
    Set<String> expected = new TreeSet<>();
    List<String> regions =
        List.of(
            "eu-north-1",
            "us-gov-west-1",
            "cn-north-1",
            "eusc-de-east-1",
            "us-iso-east-1",
            "us-isob-east-1",
            "us-isof-south-1",
            "eu-isoe-west-1");
    for (String region : regions) {
      for (boolean other : List.of(false, true)) {
        boolean fips = other && AwsEndpoint.hasFips(region);
        backends.add(
            ("%s-%s: {kind: s3, settings: {flavor: aws, credentialsFrom: chain, region: %1$s,"
                    + " useDualstackEndpoint: %2$s, useFipsEndpoint: %3$s}}")
                .formatted(region, other, fips));
        expected.add(AwsEndpoint.of(region, other, fips).toString());
      }
    }
    Map<String, String> node =
        Helm.driver(tools)
            .render("backends: {%s}".formatted(String.join(", ", backends)), "1.36")
            .container(PRIVILEGED)
            .environment();
    assertThat(node.getOrDefault("WINDLASS_CSI_ENDPOINTS", "").split(",", -1))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void nodesGetWhatTheyNeed() {
    Container plugin = usual.container(PRIVILEGED);
    assertThat(plugin.environment())
        .containsEntry("WINDLASS_CSI_MODE", "node")
        .containsEntry("WINDLASS_CSI_MOUNTER", "external")
        .containsEntry("WINDLASS_CSI_MOUNTER_USER", "65532")
        .containsEntry("WINDLASS_CSI_ENDPOINTS", "https://minio.storage.svc:9000")
        .containsEntry("WINDLASS_CSI_RENEWAL_URL", "http://windlass-renewal.windlass.svc:9092")
        .containsEntry("WINDLASS_CSI_NODE_ID", "{\"fieldRef\":{\"fieldPath\":\"spec.nodeName\"}}")
        .containsEntry("WINDLASS_POD_UID", "{\"fieldRef\":{\"fieldPath\":\"metadata.uid\"}}")
        .doesNotContainKey("WINDLASS_BACKENDS");
    assertThat(plugin.spec().path("volumeMounts").valueStream())
        .anyMatch(mount ->
            mount.path("mountPath").asString().equals("/var/lib/kubelet")
                && mount.path("mountPropagation").asString().equals("Bidirectional"));
    Container mounter = usual.container("DaemonSet/windlass-mounter/mounter");
    assertThat(mounter.spec().path("args").valueStream().map(JsonNode::asString))
        .containsExactly(
            "mounter",
            "/run/windlass/csi",
            "--kept",
            "--metrics-address=0.0.0.0:9091",
            "--memory=805306368");
    for (Container each : List.of(plugin, mounter)) {
      assertThat(each.pod().path("terminationGracePeriodSeconds").asInt()).isEqualTo(120);
      assertThat(each.pod().path("priorityClassName").asString()).isEqualTo("system-node-critical");
      assertThat(each.pod().path("tolerations").toString())
          .isEqualTo("[{\"operator\":\"Exists\"}]");
    }
  }

  @Test
  void nodesReachTheController() {
    for (Manifests each : List.of(usual, everything)) {
      Container driver = each.container("Deployment/windlass-controller/driver");
      assertThat(driver.environment())
          .containsEntry("WINDLASS_CSI_RENEWAL_ADDRESS", "0.0.0.0:9092")
          .containsEntry("WINDLASS_CSI_RENEWAL_URL", "http://windlass-renewal.windlass.svc:9092");
      JsonNode service = each.get("Service", "windlass-renewal");
      assertThat(service.at("/spec/selector"))
          .isEqualTo(selector(each, "Deployment", "windlass-controller"));
      assertThat(service.at("/spec/ports/0/port").asInt()).isEqualTo(9092);
      assertThat(service.at("/spec/ports/0/targetPort").asString()).isEqualTo("renewal");
      assertThat(driver.spec().path("ports").toString())
          .contains("{\"name\":\"renewal\",\"containerPort\":9092}");
      assertThat(renewals(each).at("/ports").toString()).contains("9092");
    }
    assertThat(renewals(usual).at("/from/0/podSelector/matchLabels"))
        .isEqualTo(selector(usual, "DaemonSet", "windlass-node"));
    assertThat(renewals(everything).at("/from/0/ipBlock/cidr").asString()).isEqualTo("10.1.0.0/16");
    // The rules of egress among the values name servers, and no pods of the chart.
    JsonNode egress = everything.get("NetworkPolicy", "windlass-node").at("/spec/egress/1");
    assertThat(egress.at("/to/0/podSelector/matchLabels"))
        .isEqualTo(selector(everything, "Deployment", "windlass-controller"));
    assertThat(egress.at("/ports/0/port").asInt()).isEqualTo(9092);
  }

  @Test
  void renewalsAndMetricsCanBeTurnedOff() {
    Manifests off =
        Helm.driver(tools)
            .render(
                Values.MINIMUM
                    + "csi: {controller: {renewals: false}}\n"
                    + "networkPolicy: {metrics: false,"
                    + " egress: [{to: [{ipBlock: {cidr: 10.0.0.0/8}}]}]}",
                "1.36");
    assertThat(off.of("Service")).isEmpty();
    assertThat(off.of("NetworkPolicy"))
        .hasSize(4)
        .allMatch(policy -> policy.at("/spec/ingress").isArray())
        .allMatch(policy -> policy.at("/spec/ingress").isEmpty());
    assertThat(off.get("NetworkPolicy", "windlass-node").at("/spec/egress")).hasSize(1);
    assertThat(off.containers())
        .noneMatch(
            container -> container.spec().toString().toLowerCase(Locale.ROOT).contains("renewal"));
  }

  private static JsonNode renewals(Manifests manifests) {
    return manifests.get("NetworkPolicy", "windlass-controller").at("/spec/ingress/1");
  }

  private static JsonNode selector(Manifests manifests, String kind, String name) {
    return manifests.get(kind, name).at("/spec/selector/matchLabels");
  }

  @Test
  void controllersSurviveTheLossOfANode() {
    for (String name : List.of("windlass-controller", "windlass-cosi")) {
      JsonNode workload = usual.get("Deployment", name);
      assertThat(workload.at("/spec/replicas").asInt()).isEqualTo(2);
      assertThat(workload.at("/spec/template/spec/affinity").has("podAntiAffinity")).isTrue();
      JsonNode budget = usual.get("PodDisruptionBudget", name);
      assertThat(budget.at("/spec/maxUnavailable").asInt()).isEqualTo(1);
      assertThat(budget.at("/spec/selector")).isEqualTo(workload.at("/spec/selector"));
    }
  }

  @Test
  void theRightsAreThoseOfTheList() throws IOException {
    assertThat(Rights.of(usual)).isEqualTo(Rights.listed("usual"));
    assertThat(Rights.of(customResources)).isEqualTo(Rights.listed("custom resources"));
  }

  @Test
  void whoDoesWithoutASidecarDoesWithoutItsRights() {
    Manifests fewer =
        Helm.driver(tools)
            .render(
                Values.MINIMUM
                    + "csi: {resizer: {enabled: false}, snapshotter: {enabled: false}}\n"
                    + "cosi: {enabled: false}",
                "1.36");
    assertThat(String.join("\n", Rights.of(fewer)))
        .doesNotContain("snapshot", "persistentvolumeclaims/status", "secrets", " /nodes:");
  }

  @Test
  void onOpenShiftPodsGetTheConstraintsThatTheyNeed() {
    assertThat(openShift.of("RoleBinding"))
        .extracting(binding ->
            binding.at("/subjects/0/name").asString()
                + " "
                + binding.at("/roleRef/name").asString())
        .contains(
            "windlass-cosi system:openshift:scc:nonroot-v2",
            "windlass-controller system:openshift:scc:nonroot-v2",
            "windlass-node system:openshift:scc:privileged",
            "windlass-mounter windlass-mounter-scc");
    JsonNode constraints = openShift.get("SecurityContextConstraints", "windlass-mounter");
    assertThat(constraints.path("allowPrivilegedContainer").asBoolean(true)).isFalse();
    assertThat(constraints.path("allowHostDirVolumePlugin").asBoolean(false)).isTrue();
    assertThat(
            openShift
                .get("DaemonSet", "windlass-mounter")
                .at("/spec/template/spec/securityContext/seLinuxOptions/type")
                .asString())
        .isEqualTo("spc_t");
  }

  @Test
  void prometheusFindsThePorts() {
    JsonNode monitor = everything.get("PodMonitor", "windlass");
    assertThat(monitor.at("/spec/podMetricsEndpoints/0/port").asString()).isEqualTo("metrics");
    assertThat(monitor.at("/metadata/labels/release").asString()).isEqualTo("prometheus");
    assertThat(everything.containers())
        .filteredOn(container -> container.name().matches(".*/(driver|plugin|mounter)"))
        .hasSize(4)
        .allMatch(container ->
            container
                .spec()
                .path("ports")
                .valueStream()
                .anyMatch(port -> port.path("name").asString().equals("metrics")));
  }

  @Test
  void prometheusAndGrafanaFindAlertsAndDashboard() {
    JsonNode rule = everything.get("PrometheusRule", "windlass");
    assertThat(rule.at("/metadata/labels/release").asString()).isEqualTo("prometheus");
    assertThat(rule.at("/spec/groups/0/rules").valueStream())
        .extracting(each -> each.path("alert").asString())
        .contains("WindlassDataNotOnServer", "WindlassMountDead");
    assertThat(rule.toString()).as("templates are Prometheus' own").contains("{{ $labels.");
    JsonNode dashboard = everything.get("ConfigMap", "windlass-dashboard");
    assertThat(dashboard.at("/metadata/labels/grafana_dashboard").asString()).isEqualTo("1");
    assertThat(dashboard.at("/data/windlass.json").asString()).contains("\"panels\"");
  }

  @Test
  void customResourcesOutliveTheirRelease() {
    assertThat(customResources.of("CustomResourceDefinition"))
        .hasSize(11)
        .allMatch(resource ->
            resource
                .at("/metadata/annotations")
                .path("helm.sh/resource-policy")
                .asString("")
                .equals("keep"));
  }
}
