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
  /**
   * Name of the metadata with the key that an upload is for; the value is encoded, because it is a
   * header.
   */
  private static final String KEY = "key";

  private static final String START = "start";
  private static final String PART = "part-";
  private static final int DIGITS = 5;

  /** The character after the slash, which sorts after all names of an upload. */
  private static final String BEHIND = "0";

  private GcsUploadNames() {}

  /** Returns the metadata of an object of an upload to a key. */
  static Map<String, String> metadata(String key) {
    return Map.of(KEY, GcsKeys.encoded(key));
  }

  /** Returns the key that an object of an upload names; empty if it names none. */
  static String key(Map<String, String> metadata) {
    return URLDecoder.decode(metadata.getOrDefault(KEY, ""), StandardCharsets.UTF_8);
  }

  /** Returns a new upload, without objects. */
  static Upload fresh(String key) {
    return new Upload(key, hash(key) + "/" + UUID.randomUUID(), Optional.empty());
  }

  private static String hash(String key) {
    return Sha256.hex(key, 64);
  }

  /** Returns the prefix of all uploads to a key. */
  static String ofKey(String key) {
    return GcsKeys.RESERVED + hash(key) + "/";
  }

  /**
   * Returns the prefix of all objects of an upload.
   *
   * @throws DriverException.InvalidArgument if this store did not create the upload
   */
  static String below(Upload upload) {
    if (!upload.state().matches("[0-9a-f]{64}/[0-9a-f-]{36}")) {
      throw new DriverException.InvalidArgument("this is no upload of this store");
    }
    return GcsKeys.RESERVED + upload.state() + "/";
  }

  /** Returns the first name after those of an upload. */
  static String behind(String state) {
    return GcsKeys.RESERVED + state + BEHIND;
  }

  static String start(Upload upload) {
    return below(upload) + START;
  }

  static boolean isStart(String name) {
    return name.endsWith("/" + START);
  }

  /** Returns the prefix of the parts of an upload. */
  static String parts(Upload upload) {
    return below(upload) + PART;
  }

  /** Returns a new name for a part. */
  static String part(Upload upload, int number) {
    return "%s%05d-%s".formatted(parts(upload), number, UUID.randomUUID());
  }

  /** Returns the number in the name of a part. */
  static int number(Upload upload, String name) {
    int begin = parts(upload).length();
    return Integer.parseInt(name.substring(begin, begin + DIGITS));
  }

  /**
   * Returns each upload once, in the order of their names.
   *
   * @param key returns the key of an object's upload; called once for each upload
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
