package io.windlass.fake.azure;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/** "set-blob-properties": what a blob has besides content and metadata, by headers of answers. */
final class Properties {
  private Properties() {}

  /** What a request gives; all else is cleared. */
  static Map<String, String> of(Request request) {
    Map<String, String> properties = new HashMap<>();
    request.headersOf("x-ms-blob-").forEach((name, value) -> properties.put(named(name), value));
    properties.remove("");
    properties.putIfAbsent("Content-Type", "application/octet-stream");
    return properties;
  }

  private static String named(String header) {
    return switch (header) {
      case "content-type" -> "Content-Type";
      case "content-encoding" -> "Content-Encoding";
      case "content-language" -> "Content-Language";
      case "content-disposition" -> "Content-Disposition";
      case "content-md5" -> "Content-MD5";
      case "cache-control" -> "Cache-Control";
      case "type" -> "";
      default -> throw Fault.unknown("x-ms-blob-" + header);
    };
  }

  /** "put-blob", Content-MD5: the body has to be what the request says. */
  static String checkedMd5(Request request) {
    String md5 = md5(request.body());
    if (request.header("content-md5").filter(given -> !given.equals(md5)).isPresent()) {
      throw Fault.of(400, "Md5Mismatch", "put-blob");
    }
    return md5;
  }

  static String md5(byte[] bytes) {
    try {
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("MD5").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }
}
