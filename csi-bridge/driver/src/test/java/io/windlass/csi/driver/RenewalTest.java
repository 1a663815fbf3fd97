package io.windlass.csi.driver;

import static io.windlass.csi.driver.CsiRequests.delete;
import static io.windlass.csi.driver.CsiRequests.publish;
import static io.windlass.csi.driver.CsiRequests.unpublish;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.config.SpecLevel;
import io.windlass.csi.PublishContext;
import io.windlass.csi.Renewal;
import io.windlass.csi.RenewalRequest;
import io.windlass.csi.controller.ControllerSettings;
import io.windlass.csi.controller.RenewalServer;
import io.windlass.proto.csi.ControllerGrpc.ControllerBlockingStub;
import io.windlass.provision.grant.AccountId;
import io.windlass.registry.Entry;
import io.windlass.registry.RecordKind;
import io.windlass.registry.VolumeRecord;
import io.windlass.registry.VolumeRecord.Attachment;
import io.windlass.secret.Keyring;
import io.windlass.secret.MessageKey;
import io.windlass.secret.SealingKeyPair;
import io.windlass.secret.Secret;
import io.windlass.store.s3.MinioBackends;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.SilentClients;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** How a controller gives nodes sessions on MinIO, and the next ones. */
@RealServer(MinioServer.class)
class RenewalTest {
  private static final Keyring RING = Keyring.parse(Keyring.generate());
  private static final SealingKeyPair KEY = SealingKeyPair.generate();
  private static final String NODE = ControllerDriver.node("node-1", KEY);

  @TempDir Path directory;
  private final MinioServer server;
  private Backend backend;
  private RenewalServer renewals;
  private ControllerDriver driver;
  private ControllerBlockingStub controller;
  private String volume;

  RenewalTest(MinioServer server) {
    this.server = server;
  }

