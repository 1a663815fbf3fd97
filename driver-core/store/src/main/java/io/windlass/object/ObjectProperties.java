package io.windlass.object;

import java.util.HashMap;
import java.util.Map;

/**
 * What an object has beside its content and its user metadata. It is read with the object, and is
 * written back whole whenever the object is replaced by a changed one, so that the object keeps all
 * of it.
 *
 * <p>The answer to a {@link io.windlass.store.ObjectStore#head head} may lack some properties: the
 * tags, on S3. Then {@link #whole} is false, and {@link io.windlass.store.ObjectStore#properties}
 * reads the others. Only whole properties can be written.
 *
 * @param headers headers of the content
 * @param tags names and values by which rules of the server, permissions for example, tell objects
 *     apart; only where the store has {@link io.windlass.store.Feature#OBJECT_TAGS}
 * @param opaque what only the store itself reads and writes, by its own names: the storage class,
 *     the key of the encryption, the retention. Others may keep it and give it back to the store
 *     that it came from
 * @param whole whether these are all; if not, {@link #opaque} also says what is missing
 */
public record ObjectProperties(
    ContentHeaders headers, Map<String, String> tags, Map<String, String> opaque, boolean whole) {

  /** No properties: those that the server gives to an object of its own accord. */
  public static final ObjectProperties NONE =
      new ObjectProperties(ContentHeaders.NONE, Map.of(), Map.of(), true);

  public ObjectProperties {
    tags = Map.copyOf(tags);
    opaque = Map.copyOf(opaque);
  }

  /** Returns these properties with this media type. */
  public ObjectProperties withType(String type) {
    return new ObjectProperties(headers.withType(type), tags, opaque, whole);
  }

  /** Returns these properties with these tags. */
  public ObjectProperties withTags(Map<String, String> wanted) {
    return new ObjectProperties(headers, wanted, opaque, whole);
  }

  /** Returns these properties with a text of the store. */
  public ObjectProperties withOpaque(String name, String value) {
    Map<String, String> more = new HashMap<>(opaque);
    more.put(name, value);
    return new ObjectProperties(headers, tags, more, whole);
  }

  /**
   * Returns these properties as if they were all: what was not read yet is lost when they are
   * written.
   */
  public ObjectProperties asWhole() {
    return new ObjectProperties(headers, tags, opaque, true);
  }

  /**
   * Checks that nothing is lost when these are written.
   *
   * @throws IllegalArgumentException if they are not {@link #whole}
   */
  public ObjectProperties requireWhole() {
    if (!whole) {
      throw new IllegalArgumentException("some properties of the object were not read");
    }
    return this;
  }
}
