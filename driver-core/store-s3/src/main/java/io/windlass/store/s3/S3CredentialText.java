package io.windlass.store.s3;

import io.windlass.secret.Secret;
import io.windlass.store.s3.client.S3Key;
import io.windlass.store.s3.client.S3Protocol;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Text form of access keys: JSON, the same for the same key, and the form that is sealed for nodes.
 */
final class S3CredentialText {
  private static final TypeReference<Map<String, String>> FIELDS = new TypeReference<>() {};

  private S3CredentialText() {}

  static Secret of(S3Key key) {
    Map<String, String> members = new TreeMap<>();
    members.put("protocol", S3Protocol.S3.name());
    key.fields().forEach((name, value) -> members.put(name, value.reveal()));
    return Secret.of(new JsonMapper().writeValueAsString(members));
  }

  /**
   * Returns the key that a text contains.
   *
   * @throws IllegalArgumentException when it contains none; the message does not show the text
   */
  static S3Key read(Secret text) {
    Map<String, Secret> members = new HashMap<>();
    try {
      new JsonMapper()
          .readValue(text.reveal(), FIELDS)
          .forEach((name, value) -> members.put(name, Secret.of(value)));
    } catch (JacksonException e) {
      // Jackson's message may show the text.
      throw new IllegalArgumentException("the credential is not one of S3");
    }
    return S3Key.of(members);
  }
}
