package io.windlass.kubernetes;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;

/**
 * A real Kubernetes of one node: etcd, the API server, the controller manager, the scheduler,
 * containerd and a kubelet, and a MinIO beside it. All else runs in pods. Needs the namespaces and
 * the programs that {@code test/kubernetes/run} sets up.
 */
final class Cluster implements AutoCloseable {
  static final String API_SERVER = "kube-apiserver";
  static final String KUBELET = "kubelet";
  static final String MINIO_USER = "minioadmin";
  static final String MINIO_SECRET = "minioadmin";

  /** Where MinIO answers, for pods and for the tests. */
  static final String MINIO = "http://10.96.0.2:9000";

  /** Image of the workloads here, and the name under which the chart's examples have it. */
  private static final String WORKLOAD = "localhost/windlass/busybox:1";

  private static final String EXAMPLE_WORKLOAD = "registry.k8s.io/e2e-test-images/busybox:1.36.1-1";

  private static final String TOKEN = "harness-administrator";
  private static final String NODE_TOKEN = "harness-node";
  private static final String SOCKET = "/run/containerd/containerd.sock";

  private final Path home;
  private final Path logs;
  private final Path programs = Path.of(environment("WINDLASS_KUBERNETES_PROGRAMS"));
  private final String group = environment("WINDLASS_KUBERNETES_GROUP");
  private final SequencedMap<String, Program> running = new LinkedHashMap<>();
  private final Tool tool;
  private final Kubectl kubectl;

  private Cluster(String name) throws IOException {
    home = Path.of(environment("WINDLASS_KUBERNETES_WORK")).resolve(name);
    logs = Files.createDirectories(home.resolve("logs"));
    tool =
        new Tool(
            Files.createDirectories(home.resolve("commands")),
            Map.of(
                "KUBECONFIG", home.resolve("admin.conf").toString(),
                "HELM_CACHE_HOME", home.resolve("helm").toString(),
                "HELM_CONFIG_HOME", home.resolve("helm").toString(),
                "HELM_DATA_HOME", home.resolve("helm").toString()));
    kubectl = new Kubectl(tool, programs.resolve("kubectl").toString());
  }

