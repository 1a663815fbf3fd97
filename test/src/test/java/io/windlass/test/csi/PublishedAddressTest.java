package io.windlass.test.csi;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.access.BucketLocation;
import io.windlass.cli.stores.Stores;
import io.windlass.connect.BucketConnectors;
import io.windlass.csi.NodeId;
import io.windlass.csi.NodeName;
import io.windlass.csi.PublishContext;
import io.windlass.secret.Keyring;
import io.windlass.secret.SealingKeyPair;
import io.windlass.secret.Secret;
import io.windlass.store.azure.client.AzureProtocol;
import io.windlass.store.azure.client.ServiceVersion;
import io.windlass.store.gcs.client.GcsProtocol;
import io.windlass.store.s3.client.S3Protocol;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A node reads the address of a bucket of every protocol as the controller published it. */
class PublishedAddressTest {
  private static final URI SERVER = URI.create("http://127.0.0.1:9000");
  private static final String VOLUME = "store/photos";

  @Test
  void theNodeReadsWhatTheControllerPublished() {
    Keyring ring = Keyring.parse(Keyring.generate());
    SealingKeyPair key = SealingKeyPair.generate();
    BucketConnectors connectors = Stores.connectors();
    List<BucketLocation> locations =
        List.of(
            S3Protocol.location("photos", SERVER, "eu-1", true),
            GcsProtocol.location("photos", "project", SERVER),
            AzureProtocol.location("photos", "account", SERVER),
            AzureProtocol.location(
                "photos", "account", SERVER, Optional.of(new ServiceVersion("2019-07-07"))));
    Set<String> protocols = new HashSet<>();

    for (BucketLocation location : locations) {
      protocols.add(location.protocol().name());
      PublishContext context =
          new PublishContext(
              connectors.of(location.protocol()).orElseThrow().address(location),
              "",
              Secret.of("{\"accessKeyId\":\"secret\"}"),
              0,
              0,
              false,
              Map.of(),
              Optional.empty());
      Map<String, String> published =
          context.sealed(new NodeId(new NodeName("node"), key.publicKey()), ring, VOLUME);

      assertThat(PublishContext.open(published, connectors, key, VOLUME)).contains(context);
    }
    assertThat(protocols).as("every protocol that can be mounted").hasSameSizeAs(connectors.all());
  }
}
