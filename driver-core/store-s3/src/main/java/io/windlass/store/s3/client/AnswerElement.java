package io.windlass.store.s3.client;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Root element of a short answer in XML.
 *
 * @param texts of the elements in it, by their names; those that have elements themselves are left
 *     out
 */
public record AnswerElement(String name, Map<String, String> texts) {

  /**
   * Reads an answer. Blanks may come before it: servers send them while they work.
   *
   * @throws XMLStreamException if it is no XML
   */
  static AnswerElement read(InputStream body) throws IOException, XMLStreamException {
    XMLStreamReader reader = AnswerXml.reader(afterBlanks(body));
    reader.nextTag();
    String name = reader.getLocalName();
    Map<String, String> texts = new HashMap<>();
    int depth = 0;
    boolean bare = false;
    StringBuilder text = new StringBuilder();
    for (int event = reader.next();
        event != XMLStreamConstants.END_DOCUMENT;
        event = reader.next()) {
      switch (event) {
        case XMLStreamConstants.START_ELEMENT -> {
          depth++;
          bare = true;
          text.setLength(0);
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
            text.append(reader.getText());
        case XMLStreamConstants.END_ELEMENT -> {
          if (bare && depth == 1) {
            texts.put(reader.getLocalName(), text.toString());
          }
          bare = false;
          depth--;
        }
        default -> {}
      }
    }
    return new AnswerElement(name, texts);
  }

  private static InputStream afterBlanks(InputStream body) throws IOException {
    InputStream bytes = new BufferedInputStream(body);
    int next;
    do {
      bytes.mark(1);
      next = bytes.read();
    } while (next >= 0 && Character.isWhitespace(next));
    bytes.reset();
    return bytes;
  }

  /** Returns the text of an element; empty if the answer has no such element, or nothing in it. */
  public Optional<String> text(String element) {
    return Optional.ofNullable(texts.get(element)).filter(text -> !text.isEmpty());
  }
}
