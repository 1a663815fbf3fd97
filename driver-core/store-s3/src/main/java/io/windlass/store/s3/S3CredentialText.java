package io.windlass.store.s3;

import io.windlass.secret.Secret;
import io.windlass.store.s3.client.S3Key;
import io.windlass.store.s3.client.S3Protocol;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Text form of access keys, and of where they come from: JSON, the same for the same key, and the
 * form that is sealed for nodes.
 */
final class S3CredentialText {
  /** No mapper of objects: that alone would take a tenth of the start of a keeper or mounter. */
  private static final JsonFactory JSON = new JsonFactory();

  /** Member that names where the key comes from, in place of the key. */
  private static final String FROM = "from";

  private static final String NONE = "the credential is not one of S3";

  private S3CredentialText() {}

  static Secret of(S3Key key) {
    Map<String, String> members = new TreeMap<>();
    key.fields().forEach((name, value) -> members.put(name, value.reveal()));
    return of(members);
  }

  private static Secret of(Map<String, String> fields) {
    Map<String, String> members = new TreeMap<>(fields);
    members.put("protocol", S3Protocol.S3.name());
    StringWriter text = new StringWriter();
    try (JsonGenerator out = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      out.writeStartObject();
      members.forEach(out::writeStringProperty);
      out.writeEndObject();
    }
    return Secret.of(text.toString());
  }

  /**
   * Returns the key that a text contains.
   *
   * @throws IllegalArgumentException when it contains none; the message does not show the text
   */
  static S3Key read(Secret text) {
    return S3Key.of(members(text));
  }

  private static Map<String, Secret> members(Secret text) {
    Map<String, Secret> members = new HashMap<>();
    try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), text.reveal())) {
      require(in.nextToken() == JsonToken.START_OBJECT);
      while (in.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = in.currentName();
        require(in.nextToken().isScalarValue());
        members.put(name, Secret.of(in.getString()));
      }
      require(in.currentToken() == JsonToken.END_OBJECT && in.nextToken() == null);
    } catch (JacksonException e) {
      // Jackson's message may show the text.
      throw new IllegalArgumentException(NONE);
    }
    return members;
  }

  /** Returns the text that says where a mounter is to have its key from. It contains no secret. */
  static Secret of(DriverCredentials source) {
    return of(
        switch (source) {
          case DriverCredentials.Profile(var name, var config, var credentials) ->
              Map.of(
                  FROM,
                  "profile",
                  "profile",
                  name,
                  "config",
                  config.toString(),
                  "credentials",
                  credentials.toString());
          case DriverCredentials.WebIdentity(var arn, var token, var session, _) ->
              Map.of(
                  FROM, "webIdentity", "role", arn, "token", token.toString(), "session", session);
          case DriverCredentials.Container() -> Map.of(FROM, "container");
          case DriverCredentials.Instance() -> Map.of(FROM, "instance");
          case DriverCredentials.Anonymous() -> Map.of(FROM, "anonymous");
          case DriverCredentials.Files _, DriverCredentials.Role _ ->
              throw new IllegalArgumentException("it is not where a mounter has its key from");
        });
  }

  /**
   * Returns where the key comes from that a text does not contain; empty if it contains one.
   *
   * @param sts where the server has its security token service
   * @throws IllegalArgumentException when it is not known here, because a newer version wrote it
   */
  static Optional<DriverCredentials> source(Secret text, Optional<URI> sts) {
    Map<String, Secret> members = members(text);
    return Optional.ofNullable(members.get(FROM))
        .map(from ->
            switch (from.reveal()) {
              case "profile" ->
                  new DriverCredentials.Profile(
                      member(members, "profile"),
                      Path.of(member(members, "config")),
                      Path.of(member(members, "credentials")));
              case "webIdentity" ->
                  new DriverCredentials.WebIdentity(
                      member(members, "role"),
                      Path.of(member(members, "token")),
                      member(members, "session"),
                      sts);
              case "container" -> new DriverCredentials.Container();
              case "instance" -> new DriverCredentials.Instance();
              case "anonymous" -> new DriverCredentials.Anonymous();
              default -> throw new IllegalArgumentException(NONE);
            });
  }

  private static String member(Map<String, Secret> members, String name) {
    return Optional.ofNullable(members.get(name))
        .orElseThrow(() -> new IllegalArgumentException(NONE))
        .reveal();
  }

  private static void require(boolean right) {
    if (!right) {
      throw new IllegalArgumentException(NONE);
    }
  }
}
