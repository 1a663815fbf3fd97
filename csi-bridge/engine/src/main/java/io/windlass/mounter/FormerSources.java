package io.windlass.mounter;

import io.windlass.proto.mounter.Keys;
import io.windlass.proto.mounter.S3;
import io.windlass.proto.mounter.Source;
import io.windlass.proto.mounter.Volume;
import io.windlass.secret.Secret;
import io.windlass.store.Protocol;
import io.windlass.store.StoreConnector;
import io.windlass.store.StoreConnectors;
import java.util.Map;
import java.util.Optional;

/** Converts volumes from messages of a process of version 0.1, which knew only S3. */
record FormerSources(StoreConnectors connectors) {

  /** Reads the volume of a message of this version or of version 0.1. */
  @SuppressWarnings("deprecation")
  KeyedVolume read(Volume message) {
    Optional<StoreConnector> connector = connectors.of(Protocol.S3);
    if (!message.getSource().hasS3() || connector.isEmpty()) {
      return KeyedVolume.received(message);
    }
    S3 s3 = message.getSource().getS3();
    Source.Builder source =
        message.getSource().toBuilder()
            .clearS3()
            .setProtocol(Protocol.S3.text())
            .putAddress("endpoint", s3.getEndpoint())
            .putAddress("region", s3.getRegion())
            .putAddress("pathStyle", Boolean.toString(s3.getPathStyle()))
            .setCaCertificate(s3.getCaCertificate());
    if (s3.hasDirectory()) {
      source.setDirectory(s3.getDirectory());
    }
    return new KeyedVolume(
        message.toBuilder().setSource(source).build(),
        s3.hasKeys() ? Optional.of(credential(connector.get(), s3.getKeys())) : Optional.empty());
  }

  private static Secret credential(StoreConnector connector, Keys keys) {
    return connector.credential(
        Map.of(
            "accessKeyId", Secret.of(keys.getAccessKeyId()),
            "secretAccessKey", Secret.of(keys.getSecretAccessKey())));
  }
}
