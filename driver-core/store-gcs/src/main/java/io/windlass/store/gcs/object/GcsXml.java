package io.windlass.store.gcs.object;

import com.google.api.services.storage.model.Objects;
import com.google.api.services.storage.model.StorageObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Documents of the XML API. */
final class GcsXml {
  private GcsXml() {}

  /** Returns the document of "xml-api/put-object-compose": the names of the sources, in order. */
  static String composeRequest(List<String> names) {
    StringBuilder text = new StringBuilder("<ComposeRequest>");
    for (String name : names) {
      String escaped = name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
      text.append("<Component><Name>").append(escaped).append("</Name></Component>");
    }
    return text.append("</ComposeRequest>").toString();
  }

  /** Reads a page of "xml-api/get-bucket-list", whose names are encoded as in URLs. */
  static Objects list(InputStream document) {
    XMLInputFactory factory = XMLInputFactory.newInstance();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    try (InputStream in = document) {
      return list(factory.createXMLStreamReader(in));
    } catch (XMLStreamException | DateTimeException | IllegalArgumentException e) {
      throw new UncheckedIOException(new IOException("the answer is no list of objects", e));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Objects list(XMLStreamReader in) throws XMLStreamException {
    List<StorageObject> items = new ArrayList<>();
    List<String> prefixes = new ArrayList<>();
    Objects page = new Objects().setItems(items).setPrefixes(prefixes);
    boolean isList = false;
    while (in.hasNext()) {
      if (in.next() != XMLStreamReader.START_ELEMENT) {
        continue;
      }
      switch (in.getLocalName()) {
        case "ListBucketResult" -> isList = true;
        case "Contents" -> items.add(object(in));
        case "CommonPrefixes" -> prefixes.add(prefix(in));
        case "NextContinuationToken" -> page.setNextPageToken(in.getElementText());
        default -> {} // the parameters of the request
      }
    }
    if (!isList) {
      throw new IllegalArgumentException("no ListBucketResult");
    }
    return page;
  }

  private static String prefix(XMLStreamReader in) throws XMLStreamException {
    in.nextTag();
    return decoded(in.getElementText());
  }

  private static StorageObject object(XMLStreamReader in) throws XMLStreamException {
    StorageObject object = new StorageObject();
    while (in.nextTag() == XMLStreamReader.START_ELEMENT) {
      String name = in.getLocalName();
      if (name.equals("Owner")) {
        skip(in);
        continue;
      }
      String text = in.getElementText();
      switch (name) {
        case "Key" -> object.setName(decoded(text));
        case "Generation" -> object.setGeneration(Long.valueOf(text));
        case "MetaGeneration" -> object.setMetageneration(Long.valueOf(text));
        case "Size" -> object.setSize(new BigInteger(text));
        case "LastModified" -> object.setUpdated(GcsHeaders.time(Instant.parse(text)));
        default -> {} // a checksum, or the class of storage
      }
    }
    if (object.getName() == null || object.getGeneration() == null || object.getSize() == null) {
      throw new IllegalArgumentException("an object without its name, generation or size");
    }
    return object;
  }

  private static void skip(XMLStreamReader in) throws XMLStreamException {
    for (int depth = 1; depth > 0; ) {
      int event = in.next();
      depth += event == XMLStreamReader.START_ELEMENT ? 1 : 0;
      depth -= event == XMLStreamReader.END_ELEMENT ? 1 : 0;
    }
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
