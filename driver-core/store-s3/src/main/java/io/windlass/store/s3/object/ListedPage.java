package io.windlass.store.s3.object;

import io.windlass.object.Revision;
import io.windlass.store.ListedEntry;
import io.windlass.store.Page;
import io.windlass.store.s3.client.AnswerXml;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads a page of a listing.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html">ListObjectsV2</a>
 */
final class ListedPage {
  private static final String USER_METADATA = "UserMetadata";

  private final XMLStreamReader reader;

  /** Texts of the answer itself, by the names of their elements. */
  private final Map<String, String> texts = new HashMap<>();

  private final List<Group> groups = new ArrayList<>();

  /**
   * An element of the answer that has elements itself: an object, or a common prefix.
   *
   * @param metadata user metadata, which MinIO tells if it was asked for them and the key may read
   *     the object
   */
  private record Group(
      String name, Map<String, String> texts, Optional<Map<String, String>> metadata) {}

  private ListedPage(XMLStreamReader reader) {
    this.reader = reader;
  }

  /**
   * Reads a page.
   *
   * @throws XMLStreamException if it is no XML
   */
  static Page<ListedEntry> read(InputStream body) throws XMLStreamException {
    ListedPage page = new ListedPage(AnswerXml.reader(body));
    page.reader.nextTag();
    page.readAll();
    return page.page();
  }

  private void readAll() throws XMLStreamException {
    while (reader.nextTag() == XMLStreamConstants.START_ELEMENT) {
      String name = reader.getLocalName();
      if (name.equals("Contents") || name.equals("CommonPrefixes")) {
        group(name);
      } else {
        text().ifPresent(text -> texts.put(name, text));
      }
    }
  }

  private void group(String group) throws XMLStreamException {
    Map<String, String> inside = new HashMap<>();
    Optional<Map<String, String>> metadata = Optional.empty();
    while (reader.nextTag() == XMLStreamConstants.START_ELEMENT) {
      String name = reader.getLocalName();
      if (name.equals(USER_METADATA)) {
        metadata = metadata();
      } else {
        text().ifPresent(text -> inside.put(name, text));
      }
    }
    groups.add(new Group(group, inside, metadata));
  }

  /** Returns the text of this element; empty if it has elements. Reads to its end. */
  private Optional<String> text() throws XMLStreamException {
    StringBuilder text = new StringBuilder();
    boolean simple = true;
    for (int depth = 1; depth > 0; ) {
      switch (reader.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          depth++;
          simple = false;
        }
        case XMLStreamConstants.END_ELEMENT -> depth--;
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
            text.append(reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength());
        default -> {}
      }
    }
    return simple ? Optional.of(text.toString()) : Optional.empty();
  }

  /** Returns user metadata, each an element with the name of its header. */
  private Optional<Map<String, String>> metadata() throws XMLStreamException {
    Map<String, String> metadata = new HashMap<>();
    boolean plain = true;
    while (reader.nextTag() == XMLStreamConstants.START_ELEMENT) {
      String header = reader.getLocalName().toLowerCase(Locale.ROOT);
      Optional<String> value = text();
      if (header.startsWith(S3Answers.METADATA) && value.isPresent()) {
        metadata.put(header.substring(S3Answers.METADATA.length()), value.get());
        // A head tells the bytes of others.
        plain &= value.get().chars().allMatch(c -> c >= ' ' && c <= '~');
      }
    }
    return plain ? Optional.of(metadata) : Optional.empty();
  }

  private Page<ListedEntry> page() {
    // A gateway's page for browsers would otherwise look like an empty bucket.
    boolean truncated = Boolean.parseBoolean(stated(texts, "IsTruncated"));
    UnaryOperator<String> decoded =
        "url".equals(texts.get("EncodingType"))
            ? text -> URLDecoder.decode(text, StandardCharsets.UTF_8)
            : text -> text;
    List<ListedEntry> entries = new ArrayList<>(groups.size());
    for (Group group : groups) {
      entries.add(
          group.name().equals("Contents")
              ? listed(group, decoded)
              : new ListedEntry.Prefix(decoded.apply(stated(group.texts(), "Prefix"))));
    }
    entries.sort(Comparator.comparing(ListedEntry::key, S3Keys.BYTE_ORDER));
    return new Page<>(
        entries,
        truncated ? Optional.of(stated(texts, "NextContinuationToken")) : Optional.empty());
  }

  private static ListedEntry listed(Group object, UnaryOperator<String> decoded) {
    try {
      return new ListedEntry.Listed(
          decoded.apply(stated(object.texts(), "Key")),
          Long.parseLong(stated(object.texts(), "Size")),
          new Revision(object.texts().getOrDefault("ETag", "")),
          Instant.parse(stated(object.texts(), "LastModified")),
          object.metadata(),
          Optional.empty());
    } catch (DateTimeException | NumberFormatException e) {
      throw S3Answers.noAnswer("an object has no right size or time");
    }
  }

  private static String stated(Map<String, String> texts, String name) {
    return S3Answers.stated(texts.get(name), name);
  }
}
