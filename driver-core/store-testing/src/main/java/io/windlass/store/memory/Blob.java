package io.windlass.store.memory;

import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectInfo;
import io.windlass.store.Revision;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** An object in memory. Nobody changes what is in the buffer. */
record Blob(ByteBuffer content, Revision revision, Instant modified, Map<String, String> metadata) {

  int size() {
    return content.capacity();
  }

  ObjectInfo info(String key) {
    return new ObjectInfo(
        key, size(), revision, Optional.empty(), modified, Instant.now(), metadata);
  }

  ListedEntry listed(String key) {
    return new ListedEntry.Listed(key, size(), revision, modified, Optional.empty());
  }
}
