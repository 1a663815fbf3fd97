package io.windlass.fs.write;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** User metadata that says which publishing an object is from, or a copy of it. */
public final class PublishToken {
  private static final String NAME = "windlass-publish";

  private PublishToken() {}

  /** The token of an object that was published here. */
  public static Optional<String> of(Map<String, String> metadata) {
    return Optional.ofNullable(metadata.get(NAME));
  }

  /** User metadata with a token. */
  static Map<String, String> marked(Map<String, String> metadata, String token) {
    Map<String, String> marked = new HashMap<>(metadata);
    marked.put(NAME, token);
    return marked;
  }

  /** User metadata without the token. */
  static Map<String, String> unmarked(Map<String, String> metadata) {
    Map<String, String> unmarked = new HashMap<>(metadata);
    unmarked.remove(NAME);
    return unmarked;
  }
}
