package io.windlass.fs;

import io.windlass.store.Errno;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The extended attributes of a file in its object's metadata, as s3fs writes them: under one name,
 * as an object in JSON with values in Base64, all of it URL-encoded.
 */
final class UserAttributes {
  private static final String KEY = "xattr";
  private static final String PREFIX = "user.";
  private static final int CREATE = 1;
  private static final int REPLACE = 2;

  /** What S3 takes as metadata of one object, less what is said there otherwise. */
  private static final int MOST = 1700;

  private static final Pattern MEMBER =
      Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"\\s*:\\s*\"([A-Za-z0-9+/=]*)\"");

  private UserAttributes() {}

  /** Whether attributes of this name are kept. */
  static boolean is(String name) {
    return name.startsWith(PREFIX) && !name.startsWith("user.windlass.");
  }

  /** The names that are there. */
  static List<String> names(Map<String, String> described) {
    return List.copyOf(read(described).keySet());
  }

  /** The value of an attribute. */
  static Optional<byte[]> get(Map<String, String> described, String name) {
    return Optional.ofNullable(read(described).get(name));
  }

  /** With an attribute, as setxattr(2) wants it. */
  static Map<String, String> with(
      Map<String, String> described, String name, byte[] value, int flags) {
    Map<String, byte[]> all = read(described);
    if ((flags & CREATE) != 0 && all.containsKey(name)) {
      throw new FsException(Errno.EEXIST, "there is an attribute " + name);
    }
    if ((flags & REPLACE) != 0 && !all.containsKey(name)) {
      throw absent(name);
    }
    all.put(name, value);
    return written(described, all);
  }

  /** Without an attribute. */
  static Map<String, String> without(Map<String, String> described, String name) {
    Map<String, byte[]> all = read(described);
    if (all.remove(name) == null) {
      throw absent(name);
    }
    return written(described, all);
  }

  private static FsException absent(String name) {
    return new FsException(Errno.ENODATA, "no attribute " + name);
  }

  private static Map<String, byte[]> read(Map<String, String> described) {
    Map<String, byte[]> all = new TreeMap<>();
    String json = URLDecoder.decode(described.getOrDefault(KEY, ""), StandardCharsets.UTF_8);
    Matcher member = MEMBER.matcher(json);
    while (member.find()) {
      all.put(
          member.group(1).replaceAll("\\\\(.)", "$1"), Base64.getDecoder().decode(member.group(2)));
    }
    return all;
  }

  private static Map<String, String> written(
      Map<String, String> described, Map<String, byte[]> all) {
    Map<String, String> changed = new HashMap<>(described);
    changed.remove(KEY);
    if (!all.isEmpty()) {
      StringBuilder json = new StringBuilder("{");
      all.forEach((name, value) ->
          json.append(json.length() > 1 ? "," : "")
              .append('"')
              .append(name.replaceAll("([\"\\\\])", "\\\\$1"))
              .append("\":\"")
              .append(Base64.getEncoder().encodeToString(value))
              .append('"'));
      String text = URLEncoder.encode(json.append('}').toString(), StandardCharsets.UTF_8);
      if (text.length() > MOST) {
        throw new FsException(
            Errno.ENOSPC, "a store keeps no more than 2 KiB of attributes of a file");
      }
      changed.put(KEY, text);
    }
    return Map.copyOf(changed);
  }
}
