package io.windlass.csi.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.sun.net.httpserver.HttpServer;
import io.windlass.connect.BucketConnectors;
import io.windlass.csi.NodeId;
import io.windlass.csi.NodeName;
import io.windlass.csi.PublishContext;
import io.windlass.csi.Renewal;
import io.windlass.csi.RenewalRequest;
import io.windlass.csi.node.request.AccessReader;
import io.windlass.csi.node.request.EndpointRules;
import io.windlass.secret.Keyring;
import io.windlass.secret.MessageKey;
import io.windlass.secret.SealingKeyPair;
import io.windlass.secret.Secret;
import io.windlass.store.s3.S3Connector;
import io.windlass.store.s3.client.S3Key;
import io.windlass.store.s3.client.S3Protocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** What a node believes, whoever answers in place of the controller. */
class RenewalClientTest {
  private static final MessageKey KEY = new MessageKey(Keyring.generate());
  private static final MessageKey STRANGER = new MessageKey(Keyring.generate());

  private static final SealingKeyPair PAIR = SealingKeyPair.generate();
  private static final NodeId NODE = new NodeId(new NodeName("node"), PAIR.publicKey());
  private static final S3Connector S3 = new S3Connector();

  private HttpServer server;
  private EndpointRules rules = EndpointRules.ofBackends(Set.of());
  private int status;
  private String body = "";
  private UnaryOperator<String> signature = KEY::sign;
  private Optional<RenewalRequest> last = Optional.empty();

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            String text =
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            last = RenewalRequest.parse(text);
            exchange
                .getResponseHeaders()
                .set(
                    RenewalRequest.SIGNATURE_HEADER,
                    signature.apply(last.orElseThrow().answered(status, body)));
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private Optional<?> ask(int with, String text, UnaryOperator<String> signed) throws Exception {
    status = with;
    body = text;
    signature = signed;
    Renewal renewal =
        new Renewal(
            Instant.EPOCH,
            Optional.of(Instant.EPOCH.plusSeconds(3600)),
            URI.create("http://127.0.0.1:%d/renew".formatted(server.getAddress().getPort())),
            KEY);
    return new RenewalClient(
            NODE,
            new AccessReader(new BucketConnectors(List.of(S3)), PAIR, rules),
            InstantSource.system())
        .ask("store/bucket", renewal);
  }

  @Test
  void onlyWhatTheControllerSignsForThisRequestIsBelieved() throws Exception {
    assertThat(ask(404, "gone", KEY::sign)).isEmpty();
    String before = last.orElseThrow().answered(404, "gone");
    for (UnaryOperator<String> wrong :
        List.<UnaryOperator<String>>of(
            STRANGER::sign,
            _ -> "",
            _ -> KEY.sign(before),
            text -> KEY.sign(text.replace("404", "200")))) {
      assertThatIOException()
          .isThrownBy(() -> ask(404, "gone", wrong))
          .withMessageContaining("not as the controller that attached the volume");
    }
    assertThatIOException()
        .isThrownBy(() -> ask(503, "another call works on the volume", KEY::sign))
        .withMessageContaining("another call works on the volume");
    assertThatIOException()
        .isThrownBy(() -> ask(200, "{", KEY::sign))
        .withMessage("the controller's answer cannot be read");
    assertThatIOException()
        .isThrownBy(() -> ask(200, "{\"bucket\":\"a\"}", KEY::sign))
        .withMessage("the controller's answer cannot be read");
    assertThatIOException()
        .isThrownBy(() -> ask(200, "x".repeat(RenewalRequest.LONGEST_ANSWER + 1), KEY::sign));
  }

  /** Else the log of a node whose mounts will end does not say what to set. */
  @Test
  void anAnswerThatNamesAServerWhichIsNotAllowedIsToldByTheSetting() throws Exception {
    URI moved = URI.create("https://moved.storage.svc");
    Map<String, String> fields =
        new PublishContext(
                S3.address(S3Protocol.location("bucket", moved, "eu-1", true)),
                "",
                S3.credential(new S3Key("AKIA", Secret.of("secret")).credential()),
                0,
                0,
                false,
                Map.of(),
                Optional.empty())
            .sealed(NODE, Keyring.parse(Keyring.generate()), "store/bucket");
    String answer = new JsonMapper().writeValueAsString(fields);
    assertThat(ask(200, answer, KEY::sign)).isPresent();
    rules = EndpointRules.ofBackends(Set.of(URI.create("https://minio.storage.svc")));
    assertThatIOException()
        .isThrownBy(() -> ask(200, answer, KEY::sign))
        .withMessageContaining("WINDLASS_CSI_ENDPOINTS");
  }
}
