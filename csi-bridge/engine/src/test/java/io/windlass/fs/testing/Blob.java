package io.windlass.fs.testing;

import io.windlass.store.ObjectInfo;
import io.windlass.store.Revision;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** An object in memory. */
final class Blob {
  private final byte[] content;
  private final Revision revision;
  private final Instant modified;
  private final Map<String, String> metadata;

  Blob(byte[] content, Revision revision, Instant modified, Map<String, String> metadata) {
    this.content = content;
    this.revision = revision;
    this.modified = modified;
    this.metadata = metadata;
  }

  byte[] content() {
    return content;
  }

  Revision revision() {
    return revision;
  }

  Instant modified() {
    return modified;
  }

  Map<String, String> metadata() {
    return metadata;
  }

  ObjectInfo info(String key) {
    return new ObjectInfo(
        key, content.length, revision, Optional.empty(), modified, Instant.now(), metadata);
  }
}
