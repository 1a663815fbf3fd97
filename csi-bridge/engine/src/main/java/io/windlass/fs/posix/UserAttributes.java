package io.windlass.fs.posix;

import io.windlass.fs.FsException;
import io.windlass.linux.Errno;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Extended attributes of a file in the metadata of its object, as s3fs writes them: under one name,
 * as a JSON object with values in Base64, all of it URL-encoded.
 */
public final class UserAttributes {
  private static final String KEY = "xattr";
  private static final String PREFIX = "user.";
  private static final int CREATE = 1;
  private static final int REPLACE = 2;

  /**
   * Most characters of encoded attributes: the 2 KiB of metadata that S3 allows per object, less
   * the room for other metadata.
   */
  private static final int MOST = 1700;

  /** Lenient: others may have written control characters of a name unescaped. */
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS).build();

  private static final Logger log = LoggerFactory.getLogger(UserAttributes.class);

  private UserAttributes() {}

  /** Returns whether attributes of this name are kept. */
  public static boolean is(String name) {
    return name.startsWith(PREFIX) && !name.startsWith("user.windlass.");
  }

  /** Returns the names of the attributes. */
  public static List<String> names(Map<String, String> described) {
    return List.copyOf(read(described).keySet());
  }

  /** Returns the value of an attribute, if it exists. */
  public static Optional<byte[]> get(Map<String, String> described, String name) {
    return Optional.ofNullable(read(described).get(name));
  }

  /**
   * Returns metadata with an attribute set, by the rules of setxattr(2).
   *
   * @param again whether a process that died may have set it already; then finding it with this
   *     value is not {@code EEXIST}
   */
  public static Map<String, String> with(
      Map<String, String> described, String name, byte[] value, int flags, boolean again) {
    Map<String, byte[]> all = read(described);
    boolean mine = again && Arrays.equals(all.get(name), value);
    if ((flags & CREATE) != 0 && all.containsKey(name) && !mine) {
      throw new FsException(Errno.EEXIST, "there is an attribute " + name);
    }
    if ((flags & REPLACE) != 0 && !all.containsKey(name)) {
      throw absent(name);
    }
    all.put(name, value);
    return written(described, all);
  }

  /**
   * Returns metadata without an attribute.
   *
   * @param again whether a process that died may have removed it already; then its absence is not
   *     {@code ENODATA}
   */
  public static Map<String, String> without(
      Map<String, String> described, String name, boolean again) {
    Map<String, byte[]> all = read(described);
    if (all.remove(name) == null && !again) {
      throw absent(name);
    }
    return written(described, all);
  }

  private static FsException absent(String name) {
    return new FsException(Errno.ENODATA, "no attribute " + name);
  }

  /** Decodes all attributes. Ignores those that another program wrote in another form. */
  private static Map<String, byte[]> read(Map<String, String> described) {
    Map<String, byte[]> all = new TreeMap<>();
    if (!described.containsKey(KEY)) {
      return all;
    }
    try {
      String text = URLDecoder.decode(described.get(KEY), StandardCharsets.UTF_8);
      for (Map.Entry<String, JsonNode> each : JSON.readTree(text).properties()) {
        value(each.getValue()).ifPresent(value -> all.put(each.getKey(), value));
      }
    } catch (IllegalArgumentException | JacksonException e) {
      log.debug("attributes in an unknown format are ignored: {}", e.getMessage());
    }
    return all;
  }

  private static Optional<byte[]> value(JsonNode text) {
    try {
      return text.isString()
          ? Optional.of(Base64.getDecoder().decode(text.stringValue()))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // not Base64
    }
  }

  private static Map<String, String> written(
      Map<String, String> described, Map<String, byte[]> all) {
    Map<String, String> changed = new HashMap<>(described);
    changed.remove(KEY);
    if (!all.isEmpty()) {
      ObjectNode members = JSON.createObjectNode();
      all.forEach(members::put); // Jackson encodes bytes in Base64
      String text = URLEncoder.encode(members.toString(), StandardCharsets.UTF_8);
      if (text.length() > MOST) {
        throw new FsException(
            Errno.ENOSPC, "a store keeps no more than 2 KiB of attributes of a file");
      }
      changed.put(KEY, text);
    }
    return Map.copyOf(changed);
  }
}
