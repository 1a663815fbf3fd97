package io.windlass.store.s3;

import io.windlass.secret.Secret;
import io.windlass.store.Credential;
import io.windlass.store.Protocol;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Text form of access keys: JSON, the same for the same key, and the form that version 0.1 sealed
 * for nodes.
 */
final class S3CredentialText {
  static final String ACCESS_KEY_ID = "accessKeyId";
  static final String SECRET_ACCESS_KEY = "secretAccessKey";

  private static final TypeReference<Map<String, String>> FIELDS = new TypeReference<>() {};

  private S3CredentialText() {}

  /** A text and the key that it contains. */
  private record Read(Secret text, Credential.S3 key) {}

  static Secret of(Credential.S3 key) {
    return of(
        Map.of(
            ACCESS_KEY_ID, Secret.of(key.accessKeyId()), SECRET_ACCESS_KEY, key.secretAccessKey()));
  }

  /**
   * Returns the text for the fields {@code accessKeyId} and {@code secretAccessKey}; ignores
   * others.
   */
  static Secret of(Map<String, Secret> fields) {
    Map<String, String> members = new TreeMap<>();
    members.put("protocol", Protocol.S3.name());
    for (String name : new String[] {ACCESS_KEY_ID, SECRET_ACCESS_KEY}) {
      Secret value = fields.get(name);
      if (value == null) {
        throw new IllegalArgumentException("the credential lacks its " + name);
      }
      members.put(name, value.reveal());
    }
    return Secret.of(new JsonMapper().writeValueAsString(members));
  }

  /**
   * Returns the key that a text contains.
   *
   * @throws IllegalArgumentException when it contains none; the message does not show the text
   */
  static Credential.S3 read(Secret text) {
    Map<String, String> members;
    try {
      members = new JsonMapper().readValue(text.reveal(), FIELDS);
    } catch (JacksonException e) {
      // Jackson's message may show the text.
      throw new IllegalArgumentException("the credential is not one of S3");
    }
    return new Credential.S3(
        member(members, ACCESS_KEY_ID), Secret.of(member(members, SECRET_ACCESS_KEY)));
  }

  /**
   * Returns a supplier of the key that the text contains at each moment. The text is parsed now,
   * and again when it has changed.
   */
  static Supplier<Credential.S3> read(Supplier<Secret> text) {
    AtomicReference<Read> last = new AtomicReference<>(readOnce(text.get()));
    return () -> {
      Secret now = text.get();
      Read known = last.get();
      if (!known.text().equals(now)) {
        known = readOnce(now);
        last.set(known);
      }
      return known.key();
    };
  }

  private static Read readOnce(Secret text) {
    return new Read(text, read(text));
  }

  private static String member(Map<String, String> members, String name) {
    String value = members.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the credential lacks its " + name);
    }
    return value;
  }
}
