package io.windlass.store.gcs.object;

import com.google.api.services.storage.model.StorageObject;
import io.windlass.error.DriverException;
import io.windlass.hash.Sha256;
import io.windlass.store.Upload;
import io.windlass.store.gcs.client.GcsKeys;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Names of the objects that belong to uploads; see {@link GcsUploads}. */
final class GcsUploadNames {
  /** The metadata that says for which key an upload is: encoded, because it is a header. */
  private static final String KEY = "key";

  private static final String START = "start";
  private static final String PART = "part-";
  private static final int DIGITS = 5;

  /** Comes just behind the slash that ends what belongs to an upload. */
  private static final String BEHIND = "0";

  private GcsUploadNames() {}

  /** The metadata of an object of an upload to a key. */
  static Map<String, String> metadata(String key) {
    return Map.of(KEY, GcsKeys.encoded(key));
  }

  /** The key that an object of an upload names; empty without one. */
  static String key(Map<String, String> metadata) {
    return URLDecoder.decode(metadata.getOrDefault(KEY, ""), StandardCharsets.UTF_8);
  }

  /** An upload that has no objects yet. */
  static Upload fresh(String key) {
    return new Upload(key, hash(key) + "/" + UUID.randomUUID(), Optional.empty());
  }

  private static String hash(String key) {
    return Sha256.hex(key, 64);
  }

  /** The prefix of all uploads to a key. */
  static String ofKey(String key) {
    return GcsKeys.RESERVED + hash(key) + "/";
  }

  /**
   * The prefix of all that belongs to an upload.
   *
   * @throws DriverException.InvalidArgument for what did not come from here
   */
  static String below(Upload upload) {
    if (!upload.state().matches("[0-9a-f]{64}/[0-9a-f-]{36}")) {
      throw new DriverException.InvalidArgument("this is no upload of this store");
    }
    return GcsKeys.RESERVED + upload.state() + "/";
  }

  /** The first name behind an upload. */
  static String behind(String state) {
    return GcsKeys.RESERVED + state + BEHIND;
  }

  static String start(Upload upload) {
    return below(upload) + START;
  }

  static boolean isStart(String name) {
    return name.endsWith("/" + START);
  }

  /** The prefix of its parts. */
  static String parts(Upload upload) {
    return below(upload) + PART;
  }

  /** A new name for a part. */
  static String part(Upload upload, int number) {
    return "%s%05d-%s".formatted(parts(upload), number, UUID.randomUUID());
  }

  /** The number that the name of a part says. */
  static int number(Upload upload, String name) {
    int begin = parts(upload).length();
    return Integer.parseInt(name.substring(begin, begin + DIGITS));
  }

  /**
   * Each once, in the order of their names.
   *
   * @param key returns the key that an object of an upload is for; asked once for each upload
   */
  static List<Upload> uploads(List<StorageObject> objects, Function<StorageObject, String> key) {
    Map<String, Upload> uploads = new LinkedHashMap<>();
    for (StorageObject object : objects) {
      String state =
          object.getName().substring(GcsKeys.RESERVED.length(), object.getName().lastIndexOf('/'));
      Optional<Instant> made =
          GcsObjects.time(object.getTimeCreated()).or(() -> GcsObjects.time(object.getUpdated()));
      Upload known =
          uploads.computeIfAbsent(state, _ -> new Upload(key.apply(object), state, made));
      Upload _ = uploads.put(state, earlier(known, new Upload(known.key(), state, made)));
    }
    return List.copyOf(uploads.values());
  }

  private static Upload earlier(Upload one, Upload other) {
    boolean inOrder = one.started().orElseThrow().isBefore(other.started().orElseThrow());
    return inOrder ? one : other;
  }
}
