package io.windlass.fake.gcs;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/** The file of a service account's key: cloud.google.com/iam/docs/keys-create-delete. */
final class ServiceAccountKey {
  /**
   * Two for all fakes of a JVM, so that the next key of an account is another one: to make them
   * takes time, for which they have half of the service's bits, too.
   */
  private static final List<KeyPair> PAIRS = List.of(generate(1024), generate(1024));

  private ServiceAccountKey() {}

  static ObjectNode create(ServiceAccounts.Account account, String project, String tokenUri) {
    KeyPair pair = PAIRS.get(account.keys().size() % PAIRS.size());
    String id = UUID.randomUUID().toString().replace("-", "");
    account.keys().put(id, pair.getPublic());
    String pem =
        "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
            .formatted(Base64.getMimeEncoder().encodeToString(pair.getPrivate().getEncoded()));
    return JsonText.object()
        .put("type", "service_account")
        .put("project_id", project)
        .put("private_key_id", id)
        .put("private_key", pem)
        .put("client_email", account.email())
        .put("client_id", account.uniqueId())
        .put("token_uri", tokenUri)
        .put("universe_domain", "googleapis.com");
  }

  private static KeyPair generate(int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(bits);
      return generator.generateKeyPair();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
