package io.windlass.store.gcs;

import io.windlass.secret.Secret;
import io.windlass.store.gcs.client.GcsProtocol;
import io.windlass.store.gcs.client.GcsSigner;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Text form of HMAC keys and of access tokens: JSON, the same for the same key. */
final class GcsCredentialText {
  static final String ACCESS_ID = "accessId";
  static final String ACCESS_SECRET = "accessSecret";

  private static final String TOKEN = "token";

  private static final TypeReference<Map<String, String>> MEMBERS = new TypeReference<>() {};

  private GcsCredentialText() {}

  static Secret of(GcsSigner key) {
    return text(Map.of(ACCESS_ID, key.accessId(), ACCESS_SECRET, key.secret().reveal()));
  }

  static Secret ofToken(Secret token) {
    return text(Map.of(TOKEN, token.reveal()));
  }

  private static Secret text(Map<String, String> of) {
    Map<String, String> members = new TreeMap<>(of);
    members.put("protocol", GcsProtocol.GCS.name());
    return Secret.of(new JsonMapper().writeValueAsString(members));
  }

  /** Returns whether a text is an access token, and no key. */
  static boolean isToken(Secret text) {
    return fields(text).containsKey(TOKEN);
  }

  /** Returns the token that a text contains. */
  static Secret readToken(Secret text) {
    return field(fields(text), TOKEN);
  }

  /**
   * Returns the key of these fields.
   *
   * @throws IllegalArgumentException that names the field that is missing
   */
  static GcsSigner key(Map<String, Secret> fields) {
    return new GcsSigner(field(fields, ACCESS_ID).reveal(), field(fields, ACCESS_SECRET));
  }

  private static Secret field(Map<String, Secret> fields, String name) {
    return Optional.ofNullable(fields.get(name))
        .orElseThrow(() -> new IllegalArgumentException("the credential lacks its " + name));
  }

  /**
   * Returns what a text contains.
   *
   * @throws IllegalArgumentException when that is no key; the message does not show the text
   */
  static GcsSigner read(Secret text) {
    return key(fields(text));
  }

  private static Map<String, Secret> fields(Secret text) {
    Map<String, Secret> fields = new HashMap<>();
    try {
      new JsonMapper()
          .readValue(text.reveal(), MEMBERS)
          .forEach((name, value) -> fields.put(name, Secret.of(value)));
    } catch (JacksonException e) {
      // Jackson's message may show the text.
      throw new IllegalArgumentException("the credential is not one of Google Cloud Storage");
    }
    return fields;
  }
}
