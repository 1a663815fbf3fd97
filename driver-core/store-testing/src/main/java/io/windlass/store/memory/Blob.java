package io.windlass.store.memory;

import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import io.windlass.store.ListedEntry;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** An object in memory. Nobody changes what is in the buffer. */
record Blob(
    ByteBuffer content,
    Revision revision,
    Instant modified,
    Map<String, String> metadata,
    ObjectProperties properties) {
  /** States the number of tags that were not read, as S3 does. */
  private static final String TAG_COUNT = "tag-count";

  int size() {
    return content.capacity();
  }

  ObjectInfo info(String key) {
    return new ObjectInfo(
        key, size(), revision, Optional.empty(), modified, Instant.now(), metadata, seen());
  }

  /** Returns the properties of a HEAD: without the tags. */
  private ObjectProperties seen() {
    int tags = properties.tags().size();
    return tags == 0
        ? properties
        : new ObjectProperties(properties.headers(), Map.of(), properties.opaque(), false)
            .withOpaque(TAG_COUNT, String.valueOf(tags));
  }

  ListedEntry listed(String key) {
    return new ListedEntry.Listed(
        key, size(), revision, modified, Optional.empty(), Optional.empty());
  }
}
