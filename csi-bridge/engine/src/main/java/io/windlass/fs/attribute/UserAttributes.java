package io.windlass.fs.attribute;

import io.windlass.fs.FsException;
import io.windlass.store.Errno;
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
 * The extended attributes of a file in its object's metadata, as s3fs writes them: under one name,
 * as an object in JSON with values in Base64, all of it URL-encoded.
 */
public final class UserAttributes {
  private static final String KEY = "xattr";
  private static final String PREFIX = "user.";
  private static final int CREATE = 1;
  private static final int REPLACE = 2;

  /** What S3 takes as metadata of one object, less what is said there otherwise. */
  private static final int MOST = 1700;

  /** Earlier versions wrote control characters of a name as they are. */
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS).build();

  private static final Logger log = LoggerFactory.getLogger(UserAttributes.class);

  private UserAttributes() {}

  /** Whether attributes of this name are kept. */
  public static boolean is(String name) {
    return name.startsWith(PREFIX) && !name.startsWith("user.windlass.");
  }

  /** The names that are there. */
  public static List<String> names(Map<String, String> described) {
    return List.copyOf(read(described).keySet());
  }

  /** The value of an attribute. */
  public static Optional<byte[]> get(Map<String, String> described, String name) {
    return Optional.ofNullable(read(described).get(name));
  }

  /**
   * With an attribute, as setxattr(2) wants it.
   *
   * @param again whether a process that died may have set it: then that is no error
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
   * Without an attribute.
   *
   * @param again whether a process that died may have removed it: then that is no error
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

  /** What another program wrote in another form counts as no attribute. */
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
      log.debug("attributes of another form are left out: {}", e.getMessage());
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
      all.forEach(members::put); // Jackson writes bytes in Base64
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
