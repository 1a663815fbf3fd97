package io.windlass.test.csi;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.grpc.Status;
import io.windlass.linux.Mounting;
import io.windlass.proto.csi.VolumeCapability;
import io.windlass.proto.csi.VolumeCapability.AccessMode.Mode;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a node refuses of those who may make pods and volumes, before it does anything. */
@RealServer(MinioServer.class)
class NodeTargetsTest {
  private static final VolumeCapability WRITER = NodeCaller.capability(Mode.SINGLE_NODE_WRITER);
  private static final Map<String, String> INLINE =
      Map.of("csi.storage.k8s.io/ephemeral", "true", "bucket", "any-bucket");

  private static CsiPlugin plugin; // of all whose endpoints are those of backends

  @BeforeAll
  static void start(MinioServer server) {
    plugin = CsiPlugin.start(DriverSetup.minio(server));
  }

  @AfterAll
  static void stop() {
    plugin.close();
  }

  @Test
  void aPathThatIsALinkOrHoldsSomethingIsRefusedAndNothingIsLeft() throws IOException {
    NodeCaller volume = NodeCaller.attached(plugin, WRITER);
    volume.stage();
    Path elsewhere = Files.createDirectories(plugin.mounts().resolve("elsewhere"));
    Path link = Files.createSymbolicLink(plugin.mounts().resolve("link"), elsewhere);
    Path full = Files.createDirectories(plugin.mounts().resolve("full"));
    Path file = Files.writeString(full.resolve("file"), "content");

    Map.of(
            link, Status.Code.INVALID_ARGUMENT,
            file, Status.Code.INVALID_ARGUMENT,
            full, Status.Code.FAILED_PRECONDITION)
        .forEach((path, code) -> {
          NodeCaller staged = NodeCaller.attached(plugin, WRITER).at(path);
          assertThat(NodeCaller.code(staged::stage)).as("stage at %s", path).isEqualTo(code);
          assertThat(NodeCaller.code(() -> volume.publishAt(path)))
              .as("publish at %s", path)
              .isEqualTo(code);
          staged.unstage();
        });
    volume.unpublish("link");
    volume.unpublish("full");
    assertThat(plugin.mounted()).singleElement().matches(m -> m.path().equals(volume.staging()));
    assertThat(link).isSymbolicLink();
    assertThat(file).hasContent("content");
    volume.unstage();
  }

  /** What is somebody else's is not unmounted, and OK would say that nothing is there. */
  @Test
  void whatLiesOnTopIsNamedAndMustGoFirst() throws IOException {
    NodeCaller volume = NodeCaller.attached(plugin, WRITER);
    volume.stage();
    Path target = volume.publish("one");
    for (Path covered : List.of(target, volume.staging())) {
      Mounting.mount("somebodys", covered, "tmpfs", List.of(), "");
      try {
        Status refusal =
            CallStatus.of(() -> {
              volume.unpublish("one");
              volume.unstage();
            });
        assertThat(refusal.getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
        assertThat(refusal.getDescription())
            .contains("somebodys of type tmpfs is mounted on top at " + covered);
      } finally {
        Mounting.unmount(covered);
      }
    }
    volume.unpublish("one");
    volume.unstage();
    assertThat(plugin.mounted()).isEmpty();
    assertThat(target).doesNotExist();
  }

  @Test
  void aServerThatIsNoBackendIsNotEvenConnectedTo() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    HttpServer foreign = foreign(asked);
    try {
      for (String endpoint :
          List.of(url(foreign), "http://127.0.0.1:9", "http://169.254.169.254")) {
        Status refusal = CallStatus.of(() -> inline(plugin, endpoint).publishDirectly("pod"));
        assertThat(refusal.getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
        assertThat(refusal.getDescription()).contains("WINDLASS_CSI_ENDPOINTS");
      }
      for (String malformed : List.of("http://minio:99999", "http://u:canary@minio", "minio")) {
        Status refusal = CallStatus.of(() -> inline(plugin, malformed).publishDirectly("pod"));
        assertThat(refusal.getCode()).as(malformed).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(refusal.getDescription()).doesNotContain("canary");
      }
      assertThat(asked).hasValue(0);
      assertThat(plugin.mounted()).isEmpty();
    } finally {
      foreign.stop(0);
    }
  }

  /** Neither what it says nor whether there is one. */
  @Test
  void theWordsOfAServerThatIsAllowedAndNoBackendAreNotRepeated(MinioServer server)
      throws IOException {
    AtomicInteger asked = new AtomicInteger();
    HttpServer foreign = foreign(asked);
    DriverSetup setup = DriverSetup.minio(server).with("WINDLASS_CSI_ENDPOINTS", "*");
    try (CsiPlugin any = CsiPlugin.start(setup)) {
      for (String endpoint : List.of(url(foreign), "http://127.0.0.1:9")) {
        NodeCaller inline = inline(any, endpoint);
        Status refusal = CallStatus.of(() -> inline.once().publishDirectly("pod"));
        assertThat(refusal.getCode()).as(endpoint).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(refusal.getDescription())
            .endsWith("the volume's server does not serve it; the log of the node plugin says why")
            .doesNotContain("canary");
        inline.unpublish("pod");
      }
      assertThat(asked.get()).isPositive();
      assertThat(any.mounted()).isEmpty();
    } finally {
      foreign.stop(0);
    }
  }

  private static NodeCaller inline(CsiPlugin of, String endpoint) {
    return NodeCaller.of(of, "inline", WRITER)
        .with(
            "csi-inline",
            INLINE,
            Map.of("accessKeyId", "id", "secretAccessKey", "key", "endpoint", endpoint));
  }

  private static String url(HttpServer server) {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Something else than an object store, with words of its own. */
  private static HttpServer foreign(AtomicInteger asked) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.incrementAndGet();
          byte[] body =
              "<Error><Code>AccessDenied</Code><Message>canary</Message></Error>"
                  .getBytes(StandardCharsets.UTF_8);
          boolean head = exchange.getRequestMethod().equals("HEAD");
          exchange.sendResponseHeaders(403, head ? -1 : body.length);
          if (!head) {
            exchange.getResponseBody().write(body);
          }
          exchange.close();
        });
    server.start();
    return server;
  }
}
