package io.windlass.store.memory.google;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A resource "json_api/v1/objects": one generation of an object. Nobody changes what is in the
 * buffer.
 *
 * @param metageneration how often its metadata was changed, from 1
 * @param deleted when it was replaced or deleted, and so is noncurrent
 */
record FakeObject(
    String name,
    long generation,
    long metageneration,
    ByteBuffer content,
    Map<String, String> metadata,
    Instant created,
    Optional<Instant> deleted) {

  FakeObject noncurrent(Instant since) {
    return new FakeObject(
        name, generation, metageneration, content, metadata, created, Optional.of(since));
  }

  FakeObject described(Map<String, String> as) {
    return new FakeObject(
        name, generation, metageneration + 1, content, Map.copyOf(as), created, deleted);
  }

  int size() {
    return content.capacity();
  }
}
