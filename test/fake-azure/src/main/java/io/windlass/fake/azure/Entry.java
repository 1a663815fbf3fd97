package io.windlass.fake.azure;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Everything that a container stores under one name. */
final class Entry {
  /** "put-block": uncommitted blocks are discarded a week after the last one was received. */
  private static final Duration UNCOMMITTED = Duration.ofDays(7);

  private final List<Blob> kept = new ArrayList<>();
  private final Map<String, byte[]> uncommitted = new LinkedHashMap<>();
  private final Map<String, String> scopes = new HashMap<>();
  private Optional<Blob> current = Optional.empty();
  private Instant lastBlock = Instant.EPOCH;

  Optional<Blob> current() {
    return current;
  }

  void setCurrent(Optional<Blob> blob) {
    current = blob;
  }

  /**
   * Returns previous versions, snapshots and soft-deleted blobs, oldest first, in a list that
   * callers may change.
   */
  List<Blob> kept() {
    return kept;
  }

  /** Returns blocks by id, in the order of their arrival, in a map that callers may change. */
  Map<String, byte[]> uncommitted(Instant now) {
    if (lastBlock.plus(UNCOMMITTED).isBefore(now)) {
      uncommitted.clear();
    }
    return uncommitted;
  }

  void put(String block, byte[] bytes, Instant now) {
    uncommitted(now).put(block, bytes);
    lastBlock = now;
  }

  /** Sets the encryption scope of a block. */
  void scope(String block, Optional<String> scope) {
    scopes.remove(block);
    scope.ifPresent(name -> scopes.put(block, name));
  }

  Optional<String> scopeOf(String block) {
    return Optional.ofNullable(scopes.get(block));
  }

  long stored(Instant now) {
    return Stream.concat(kept.stream(), current.stream()).mapToLong(b -> b.content().length).sum()
        + uncommitted(now).values().stream().mapToLong(bytes -> bytes.length).sum();
  }

  boolean isEmpty() {
    return current.isEmpty() && kept.isEmpty() && uncommitted.isEmpty();
  }
}
