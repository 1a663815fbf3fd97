package io.windlass.fs.testing;

import io.windlass.store.ObjectInfo;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** An object in memory. */
final class Blob {
  private final byte[] content;
  private final String etag;
  private final Instant modified;
  private final Map<String, String> metadata;

  Blob(byte[] content, String etag, Instant modified, Map<String, String> metadata) {
    this.content = content;
    this.etag = etag;
    this.modified = modified;
    this.metadata = metadata;
  }

  byte[] content() {
    return content;
  }

  String etag() {
    return etag;
  }

  Instant modified() {
    return modified;
  }

  Map<String, String> metadata() {
    return metadata;
  }

  ObjectInfo info(String key) {
    return new ObjectInfo(
        key, content.length, etag, Optional.empty(), modified, Instant.now(), metadata);
  }
}
