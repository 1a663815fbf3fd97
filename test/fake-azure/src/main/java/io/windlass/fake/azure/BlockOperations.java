package io.windlass.fake.azure;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.w3c.dom.Element;

/** Operations on blocks. */
final class BlockOperations {
  private static final int LONGEST_ID = 64;
  private static final int MOST_BLOCKS = 50_000;
  private static final int MOST_UNCOMMITTED = 100_000;

  /** "put-block". */
  Answer put(FakeAccount account, Request request) {
    String md5 = Properties.checkedMd5(request);
    return put(account, request, request.body()).with("Content-MD5", md5);
  }

  /** Keeps a block until it is committed. */
  Answer put(FakeAccount account, Request request, byte[] bytes) {
    Container container = account.container(request.container());
    String id = request.asked("blockid");
    requireId(id);
    if (bytes.length == 0) {
      throw Fault.of(400, "InvalidHeaderValue", "put-block");
    }
    Directories.requireRoomForFile(account, container, request.blob());
    account.requireRoom(bytes.length);
    Entry entry = container.entry(request.blob());
    Map<String, byte[]> waiting = entry.uncommitted(account.now());
    // Only uncommitted blocks count: "of a different length than the block IDs for any existing
    // uncommitted blocks".
    if (waiting.keySet().stream().anyMatch(known -> known.length() != id.length())) {
      throw Fault.of(400, "InvalidBlobOrBlock", "put-block");
    }
    if (waiting.size() >= MOST_UNCOMMITTED) {
      throw Fault.of(409, "BlockCountExceedsLimit", "put-block");
    }
    entry.put(id, bytes, account.now());
    entry.scope(id, request.header(Properties.SCOPE));
    return Answer.of(201).with("x-ms-request-server-encrypted", "true");
  }

  private static Stream<String> ids(Entry entry, Map<String, byte[]> waiting) {
    return Stream.concat(
        waiting.keySet().stream(),
        entry.current().stream().flatMap(blob -> blob.blocks().stream()).map(Blob.Block::id));
  }

  private static void requireId(String id) {
    try {
      int length = Base64.getDecoder().decode(id).length;
      if (length > 0 && length <= LONGEST_ID) {
        return;
      }
    } catch (IllegalArgumentException e) {
      // refused below
    }
    throw Fault.of(400, "InvalidQueryParameterValue", "put-block");
  }

  /** "put-block-list": discards blocks that it does not name. */
  Answer commit(FakeAccount account, Request request, Caller caller) {
    Properties.checkedMd5(request);
    Container container = BlobOperations.writable(account, request, caller);
    Entry entry = container.entry(request.blob());
    Map<String, byte[]> waiting = entry.uncommitted(account.now());
    List<Element> wanted = Xml.children(Xml.root(request.body(), "BlockList", "put-block-list"));
    if (wanted.size() > MOST_BLOCKS) {
      throw Fault.of(400, "BlockListTooLong", "put-block-list");
    }
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    List<Blob.Block> blocks = new ArrayList<>();
    for (Element each : wanted) {
      byte[] bytes =
          bytes(each, waiting, entry.current())
              .orElseThrow(() -> Fault.of(400, "InvalidBlockList", "put-block-list"));
      blocks.add(new Blob.Block(each.getTextContent(), content.size(), bytes.length));
      content.writeBytes(bytes);
    }
    requireScope(entry, waiting, blocks, request);
    Map<String, String> properties = Properties.of(request);
    properties.putAll(Properties.besideContent(account, container, request));
    Blob blob =
        Blob.of(content.toByteArray(), properties, Metadata.of(request))
            .withTags(Tags.of(account, request))
            .withBlocks(blocks);
    Answer answer = BlobOperations.written(account, request, container, blob);
    waiting.clear();
    return answer;
  }

  /**
   * Checks the encryption scope of blocks, which are encrypted when they are received:
   * "azure/storage/blobs/encryption-scope-overview".
   */
  private static void requireScope(
      Entry entry, Map<String, byte[]> waiting, List<Blob.Block> blocks, Request request) {
    Optional<String> scope = request.header(Properties.SCOPE);
    boolean other =
        blocks.stream()
            .filter(block -> waiting.containsKey(block.id()))
            .anyMatch(block -> !entry.scopeOf(block.id()).equals(scope));
    if (other) {
      throw Fault.of(409, "BlobCustomerSpecifiedEncryptionMismatch", "put-block-list");
    }
  }

  private static Optional<byte[]> bytes(
      Element named, Map<String, byte[]> waiting, Optional<Blob> current) {
    String id = named.getTextContent();
    Optional<byte[]> uncommitted = Optional.ofNullable(waiting.get(id));
    Optional<byte[]> committed = current.flatMap(blob -> bytes(blob, id));
    return switch (named.getTagName()) {
      case "Committed" -> committed;
      case "Uncommitted" -> uncommitted;
      case "Latest" -> uncommitted.or(() -> committed);
      default -> throw Fault.of(400, "InvalidXmlDocument", "put-block-list");
    };
  }

  private static Optional<byte[]> bytes(Blob blob, String id) {
    return blob.blocks().stream()
        .filter(block -> block.id().equals(id))
        .findFirst()
        .map(
            block -> Arrays.copyOfRange(blob.content(), block.from(), block.from() + block.size()));
  }

  /** "get-block-list". */
  Answer list(FakeAccount account, Request request) {
    Entry entry =
        account
            .container(request.container())
            .find(request.blob())
            .filter(found ->
                ids(found, found.uncommitted(account.now())).findAny().isPresent()
                    || found.current().isPresent())
            .orElseThrow(() -> Fault.of(404, "BlobNotFound", "get-block-list"));
    String type = request.parameter("blocklisttype").orElse("committed");
    StringBuilder list = new StringBuilder();
    if (!type.equals("uncommitted")) {
      list.append("<CommittedBlocks>");
      entry
          .current()
          .ifPresent(blob ->
              blob.blocks().forEach(block -> list.append(described(block.id(), block.size()))));
      list.append("</CommittedBlocks>");
    }
    if (!type.equals("committed")) {
      list.append("<UncommittedBlocks>");
      entry
          .uncommitted(account.now())
          .forEach((id, bytes) -> list.append(described(id, bytes.length)));
      list.append("</UncommittedBlocks>");
    }
    Map<String, String> headers = new HashMap<>();
    entry
        .current()
        .ifPresent(blob -> {
          headers.put("ETag", "\"" + blob.etag() + "\"");
          headers.put("Last-Modified", Times.http(blob.modified()));
          headers.put("x-ms-blob-content-length", Integer.toString(blob.content().length));
        });
    return Answer.xml("<BlockList>" + list + "</BlockList>").with(headers);
  }

  private static String described(String id, int size) {
    return "<Block>" + Xml.element("Name", id) + Xml.element("Size", size) + "</Block>";
  }
}
