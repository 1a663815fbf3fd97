package io.windlass.store.gcs.object;

import com.google.api.services.storage.model.StorageObject;
import io.windlass.store.gcs.client.GcsKeys;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * User metadata of objects. The JSON API keeps names and values as they were written, in any case
 * and script; headers have no case. So this store reads all names in lower case, as those of S3
 * are. What others wrote stays as it is when the rest is changed.
 */
final class GcsMetadata {
  /** Name of the mark of {@link GcsRenames}, which nobody sees and copies do not have. */
  static final String MARK = "windlass-moved";

  private GcsMetadata() {}

  /** Returns the metadata as the service has them. */
  static Map<String, String> stored(StorageObject object) {
    return Optional.ofNullable(object.getMetadata()).orElse(Map.of());
  }

  /** Returns the metadata with names in lower case; of names that differ in case, one. */
  static Map<String, String> read(StorageObject object) {
    Map<String, String> read = new TreeMap<>();
    stored(object).forEach((name, value) -> read.putIfAbsent(lower(name), value));
    read.replaceAll((name, value) -> stored(object).getOrDefault(name, value));
    read.remove(MARK);
    return read;
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /**
   * Returns metadata that replace those of an object: by the names that it has them by.
   *
   * @param wanted as {@link #read} returns them, with changes, which are checked
   */
  static Map<String, String> changed(StorageObject object, Map<String, String> wanted) {
    Map<String, String> read = read(object);
    Map<String, String> names = new HashMap<>();
    Map<String, String> changes = new HashMap<>(wanted);
    changes.entrySet().removeIf(change -> change.getValue().equals(read.get(change.getKey())));
    GcsKeys.checkMetadata(changes);
    stored(object).keySet().stream().sorted().forEach(name -> names.put(lower(name), name));
    Map<String, String> changed = new HashMap<>();
    wanted.forEach((name, value) -> changed.put(names.getOrDefault(name, name), value));
    stored(object)
        .forEach((name, value) -> {
          if (wanted.containsKey(lower(name))) {
            changed.putIfAbsent(name, value);
          }
        });
    return changed;
  }
}
