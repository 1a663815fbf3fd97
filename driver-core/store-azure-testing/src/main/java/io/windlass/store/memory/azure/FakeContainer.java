package io.windlass.store.memory.azure;

import io.windlass.object.ByteRange;
import io.windlass.store.memory.Bodies;
import io.windlass.store.memory.KeyPages;
import io.windlass.store.memory.Keys;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** A fake of a container. */
final class FakeContainer {
  /** "Blob Batch": most subrequests. */
  static final int MOST_IN_BATCH = 256;

  /** "Naming and Referencing Containers, Blobs, and Metadata": most segments of a blob's name. */
  private static final int MOST_SEGMENTS = 254;

  private static final int LONGEST_NAME = 1024;

  /** "Setting and retrieving properties and metadata": most of it, names and values together. */
  private static final int MOST_METADATA = 8192;

  private final InstantSource clock;
  private final NavigableMap<String, FakeBlob> blobs = new TreeMap<>(Keys.ORDER);
  private final UncommittedBlocks blocks;
  private long changes;

  FakeContainer(InstantSource clock) {
    this.clock = clock;
    this.blocks = new UncommittedBlocks(clock);
  }

  /** Its blobs are in another then, too, with the ETags that they have here. */
  synchronized void copyTo(FakeContainer other) {
    other.blobs.putAll(blobs);
    other.changes = changes;
  }

  /** "Get Blob Properties". */
  synchronized FakeBlob properties(String name) {
    return there(name).orElseThrow(() -> new AzureError(AzureError.Code.BLOB_NOT_FOUND, name));
  }

  private Optional<FakeBlob> there(String name) {
    return Optional.ofNullable(blobs.get(checked(name)));
  }

  /** "Get Blob", all of it. */
  synchronized FakeBlob get(String name, Conditions conditions) {
    FakeBlob blob = properties(name);
    conditions.check(name, Optional.of(blob));
    return blob;
  }

  /** "Specifying the range header for Blob service operations". */
  static ByteBuffer range(FakeBlob blob, ByteRange range) {
    if (range.offset() >= blob.content().capacity()) {
      throw new AzureError(AzureError.Code.INVALID_RANGE, range.toString());
    }
    return Bodies.range(blob.content(), range);
  }

  /** "Put Blob": blocks of the name that were not committed are discarded. */
  synchronized FakeBlob put(
      String name, ByteBuffer content, Map<String, String> metadata, Conditions conditions) {
    conditions.check(name, there(name));
    requireMetadata(metadata);
    blocks.discard(name);
    return commit(name, content, metadata);
  }

  private FakeBlob commit(String name, ByteBuffer content, Map<String, String> metadata) {
    String etag = "0x8DE%012X".formatted(++changes);
    FakeBlob blob = new FakeBlob(content, etag, clock.instant(), Map.copyOf(metadata));
    blobs.put(name, blob);
    return blob;
  }

  /** "Set Blob Metadata": replaces all of it, and gives the blob another ETag. */
  synchronized FakeBlob setMetadata(
      String name, Map<String, String> metadata, Conditions conditions) {
    FakeBlob blob = properties(name);
    conditions.check(name, Optional.of(blob));
    requireMetadata(metadata);
    return commit(name, blob.content(), metadata);
  }

  /**
   * "Copy Blob" within the account.
   *
   * @param metadata empty: the source's
   */
  synchronized FakeBlob copy(
      FakeBlob source, String name, Optional<Map<String, String>> metadata, Conditions conditions) {
    return put(name, source.content(), metadata.orElse(source.metadata()), conditions);
  }

  /** "Copy Blob": what is copied, if it is what {@code x-ms-source-if-match} says. */
  synchronized FakeBlob source(String name, Optional<String> ifMatch) {
    FakeBlob blob = properties(name);
    if (ifMatch.isPresent() && !ifMatch.get().equals(blob.etag())) {
      throw new AzureError(AzureError.Code.SOURCE_CONDITION_NOT_MET, name);
    }
    return blob;
  }

  /**
   * "Path - Create" with a source to rename: the ETag stays.
   *
   * @return whether there was such a blob, in this state
   */
  synchronized boolean rename(String from, String ifMatch, String to, Conditions conditions) {
    Optional<FakeBlob> blob = there(from).filter(found -> found.etag().equals(ifMatch));
    if (blob.isPresent()) {
      conditions.check(to, there(to));
      blobs.remove(from);
      blobs.put(checked(to), blob.get());
    }
    return blob.isPresent();
  }

