package io.windlass.faults.csi;

import io.windlass.cli.stores.Stores;
import io.windlass.csi.PublishContext;
import io.windlass.secret.SealingKeyPair;
import io.windlass.secret.Secret;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The bucket of an S3 server, and the key to it, that a controller tells a node of. */
public record NodeKey(URI endpoint, String bucket, String keyId, Secret key) {

  /** Opens what a volume was published with. */
  public static NodeKey of(Map<String, String> context, SealingKeyPair key, String volume) {
    PublishContext told =
        PublishContext.open(context, Stores.connectors(), key, volume).orElseThrow();
    JsonNode credential = new JsonMapper().readTree(told.credential().reveal());
    return new NodeKey(
        URI.create(Objects.requireNonNull(told.address().fields().get("endpoint"))),
        told.address().bucket(),
        credential.required("accessKeyId").asString(),
        Secret.of(credential.required("secretAccessKey").asString()));
  }
}
