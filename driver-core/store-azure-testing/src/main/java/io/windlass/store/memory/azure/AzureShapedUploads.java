package io.windlass.store.memory.azure;

import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.store.CopySource;
import io.windlass.store.MultipartUploads;
import io.windlass.store.Page;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import io.windlass.store.azure.object.IdentifierMetadata;
import io.windlass.store.memory.Bodies;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Uploads where the service knows of none: blocks belong to a name. Ids of blocks begin with what
 * is random for each upload, and end with what is random for each time that a part is sent, so that
 * what comes late of an earlier time is never taken for it.
 */
final class AzureShapedUploads implements MultipartUploads {
  private static final int UPLOAD_LENGTH = 16;
  private static final int TIME_LENGTH = 8;

  private final AzureShapedStore store;

  AzureShapedUploads(AzureShapedStore store) {
    this.store = store;
  }

  /** Metadata is given when the blocks are committed, so it is kept until then. */
  @Override
  public Upload start(String key, PutOptions options) {
    AzureShapedStore.checked(key);
    AzureErrors.call(store::container);
    Map<String, String> metadata = IdentifierMetadata.encode(options.metadata());
    return new Upload(key, new State(random(UPLOAD_LENGTH), metadata).text(), Optional.empty());
  }

  @Override
  public Upload startCopy(String key, CopySource source, Map<String, String> metadata) {
    FakeBlob _ = AzureErrors.call(() -> store.source(source));
    return start(key, PutOptions.DEFAULT.withMetadata(metadata));
  }

  private static String random(int length) {
    return UUID.randomUUID().toString().replace("-", "").substring(0, length);
  }

  @Override
  public Part send(Upload upload, int number, Content content) {
    ByteBuffer bytes = Bodies.of(content);
    String name = "%s%05d%s".formatted(State.of(upload).id, number, random(TIME_LENGTH));
    String block = Base64.getEncoder().encodeToString(name.getBytes(StandardCharsets.US_ASCII));
    AzureErrors.call(() -> {
      store.container().putBlock(upload.key(), block, bytes);
      return block;
    });
    return new Part(number, block, bytes.capacity());
  }

  @Override
  public ObjectInfo complete(Upload upload, List<Part> parts, Condition condition) {
    List<String> blocks = parts.stream().map(Part::state).toList();
    return AzureErrors.call(() ->
        store.info(
            upload.key(),
            store
                .container()
                .putBlockList(
                    upload.key(),
                    blocks,
                    State.of(upload).metadata,
                    AzureShapedStore.conditions(condition))));
  }

  /** The service drops what was sent after a while. */
  @Override
  public void abort(Upload upload) {}

  /** Those that were sent once; which of several is the last, nobody knows. */
  @Override
  public Page<Part> parts(Upload upload, Optional<String> token) {
    String id = State.of(upload).id;
    Map<Integer, Part> parts = new TreeMap<>();
    Set<Integer> several = new HashSet<>();
    AzureErrors.call(() -> store.container().uncommitted(upload.key()))
        .forEach((block, size) -> {
          String name = new String(Base64.getDecoder().decode(block), StandardCharsets.US_ASCII);
          if (name.startsWith(id)) {
            int end = name.length() - TIME_LENGTH;
            int number = Integer.parseInt(name.substring(UPLOAD_LENGTH, end));
            if (parts.put(number, new Part(number, block, size)) != null) {
              several.add(number);
            }
          }
        });
    parts.keySet().removeAll(several);
    return new Page<>(List.copyOf(parts.values()), Optional.empty());
  }

  @Override
  public Page<Upload> list(String prefix, Optional<String> token) {
    return new Page<>(List.of(), Optional.empty());
  }

  @Override
  public List<Upload> of(String key) {
    return List.of();
  }

  @Override
  public Optional<Duration> expiry() {
    return Optional.of(UncommittedBlocks.EXPIRY);
  }

  /**
   * What another process needs: lines of names and values, behind the id.
   *
   * @param metadata as it is sent
   */
  private record State(String id, Map<String, String> metadata) {
    String text() {
      StringBuilder text = new StringBuilder(id);
      new TreeMap<>(metadata)
          .forEach((name, value) -> text.append('\n').append(name).append('=').append(value));
      return text.toString();
    }

    static State of(Upload upload) {
      List<String> lines = upload.state().lines().toList();
      Map<String, String> metadata = new TreeMap<>();
      for (String line : lines.subList(1, lines.size())) {
        int end = line.indexOf('=');
        metadata.put(line.substring(0, end), line.substring(end + 1));
      }
      return new State(lines.getFirst(), metadata);
    }
  }
}