  @BeforeEach
  void start() throws IOException {
    backend = MinioBackends.sessions(server, directory, () -> RING);
    renewals =
        RenewalServer.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Optional.empty());
    driver =
        ControllerDriver.start(
            backend,
            directory,
            RING,
            ControllerSettings.of(SpecLevel.V1_13),
            Optional.of(renewals));
    controller = driver.controller();
    volume =
        controller
            .createVolume(CsiRequests.create(UniqueName.of("pvc")).build())
            .getVolume()
            .getVolumeId();
  }

  @AfterEach
  void stop() {
    renewals.close();
    driver.close();
    backend.close();
  }

  private PublishContext attached() {
    return open(
        controller.controllerPublishVolume(publish(volume, NODE).build()).getPublishContextMap());
  }

  private PublishContext open(Map<String, String> fields) {
    return PublishContext.open(fields, ControllerDriver.CONNECTORS, KEY, volume).orElseThrow();
  }

  private static HttpResponse<String> post(Renewal renewal, byte[] request) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(renewal.url()).POST(BodyPublishers.ofByteArray(request)).build(),
          BodyHandlers.ofString());
    }
  }

  private static HttpResponse<String> postBesideSilentClients(Renewal renewal, byte[] request)
      throws Exception {
    InetSocketAddress address =
        new InetSocketAddress(renewal.url().getHost(), renewal.url().getPort());
    try (SilentClients strangers = new SilentClients()) {
      strangers.connect(address, 64, "");
      strangers.connect(
          address, 64, "POST /renew HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n");
      return post(renewal, request);
    }
  }

  private static boolean isSigned(
      HttpResponse<String> answer, RenewalRequest request, MessageKey key) {
    return answer
        .headers()
        .firstValue(RenewalRequest.SIGNATURE_HEADER)
        .filter(each -> key.accepts(request.answered(answer.statusCode(), answer.body()), each))
        .isPresent();
  }

  @Test
  void aNodeGetsTheNextSessionAsLongAsTheVolumeIsAttached() throws Exception {
    PublishContext first = attached();
    Renewal renewal = first.renewal().orElseThrow();
    assertThat(renewal.due().orElseThrow())
        .isAfter(renewal.issued())
        .isBefore(renewal.expires().orElseThrow());
    RenewalRequest request = RenewalRequest.of(volume, NODE, renewal.key());
    AccountId account = AccountId.derived("minio", "csi", volume + " at " + NODE);
    assertThat(driver.registry().find(RecordKind.GRANTS, account.account()))
        .as("a key of the node's own")
        .isEmpty();

    HttpResponse<String> answer = postBesideSilentClients(renewal, request.toBytes());
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(isSigned(answer, request, renewal.key())).isTrue();
    assertThat(isSigned(answer, RenewalRequest.of(volume, NODE, renewal.key()), renewal.key()))
        .as("the answer to another request")
        .isFalse();
    PublishContext next =
        open(
            JsonMapper.builder()
                .build()
                .readValue(answer.body(), new TypeReference<Map<String, String>>() {}));
    assertThat(next.address()).isEqualTo(first.address());
    assertThat(next.credential()).isNotEqualTo(first.credential());
    assertThat(next.renewal().orElseThrow().key()).isEqualTo(renewal.key());
    for (Secret secret : List.of(next.credential(), renewal.key().secret())) {
      assertThat(answer.body()).doesNotContain(secret.reveal());
    }

    controller.controllerUnpublishVolume(unpublish(volume, NODE));
    HttpResponse<String> over = post(renewal, request.toBytes());
    assertThat(over.statusCode()).isEqualTo(404);
    assertThat(isSigned(over, request, renewal.key())).isTrue();
    controller.deleteVolume(delete(volume));
  }

  /** So what was stolen of one attachment serves no other. */
  @Test
  void theKeyIsAnotherOneWhenTheVolumeIsAttachedAnew() throws Exception {
    Renewal first = attached().renewal().orElseThrow();
    assertThat(attached().renewal().orElseThrow().key()).as("repeated").isEqualTo(first.key());
    controller.controllerUnpublishVolume(unpublish(volume, NODE));
    Renewal second = attached().renewal().orElseThrow();
    assertThat(second.key()).isNotEqualTo(first.key());

    RenewalRequest stolen = RenewalRequest.of(volume, NODE, first.key());
    HttpResponse<String> refused = post(first, stolen.toBytes());
    assertThat(refused.statusCode()).isEqualTo(404);
    assertThat(isSigned(refused, stolen, first.key())).isTrue();
    assertThat(post(second, stolen.toBytes()).statusCode()).isEqualTo(403);
    RenewalRequest right = RenewalRequest.of(volume, NODE, second.key());
    assertThat(post(second, right.toBytes()).statusCode()).isEqualTo(200);
    controller.controllerUnpublishVolume(unpublish(volume, NODE));
    controller.deleteVolume(delete(volume));
  }

  /** Its node has the key of earlier versions until the volume is attached anew. */
  @Test
  void whatAnEarlierDriverAttachedIsRenewed() throws Exception {
    PublishContext _ = attached();
    Entry<VolumeRecord> entry =
        driver.registry().find(RecordKind.VOLUMES, recordId()).orElseThrow();
    Attachment known = entry.value().attachments().getFirst();
    VolumeRecord earlier =
        entry
            .value()
            .withAttachments(
                List.of(
                    new Attachment(
                        known.node(),
                        known.mode(),
                        known.readOnly(),
                        known.account(),
                        Optional.empty())));
    Entry<VolumeRecord> _ = driver.registry().claim(entry, earlier).complete(earlier);

    Renewal renewal = attached().renewal().orElseThrow();
    assertThat(renewal.key()).isEqualTo(Renewal.key(RING, volume, NODE, Optional.empty()));
    assertThat(renewal.url().getPath()).isEqualTo("/renew");
    RenewalRequest request = RenewalRequest.of(volume, NODE, renewal.key());
    assertThat(post(renewal, request.toBytes()).statusCode()).isEqualTo(200);
    controller.controllerUnpublishVolume(unpublish(volume, NODE));
    controller.deleteVolume(delete(volume));
  }

  private String recordId() {
    return volume.substring(volume.indexOf('/') + 1);
  }

  @Test
  void whoHasNotTheKeyGetsNothing() throws Exception {
    Renewal renewal = attached().renewal().orElseThrow();
    MessageKey stranger = new MessageKey(Keyring.generate());
    String other = ControllerDriver.node("node-2", SealingKeyPair.generate());
    for (RenewalRequest each :
        List.of(
            RenewalRequest.of(volume, NODE, stranger),
            RenewalRequest.of(volume, other, renewal.key()),
            RenewalRequest.of(volume + "x", NODE, renewal.key()))) {
      HttpResponse<String> answer = post(renewal, each.toBytes());
      assertThat(answer.statusCode()).isEqualTo(403);
      assertThat(answer.headers().firstValue(RenewalRequest.SIGNATURE_HEADER)).isEmpty();
    }
    for (String wrong : List.of("", "{", "{}", "[]", "null", "{\"volumeId\":\"a\"}")) {
      assertThat(post(renewal, wrong.getBytes(StandardCharsets.UTF_8)).statusCode())
          .as(wrong)
          .isEqualTo(400);
    }
    assertThat(post(renewal, new byte[RenewalRequest.LONGEST + 1]).statusCode()).isEqualTo(413);
    controller.controllerUnpublishVolume(unpublish(volume, NODE));
    controller.deleteVolume(delete(volume));
  }
}