  /**
   * The same of all blobs below a prefix.
   *
   * @return whether there were any
   * @throws AzureError if there are blobs below the other prefix
   */
  synchronized boolean renameAll(String from, String to) {
    List<String> names = below(from);
    if (!names.isEmpty() && !below(to).isEmpty()) {
      throw new AzureError(AzureError.Code.BLOB_ALREADY_EXISTS, to);
    }
    for (String name : names) {
      blobs.put(
          checked(to + name.substring(from.length())), Objects.requireNonNull(blobs.remove(name)));
    }
    return !names.isEmpty();
  }

  private List<String> below(String prefix) {
    return blobs.tailMap(prefix).keySet().stream()
        .takeWhile(name -> name.startsWith(prefix))
        .toList();
  }

  /** "Delete Blob". */
  synchronized void delete(String name, Conditions conditions) {
    conditions.check(name, Optional.of(properties(name)));
    blobs.remove(name);
    blocks.discard(name);
  }

  /** "Blob Batch" of "Delete Blob"; what the service says of each that it did not delete. */
  synchronized List<Optional<AzureError>> deleteBatch(List<String> names) {
    if (names.size() > MOST_IN_BATCH) {
      throw new AzureError(
          AzureError.Code.EXCEEDS_MAX_BATCH_REQUEST_COUNT, String.valueOf(names.size()));
    }
    return names.stream().map(this::deleted).toList();
  }

  private Optional<AzureError> deleted(String name) {
    try {
      delete(name, Conditions.NONE);
      return Optional.empty();
    } catch (AzureError e) {
      return Optional.of(e);
    }
  }

  /**
   * "List Blobs".
   *
   * @param startFrom the first name to list, itself included; a marker goes before it
   * @return with a marker for the next page, opaque
   */
  synchronized KeyPages.Lines<FakeBlob> list(
      String prefix,
      Optional<String> delimiter,
      Optional<String> startFrom,
      Optional<String> marker,
      int maxResults) {
    KeyPages.Start start =
        marker
            .map(text -> new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8))
            .map(KeyPages.Start::behind)
            .or(() -> startFrom.map(KeyPages.Start::at))
            .orElse(KeyPages.Start.ALL);
    KeyPages.Lines<FakeBlob> page = KeyPages.page(blobs, prefix, delimiter, start, maxResults);
    return new KeyPages.Lines<>(
        page.lines(),
        page.next()
            .map(
                last -> Base64.getEncoder().encodeToString(last.getBytes(StandardCharsets.UTF_8))));
  }

  /** "Put Block". */
  synchronized void putBlock(String name, String id, ByteBuffer content) {
    blocks.put(checked(name), id, content);
  }

  /** "Get Block List" of those that are not committed: ids and sizes, in no order. */
  synchronized Map<String, Integer> uncommitted(String name) {
    return blocks.sizes(checked(name));
  }

  /**
   * "Put Block List" of blocks that are not committed. It discards all others of the name, whoever
   * sent them.
   */
  synchronized FakeBlob putBlockList(
      String name, List<String> ids, Map<String, String> metadata, Conditions conditions) {
    conditions.check(name, there(name));
    requireMetadata(metadata);
    ByteBuffer content = Bodies.join(blocks.find(name, ids));
    blocks.discard(name);
    return commit(name, content, metadata);
  }

  /** A backslash is a slash, and dots at the end of a segment are cut off. */
  private static String checked(String name) {
    boolean fits =
        !name.isEmpty()
            && name.length() <= LONGEST_NAME
            && name.split("/", -1).length <= MOST_SEGMENTS
            && name.chars().noneMatch(Character::isISOControl);
    if (!fits) {
      throw new AzureError(AzureError.Code.INVALID_RESOURCE_NAME, name);
    }
    return name.replace('\\', '/').replaceAll("\\.+(?=/|$)", "");
  }

  /** Names are identifiers of C#; they and the values travel in headers. */
  private static void requireMetadata(Map<String, String> metadata) {
    int size = 0;
    for (Map.Entry<String, String> entry : metadata.entrySet()) {
      if (!entry.getKey().matches("[A-Za-z_][A-Za-z0-9_]*")
          || !entry.getValue().matches("(?:[!-~](?:[ -~]*[!-~])?)?")) {
        throw new AzureError(AzureError.Code.INVALID_METADATA, entry.getKey());
      }
      size += entry.getKey().length() + entry.getValue().length();
    }
    if (size > MOST_METADATA) {
      throw new AzureError(AzureError.Code.METADATA_TOO_LARGE, String.valueOf(size));
    }
  }
}
