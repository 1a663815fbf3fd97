package io.windlass.store.azure.object;

import io.windlass.error.DriverException;
import io.windlass.object.ContentHeaders;
import io.windlass.object.ObjectProperties;
import io.windlass.store.PutOptions;
import java.net.http.HttpHeaders;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Properties of a blob as headers of requests and answers. */
final class BlobHeaders {
  /** "Put Block": blocks need the encryption scope of their commit. */
  static final String SCOPE = "x-ms-encryption-scope";

  private static final String METADATA = "x-ms-meta-";
  private static final String CONTENT = "x-ms-blob-";
  private static final String TAGS = "x-ms-tags";

  /**
   * "Manage and find data with blob index tags": with each blob that has tags, whoever asks. Were
   * it not told to those who may not read tags, nothing they can ask would tell them.
   */
  private static final String TAG_COUNT = "x-ms-tag-count";

  /** "Get Blob Properties": BlockBlob, PageBlob or AppendBlob. */
  private static final String TYPE = "x-ms-blob-type";

  static final String BLOCKS = "BlockBlob";

  private static final String TIER = "x-ms-access-tier";

  /** States that the tier is the default of the account. */
  private static final String TIER_INFERRED = "x-ms-access-tier-inferred";

  /** Headers with the same name in requests and answers. */
  private static final List<String> OPAQUE =
      Stream.concat(Stream.of(TIER, SCOPE), BlobRetention.HEADERS.stream()).toList();

  private BlobHeaders() {}

  /** Returns the headers of a request that writes a blob. */
  static Map<String, String> of(PutOptions options) {
    return of(options.metadata(), options.properties());
  }

  /**
   * Returns the headers of a request that writes a blob.
   *
   * @throws DriverException.FailedPrecondition if it would replace a page or append blob, or copy
   *     one: the new blob would be a block blob, which the programs that use the old one cannot use
   */
  static Map<String, String> of(Map<String, String> metadata, ObjectProperties properties) {
    requireBlocks(properties);
    Map<String, String> headers = of(metadata);
    ContentHeaders content = properties.headers();
    content.type().ifPresent(text -> headers.put(CONTENT + "content-type", text));
    content.encoding().ifPresent(text -> headers.put(CONTENT + "content-encoding", text));
    content.disposition().ifPresent(text -> headers.put(CONTENT + "content-disposition", text));
    content.language().ifPresent(text -> headers.put(CONTENT + "content-language", text));
    content.cacheControl().ifPresent(text -> headers.put(CONTENT + "cache-control", text));
    headers.putAll(besideContent(properties));
    return headers;
  }

  private static void requireBlocks(ObjectProperties properties) {
    Optional.ofNullable(properties.opaque().get(TYPE))
        .ifPresent(type -> {
          throw new DriverException.FailedPrecondition(
              ("it is of the type %s, of which only metadata can be changed, and which can only be"
                      + " read or deleted: use its own tools, or delete it first")
                  .formatted(type));
        });
  }

  /** Returns the headers of a request that sets the metadata. */
  static Map<String, String> of(Map<String, String> metadata) {
    Map<String, String> headers = new HashMap<>();
    IdentifierMetadata.encode(metadata)
        .forEach((name, value) -> headers.put(METADATA + name, value));
    return headers;
  }

  /**
   * Returns the headers of all properties except those of the content, which "Copy Blob From URL"
   * always takes from the source. A past retention cannot be set again.
   */
  static Map<String, String> besideContent(ObjectProperties properties) {
    requireBlocks(properties);
    Map<String, String> headers = new HashMap<>();
    if (!properties.tags().isEmpty()) {
      headers.put(TAGS, BlobTags.header(properties.tags()));
    }
    for (String name : OPAQUE) {
      Optional.ofNullable(properties.opaque().get(name))
          .ifPresent(value -> headers.put(name, value));
    }
    boolean over =
        AzureAnswers.date(Optional.ofNullable(headers.get(BlobRetention.UNTIL)))
            .map(end -> !end.isAfter(Instant.now()))
            .orElse(false);
    if (over) {
      headers.keySet().removeAll(List.of(BlobRetention.UNTIL, BlobRetention.MODE));
    }
    return headers;
  }

  /** Returns the properties in an answer, which states only the number of tags. */
  static ObjectProperties properties(HttpHeaders answer) {
    Map<String, String> opaque = new HashMap<>();
    for (String name : OPAQUE) {
      answer.firstValue(name).ifPresent(value -> opaque.put(name, value));
    }
    if (answer.firstValue(TIER_INFERRED).map(Boolean::parseBoolean).orElse(false)) {
      opaque.remove(TIER);
    }
    // "Get Blob Properties": false if it was lifted, and to say so again would take a right.
    opaque.remove(BlobRetention.HOLD, "false");
    answer
        .firstValue(TYPE)
        .filter(type -> !type.equals(BLOCKS))
        .ifPresent(type -> opaque.put(TYPE, type));
    boolean tagged = answer.firstValueAsLong(TAG_COUNT).orElse(0) > 0;
    if (tagged) {
      answer.firstValue(TAG_COUNT).ifPresent(count -> opaque.put(TAG_COUNT, count));
    }
    return new ObjectProperties(content(answer), Map.of(), opaque, !tagged);
  }

  private static ContentHeaders content(HttpHeaders answer) {
    return new ContentHeaders(
        answer.firstValue("content-type"),
        answer.firstValue("content-encoding"),
        answer.firstValue("content-disposition"),
        answer.firstValue("content-language"),
        answer.firstValue("cache-control"),
        Optional.empty());
  }

  /**
   * Returns the properties of a copy in another container, without those that the container
   * determines.
   */
  static ObjectProperties withoutRetention(ObjectProperties properties) {
    Map<String, String> opaque = new HashMap<>(properties.opaque());
    opaque.keySet().removeAll(BlobRetention.HEADERS);
    return new ObjectProperties(
        properties.headers(), properties.tags(), opaque, properties.whole());
  }

  /** Returns these properties with the tags instead of their number. */
  static ObjectProperties tagged(ObjectProperties counted, Map<String, String> tags) {
    Map<String, String> opaque = new HashMap<>(counted.opaque());
    opaque.remove(TAG_COUNT);
    return new ObjectProperties(counted.headers(), tags, opaque, true);
  }

  /** Returns the metadata in an answer. */
  static Map<String, String> metadata(HttpHeaders answer) {
    Map<String, String> encoded = new HashMap<>();
    answer.map().forEach((name, values) -> add(encoded, name, values.getFirst()));
    return IdentifierMetadata.decode(encoded);
  }

  /**
   * Returns whether a request can repeat the metadata in an answer, by names in lower case: so
   * java.net.http tells those of all headers.
   */
  static boolean canBeRepeated(HttpHeaders answer) {
    return answer.map().entrySet().stream()
        .filter(header -> isMetadata(header.getKey()))
        .allMatch(header ->
            header.getValue().size() == 1
                && IdentifierMetadata.isKept(header.getValue().getFirst()));
  }

  /** Returns the metadata in the headers of a request. */
  static Map<String, String> metadata(Map<String, String> headers) {
    Map<String, String> encoded = new HashMap<>();
    headers.forEach((name, value) -> add(encoded, name, value));
    return IdentifierMetadata.decode(encoded);
  }

  private static void add(Map<String, String> encoded, String name, String value) {
    if (isMetadata(name)) {
      encoded.put(name.substring(METADATA.length()).toLowerCase(Locale.ROOT), value);
    }
  }

  private static boolean isMetadata(String name) {
    return name.regionMatches(true, 0, METADATA, 0, METADATA.length());
  }
}
