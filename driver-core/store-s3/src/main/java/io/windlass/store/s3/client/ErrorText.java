package io.windlass.store.s3.client;

import java.io.ByteArrayInputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Body of an error: S3 has it in XML, MinIO's admin API in JSON.
 *
 * @param code empty if it is not said, as in a page of a gateway
 */
record ErrorText(Optional<String> code, Optional<String> message) {
  static final ErrorText NONE = new ErrorText(Optional.empty(), Optional.empty());

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String CODE = "Code";
  private static final String MESSAGE = "Message";

  /** Reads a body, whatever it is. */
  static ErrorText read(byte[] body) {
    return body.length > 0 && body[0] == '{' ? ofJson(body) : ofXml(body);
  }

  /** Returns what an answer says that is an error. */
  static ErrorText of(AnswerElement error) {
    return new ErrorText(error.text(CODE), error.text(MESSAGE));
  }

  private static ErrorText ofJson(byte[] body) {
    try {
      JsonNode error = JSON.readTree(body);
      return new ErrorText(error.path(CODE).asStringOpt(), error.path(MESSAGE).asStringOpt());
    } catch (JacksonException e) {
      return NONE;
    }
  }

  /** Reads the elements of the error itself; those within them are others. */
  private static ErrorText ofXml(byte[] body) {
    Map<String, String> texts = new HashMap<>();
    try {
      XMLStreamReader reader = AnswerXml.reader(new ByteArrayInputStream(body));
      int depth = 0;
      while (reader.hasNext()) {
        int event = reader.next();
        if (event == XMLStreamConstants.END_ELEMENT) {
          depth--;
        } else if (event == XMLStreamConstants.START_ELEMENT) {
          String name = reader.getLocalName();
          if (depth == 1 && (name.equals(CODE) || name.equals(MESSAGE))) {
            texts.put(name, reader.getElementText()); // up to its end
          } else {
            depth++;
          }
        }
      }
    } catch (XMLStreamException e) {
      // It was cut, or is no XML; what was read counts.
    }
    return new ErrorText(
        Optional.ofNullable(texts.get(CODE)), Optional.ofNullable(texts.get(MESSAGE)));
  }
}
