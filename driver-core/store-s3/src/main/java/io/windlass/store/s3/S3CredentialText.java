package io.windlass.store.s3;

import io.windlass.secret.Secret;
import io.windlass.store.s3.client.S3Key;
import io.windlass.store.s3.client.S3Protocol;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Text form of access keys: JSON, the same for the same key, and the form that is sealed for nodes.
 */
final class S3CredentialText {
  /** No mapper of objects: that alone would take a tenth of the start of a keeper or mounter. */
  private static final JsonFactory JSON = new JsonFactory();

  private static final String NONE = "the credential is not one of S3";

  private S3CredentialText() {}

  static Secret of(S3Key key) {
    Map<String, String> members = new TreeMap<>();
    members.put("protocol", S3Protocol.S3.name());
    key.fields().forEach((name, value) -> members.put(name, value.reveal()));
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
    return S3Key.of(members);
  }

  private static void require(boolean right) {
    if (!right) {
      throw new IllegalArgumentException(NONE);
    }
  }
}