  /** Starts a cluster, whose node is ready and has all images but that of the driver. */
  static Cluster start(String name) {
    try {
      Cluster cluster = new Cluster(name);
      cluster.writeFiles();
      cluster.startAll();
      return cluster;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Kubectl kubectl() {
    return kubectl;
  }

  /** Where the logs of the cluster's programs are. */
  Path logs() {
    return logs;
  }

  /** Runs helm with these arguments. */
  String helm(String values, String... arguments) {
    return tool.run(
        values,
        Stream.concat(Stream.of(environment("WINDLASS_TEST_HELM")), Stream.of(arguments)).toList());
  }

  /**
   * Runs commands as an administrator does in a shell, who has kubectl and helm. The first that
   * fails is the last.
   */
  String shell(Path directory, String commands) {
    try {
      Path bin = Files.createDirectories(home.resolve("bin"));
      for (var program :
          Map.of("kubectl", program("kubectl"), "helm", environment("WINDLASS_TEST_HELM"))
              .entrySet()) {
        Path link = bin.resolve(program.getKey());
        if (Files.notExists(link)) {
          Files.createSymbolicLink(link, Path.of(program.getValue()).toAbsolutePath());
        }
      }
      String script = "cd '%s'\nPATH='%s':$PATH\n%s".formatted(directory, bin, commands);
      return tool.run("", List.of("bash", "-euo", "pipefail", "-c", script));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills a program of the cluster, and starts it again. */
  void restart(String program) {
    Program restarted = running.get(program);
    if (restarted == null) {
      throw new IllegalArgumentException("there is no " + program);
    }
    restarted.kill();
    restarted.start();
  }

  private void startAll() {
    start(
        "etcd",
        List.of(
            "etcd",
            "--data-dir=" + home.resolve("etcd"),
            "--listen-client-urls=http://127.0.0.1:2379",
            "--advertise-client-urls=http://127.0.0.1:2379",
            "--listen-peer-urls=http://127.0.0.1:2380",
            "--initial-advertise-peer-urls=http://127.0.0.1:2380",
            "--initial-cluster=default=http://127.0.0.1:2380",
            "--unsafe-no-fsync"));
    start(
        "minio",
        List.of(
            environment("WINDLASS_TEST_MINIO"),
            "server",
            "--quiet",
            "--address",
            MINIO.substring("http://".length()),
            home.resolve("minio").toString()));
    start(API_SERVER, apiServer());
    start("containerd", List.of("containerd", "--config", file("containerd.toml")));
    kubectl.awaitReady();
    start(
        "kube-controller-manager",
        List.of(
            program("kube-controller-manager"),
            "--kubeconfig=" + file("admin.conf"),
            "--bind-address=127.0.0.1",
            "--service-account-private-key-file=" + file("service-accounts.key"),
            "--root-ca-file=" + file("certificates/apiserver.crt"),
            "--leader-elect=false",
            "--v=2"));
    start(
        "kube-scheduler",
        List.of(
            program("kube-scheduler"),
            "--kubeconfig=" + file("admin.conf"),
            "--authentication-kubeconfig=" + file("admin.conf"),
            "--authorization-kubeconfig=" + file("admin.conf"),
            "--bind-address=127.0.0.1",
            "--leader-elect=false"));
    await()
        .atMost(Kubectl.PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> Files.exists(Path.of(SOCKET)));
    importImages();
    start(
        KUBELET,
        List.of(
            program("kubelet"),
            "--config=" + file("kubelet.yaml"),
            "--kubeconfig=" + file("node.conf"),
            "--hostname-override=node1",
            "--node-ip=10.96.0.2",
            "--v=2"));
    kubectl.awaitThere("node/node1");
    kubectl.run(
        "wait",
        "node/node1",
        "--for=condition=Ready",
        "--timeout=" + Kubectl.PATIENCE.toSeconds() + "s");
    kubectl.awaitThere("serviceaccount/default");
  }

  private List<String> apiServer() {
    return List.of(
        program("kube-apiserver"),
        "--etcd-servers=http://127.0.0.1:2379",
        "--bind-address=0.0.0.0",
        "--secure-port=443",
        "--advertise-address=10.96.0.1",
        "--endpoint-reconciler-type=none",
        "--kubelet-preferred-address-types=InternalIP",
        "--cert-dir=" + home.resolve("certificates"),
        "--service-account-issuer=https://kubernetes.default.svc",
        "--service-account-key-file=" + file("service-accounts.pub"),
        "--service-account-signing-key-file=" + file("service-accounts.key"),
        "--authorization-mode=Node,RBAC",
        "--enable-admission-plugins=NodeRestriction",
        "--token-auth-file=" + file("tokens.csv"),
        "--service-cluster-ip-range=10.96.0.0/24",
        "--allow-privileged=true");
  }

  private void importImages() {
    try (Stream<Path> archives = Files.list(programs.resolve("images"))) {
      archives
          .filter(archive -> archive.toString().endsWith(".tar"))
          .forEach(archive -> ctr("images", "import", archive.toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ctr("images", "tag", WORKLOAD, EXAMPLE_WORKLOAD);
  }

  /** Gives the node the image of the driver. */
  void importDriver() {
    Path image = home.resolve("windlass.tar");
    tool.run(
        "", List.of("tar", "-C", DriverImage.layout().toString(), "-cf", image.toString(), "."));
    ctr("images", "import", image.toString());
  }

  private void ctr(String... arguments) {
    tool.run(
        "",
        Stream.concat(
                Stream.of("ctr", "--address", SOCKET, "--namespace", "k8s.io"),
                Stream.of(arguments))
            .toList());
  }

  private void start(String name, List<String> command) {
    Program program =
        new Program(
            name,
            logs,
            Map.of("MINIO_ROOT_USER", MINIO_USER, "MINIO_ROOT_PASSWORD", MINIO_SECRET),
            command);
    running.put(name, program);
    program.start();
  }

  private void writeFiles() throws IOException {
    KeyPair keys = keys();
    write("service-accounts.key", pem("PRIVATE KEY", keys.getPrivate().getEncoded()));
    write("service-accounts.pub", pem("PUBLIC KEY", keys.getPublic().getEncoded()));
    write(
        "tokens.csv",
        """
        %s,admin,admin,system:masters
        %s,system:node:node1,node1,system:nodes
        """
            .formatted(TOKEN, NODE_TOKEN));
    write("admin.conf", kubeconfig(TOKEN));
    write("node.conf", kubeconfig(NODE_TOKEN));
    write("cni/10-bridge.conflist", NodeFiles.network());
    write("containerd.toml", NodeFiles.containerd(home, SOCKET));
    write("kubelet.yaml", NodeFiles.kubelet(SOCKET, group));
    NodeFiles.makeGroups(group);
  }

  private static String kubeconfig(String token) {
    return """
    apiVersion: v1
    kind: Config
    current-context: harness
    contexts: [{name: harness, context: {cluster: harness, user: harness}}]
    clusters: [{name: harness, cluster: {server: "https://10.96.0.1:443", insecure-skip-tls-verify: true}}]
    users: [{name: harness, user: {token: %s}}]
    """
        .formatted(token);
  }

  private static KeyPair keys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return generator.generateKeyPair();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String pem(String kind, byte[] content) {
    return "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n"
        .formatted(kind, Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content));
  }

  private void write(String name, String content) throws IOException {
    Path file = home.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  private String file(String name) {
    return home.resolve(name).toString();
  }

  private String program(String name) {
    return programs.resolve(name).toString();
  }

  static String environment(String name) {
    String value = System.getenv(name);
    if (value == null) {
      throw new IllegalStateException(
          name + " is missing: start these tests with test/kubernetes/run");
    }
    return value;
  }

  /** Kills everything. Containers end with the namespaces of the harness. */
  @Override
  public void close() {
    running.reversed().values().forEach(Program::close);
  }
}
