package io.windlass.store.memory.azure;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Blocks that were sent and not committed, which belong to the name of a blob and to nobody. */
final class UncommittedBlocks {
  /** "Put Block": they are discarded a week after the last one was sent. */
  static final Duration EXPIRY = Duration.ofDays(7);

  /** "Put Block": most of them for a name. */
  private static final int MOST = 100_000;

  private static final int LONGEST_ID = 64;

  private final InstantSource clock;
  private final Map<String, Blocks> names = new HashMap<>();

  UncommittedBlocks(InstantSource clock) {
    this.clock = clock;
  }

  private record Blocks(Map<String, ByteBuffer> contents, Instant last) {}

  private Map<String, ByteBuffer> of(String name) {
    return Optional.ofNullable(names.get(name))
        .filter(blocks -> clock.instant().isBefore(blocks.last.plus(EXPIRY)))
        .map(Blocks::contents)
        .orElseGet(Map::of);
  }

  /** "Put Block": ids of a name are all of one length. */
  void put(String name, String id, ByteBuffer content) {
    Map<String, ByteBuffer> blocks = new TreeMap<>(of(name));
    int length = Base64.getDecoder().decode(id).length;
    boolean fits =
        length <= LONGEST_ID
            && content.capacity() > 0
            && blocks.size() < MOST
            && blocks.keySet().stream().allMatch(other -> other.length() == id.length());
    if (!fits) {
      throw new AzureError(AzureError.Code.INVALID_BLOB_OR_BLOCK, id);
    }
    blocks.put(id, content);
    names.put(name, new Blocks(blocks, clock.instant()));
  }

  Map<String, Integer> sizes(String name) {
    Map<String, Integer> sizes = new TreeMap<>();
    of(name).forEach((id, content) -> sizes.put(id, content.capacity()));
    return sizes;
  }

  /** "Put Block List". */
  List<ByteBuffer> find(String name, List<String> ids) {
    Map<String, ByteBuffer> blocks = of(name);
    return ids.stream()
        .map(id ->
            Optional.ofNullable(blocks.get(id))
                .orElseThrow(() -> new AzureError(AzureError.Code.INVALID_BLOCK_LIST, id)))
        .toList();
  }

  void discard(String name) {
    names.remove(name);
  }
}
