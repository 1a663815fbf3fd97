package io.windlass.faults.secret;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.secret.Secret;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.MinioAccounts;
import io.windlass.testing.MinioServer;
import io.windlass.testing.S3Clients;
import io.windlass.testing.UniqueName;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ObjectVersion;

/**
 * Recognisable secrets, put where a driver gets or makes some.
 *
 * @param canaries knows all of them
 */
record Planted(Canaries canaries) {

  /** A user of the server with all rights, to be the driver's. */
  record Administrator(String key, Secret secret) {
    void install(DriverSetup setup, Secret as) {
      setup.secret("admin", "accessKeyId", key);
      setup.secret("admin", "secretAccessKey", as.reveal());
    }
  }

  /** Creates an administrator whose secret is searched for. */
  Administrator administrator(MinioServer server, String name) {
    Administrator administrator = new Administrator(name + "-admin", secret(name));
    MinioAccounts.addAdministrator(server, administrator.key, administrator.secret);
    return administrator;
  }

  /** Returns a new secret that is searched for. */
  Secret secret(String name) {
    String secret = UniqueName.of("Canary+" + name.replace(' ', '/'));
    canaries.add(name, secret);
    return Secret.of(secret);
  }

  /** Looks for this key of a driver. */
  void key(String name, String base64) {
    canaries.add(name, base64.strip());
    canaries.addBytes(name, Base64.getDecoder().decode(base64.strip()));
  }

  /** Every version of every record. */
  static Map<String, String> records(MinioServer server) {
    Map<String, String> texts = new TreeMap<>();
    try (S3Client s3 =
        S3Clients.client(server.endpoint(), server.rootAccessKey(), server.rootSecret())) {
      for (ObjectVersion version :
          s3.listObjectVersionsPaginator(b -> b.bucket(DriverSetup.REGISTRY)).versions()) {
        texts.put(
            version.key() + " " + version.versionId(),
            s3.getObjectAsBytes(b ->
                    b.bucket(DriverSetup.REGISTRY)
                        .key(version.key())
                        .versionId(version.versionId()))
                .asUtf8String());
      }
    }
    assertThat(texts.keySet()).anyMatch(key -> key.startsWith("grants/"));
    return texts;
  }
}
