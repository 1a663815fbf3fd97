package io.windlass.store.azure.object;

import io.windlass.object.Revision;
import java.io.ByteArrayInputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A page of "List Blobs".
 *
 * @param next where the next page begins, if there is one
 */
record BlobPage(List<Item> items, Optional<String> next) {
  private static final String ROOT = "EnumerationResults";
  private static final String METADATA = "Metadata";

  /** An entry of a listing. */
  sealed interface Item {
    String name();

    /** The common prefix of a group of names. */
    record Prefix(String name) implements Item {}

    /**
     * A blob, or a version of one.
     *
     * @param properties texts of its elements, by their names
     * @param metadata as clients sent it
     */
    record Blob(String name, Map<String, String> properties, Map<String, String> metadata)
        implements Item {
      long size() {
        return Long.parseLong(stated("Content-Length", "a size"));
      }

      Revision revision() {
        return AzureAnswers.revision(stated("Etag", "an ETag"));
      }

      Instant modified() {
        return AzureAnswers.date(property("Last-Modified"))
            .orElseThrow(() -> AzureAnswers.noAnswer("it lacks a time"));
      }

      Optional<String> version() {
        return property("VersionId");
      }

      boolean isCurrent() {
        return property("IsCurrentVersion").map(Boolean::parseBoolean).orElse(false);
      }

      Map<String, String> decodedMetadata() {
        return IdentifierMetadata.decode(metadata);
      }

      private Optional<String> property(String property) {
        return Optional.ofNullable(properties.get(property)).filter(text -> !text.isEmpty());
      }

      private String stated(String property, String what) {
        return AzureAnswers.stated(property(property), what);
      }
    }
  }

  /**
   * Reads the body of an answer.
   *
   * @throws java.io.UncheckedIOException if it is not a page
   */
  static BlobPage read(byte[] answer) {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    try {
      XMLStreamReader xml = factory.createXMLStreamReader(new ByteArrayInputStream(answer));
      xml.nextTag();
      if (!xml.getLocalName().equals(ROOT)) {
        throw AzureAnswers.noAnswer("it is no list");
      }
      return page(xml);
    } catch (XMLStreamException e) {
      throw AzureAnswers.noAnswer("it is no list in XML");
    }
  }

  private static BlobPage page(XMLStreamReader xml) throws XMLStreamException {
    List<Item> items = new ArrayList<>();
    Optional<String> next = Optional.empty();
    while (xml.next() != XMLStreamConstants.END_DOCUMENT) {
      if (xml.isStartElement()) {
        switch (xml.getLocalName()) {
          case "Blob" -> items.add(blob(xml));
          case "BlobPrefix" -> items.add(prefix(xml));
          case "NextMarker" ->
              next = Optional.of(xml.getElementText()).filter(marker -> !marker.isEmpty());
          default -> {}
        }
      }
    }
    return new BlobPage(List.copyOf(items), next);
  }

  private static Item prefix(XMLStreamReader xml) throws XMLStreamException {
    Optional<String> name = Optional.empty();
    while (!isEnd(xml, "BlobPrefix")) {
      if (xml.isStartElement() && xml.getLocalName().equals("Name")) {
        name = Optional.of(name(xml));
      }
    }
    return new Item.Prefix(AzureAnswers.stated(name, "a name"));
  }

  private static Item blob(XMLStreamReader xml) throws XMLStreamException {
    Optional<String> name = Optional.empty();
    Map<String, String> properties = new HashMap<>();
    Map<String, String> metadata = new HashMap<>();
    while (!isEnd(xml, "Blob")) {
      if (xml.isStartElement()) {
        switch (xml.getLocalName()) {
          case "Name" -> name = Optional.of(name(xml));
          case METADATA -> texts(xml, METADATA, metadata);
          case "Properties" -> texts(xml, "Properties", properties);
          case "VersionId", "IsCurrentVersion" ->
              properties.put(xml.getLocalName(), xml.getElementText());
          default -> {}
        }
      }
    }
    return new Item.Blob(AzureAnswers.stated(name, "a name"), properties, metadata);
  }

  /** Reads elements that contain only text. */
  private static void texts(XMLStreamReader xml, String around, Map<String, String> into)
      throws XMLStreamException {
    while (!isEnd(xml, around)) {
      if (xml.isStartElement()) {
        into.put(xml.getLocalName(), xml.getElementText());
      }
    }
  }

  /** Reads the next event; returns whether it ends an element. */
  private static boolean isEnd(XMLStreamReader xml, String element) throws XMLStreamException {
    xml.next();
    return xml.isEndElement() && xml.getLocalName().equals(element);
  }

  /** Names that XML has no characters for are encoded as in a URL. */
  private static String name(XMLStreamReader xml) throws XMLStreamException {
    boolean encoded = Boolean.parseBoolean(xml.getAttributeValue(null, "Encoded"));
    String name = xml.getElementText();
    return encoded ? URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8) : name;
  }
}
