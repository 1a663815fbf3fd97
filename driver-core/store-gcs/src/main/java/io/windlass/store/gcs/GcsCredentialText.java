package io.windlass.store.gcs;

import io.windlass.secret.Secret;
import io.windlass.store.gcs.client.GcsProtocol;
import io.windlass.store.gcs.client.GcsSigner;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Text form of HMAC keys: JSON, the same for the same key. */
final class GcsCredentialText {
  static final String ACCESS_ID = "accessId";
  static final String ACCESS_SECRET = "accessSecret";

  private static final TypeReference<Map<String, String>> MEMBERS = new TypeReference<>() {};

  private GcsCredentialText() {}

  static Secret of(GcsSigner key) {
    Map<String, String> members = new TreeMap<>();
    members.put("protocol", GcsProtocol.GCS.name());
    members.put(ACCESS_ID, key.accessId());
    members.put(ACCESS_SECRET, key.secret().reveal());
    return Secret.of(new JsonMapper().writeValueAsString(members));
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
    Map<String, Secret> fields = new HashMap<>();
    try {
      new JsonMapper()
          .readValue(text.reveal(), MEMBERS)
          .forEach((name, value) -> fields.put(name, Secret.of(value)));
    } catch (JacksonException e) {
      // Jackson's message may show the text.
      throw new IllegalArgumentException("the credential is not one of Google Cloud Storage");
    }
    return key(fields);
  }

  /**
   * Returns a supplier of what the text contains at each moment. The text is parsed now, and then
   * for each request.
   */
  static Supplier<GcsSigner> read(Supplier<Secret> text) {
    GcsSigner _ = read(text.get());
    return () -> read(text.get());
  }
}
