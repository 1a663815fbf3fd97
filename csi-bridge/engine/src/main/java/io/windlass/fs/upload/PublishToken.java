package io.windlass.fs.upload;

import io.windlass.fs.journal.BaseObject;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Entry of an object's user metadata that names the publishing that made the object; a copy of the
 * object has it, too.
 */
public final class PublishToken {
  private static final String NAME = "windlass-publish";

  private PublishToken() {}

  /** Returns the token in the user metadata of an object; empty if it has none. */
  public static Optional<String> of(Map<String, String> metadata) {
    return Optional.ofNullable(metadata.get(NAME));
  }

  /** Returns user metadata with a token added. */
  public static Map<String, String> marked(Map<String, String> metadata, String token) {
    Map<String, String> marked = new HashMap<>(metadata);
    marked.put(NAME, token);
    return marked;
  }

  /**
   * Returns whether an object is surely a copy of the base of a staged file, though its revision is
   * another: it was published, and its metadata, which say when that was, are those of the base.
   */
  public static boolean isCopy(BaseObject base, long size, Map<String, String> metadata) {
    return size == base.size()
        && of(metadata).isPresent()
        && !base.metadata().isEmpty()
        && unmarked(metadata).equals(base.metadata());
  }

  /** Returns user metadata without the token. */
  public static Map<String, String> unmarked(Map<String, String> metadata) {
    Map<String, String> unmarked = new HashMap<>(metadata);
    unmarked.remove(NAME);
    return unmarked;
  }
}
