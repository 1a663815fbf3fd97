package io.windlass.store.gcs.object;

import com.google.api.client.json.gson.GsonFactory;
import com.google.api.client.util.DateTime;
import com.google.api.services.storage.model.StorageObject;
import io.windlass.error.DriverException;
import io.windlass.object.ContentHeaders;
import io.windlass.object.ObjectProperties;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Properties of an object besides content and user metadata: fields of
 * "json_api/v1/objects#resource". A request that describes an object describes all of it; for a
 * field that it does not name, the bucket's default applies.
 *
 * <p>Access control lists are not among them: buckets have "uniform bucket-level access" unless
 * somebody has turned it off.
 */
final class GcsProperties {
  private static final String STORAGE_CLASS = "storageClass";
  private static final String KMS_KEY = "kmsKeyName";
  private static final String CUSTOM_TIME = "customTime";
  private static final String EVENT_BASED_HOLD = "eventBasedHold";
  private static final String TEMPORARY_HOLD = "temporaryHold";
  private static final String RETENTION = "retention";
  private static final String CONTEXTS = "contexts";

  /**
   * Separates the name of an encryption key and its version in descriptions of objects; requests
   * name only the key.
   */
  private static final String VERSION_OF_KEY = "/cryptoKeyVersions/";

  /** The fields that are asked for. */
  static final String FIELDS =
      "contentEncoding,contentDisposition,contentLanguage,cacheControl,storageClass,kmsKeyName,"
          + "customTime,eventBasedHold,temporaryHold,retention,contexts";

  private GcsProperties() {}

  /** Returns the properties that the service states of an object. */
  static ObjectProperties of(StorageObject object) {
    Map<String, String> opaque = new TreeMap<>();
    put(opaque, STORAGE_CLASS, object.getStorageClass());
    put(opaque, KMS_KEY, key(object));
    put(opaque, CUSTOM_TIME, object.getCustomTime());
    put(opaque, EVENT_BASED_HOLD, held(object.getEventBasedHold()));
    put(opaque, TEMPORARY_HOLD, held(object.getTemporaryHold()));
    put(opaque, RETENTION, json(object.getRetention()));
    put(opaque, CONTEXTS, json(object.getContexts()));
    ContentHeaders headers =
        new ContentHeaders(
            Optional.ofNullable(object.getContentType()),
            Optional.ofNullable(object.getContentEncoding()),
            Optional.ofNullable(object.getContentDisposition()),
            Optional.ofNullable(object.getContentLanguage()),
            Optional.ofNullable(object.getCacheControl()),
            Optional.empty());
    return new ObjectProperties(headers, Map.of(), opaque, true);
  }

  /** Returns the properties in headers, which do not state holds and the like. */
  static ObjectProperties inHeaders(StorageObject object) {
    ObjectProperties stated = of(object);
    return new ObjectProperties(stated.headers(), stated.tags(), stated.opaque(), false);
  }

  private static void put(Map<String, String> opaque, String name, @Nullable Object value) {
    Optional.ofNullable(value).ifPresent(given -> opaque.put(name, given.toString()));
  }

  private static @Nullable Boolean held(@Nullable Boolean hold) {
    return Boolean.TRUE.equals(hold) ? hold : null;
  }

  /** Returns the key of an object, without its version. */
  static @Nullable String key(StorageObject object) {
    return Optional.ofNullable(object.getKmsKeyName())
        .map(name -> name.split(VERSION_OF_KEY, 2)[0])
        .orElse(null);
  }

  /** Returns the description of an object with these properties for a request, without its name. */
  static StorageObject description(ObjectProperties properties) {
    ContentHeaders headers = properties.headers();
    Map<String, String> opaque = properties.opaque();
    StorageObject object =
        new StorageObject()
            .setContentType(headers.type().orElse(GcsObjects.DEFAULT_TYPE))
            .setContentEncoding(headers.encoding().orElse(null))
            .setContentDisposition(headers.disposition().orElse(null))
            .setContentLanguage(headers.language().orElse(null))
            .setCacheControl(headers.cacheControl().orElse(null))
            .setStorageClass(opaque.get(STORAGE_CLASS))
            .setKmsKeyName(opaque.get(KMS_KEY));
    text(opaque, CUSTOM_TIME).map(DateTime::new).ifPresent(object::setCustomTime);
    text(opaque, EVENT_BASED_HOLD).map(Boolean::valueOf).ifPresent(object::setEventBasedHold);
    text(opaque, TEMPORARY_HOLD).map(Boolean::valueOf).ifPresent(object::setTemporaryHold);
    text(opaque, RETENTION)
        .map(json -> parsed(json, StorageObject.Retention.class))
        .filter(retention -> !isOver(retention))
        .ifPresent(object::setRetention);
    text(opaque, CONTEXTS)
        .map(json -> parsed(json, StorageObject.Contexts.class))
        .ifPresent(object::setContexts);
    return object;
  }

  /** Returns the description of a copy; in another bucket, that bucket's retention rules apply. */
  static StorageObject ofCopy(StorageObject seen, boolean inAnotherBucket) {
    StorageObject object = description(of(seen));
    return inAnotherBucket
        ? object.setEventBasedHold(null).setTemporaryHold(null).setRetention(null)
        : object;
  }

  private static Optional<String> text(Map<String, String> opaque, String name) {
    return Optional.ofNullable(opaque.get(name));
  }

  /** Leaves out a past retention, which cannot be set again. */
  private static boolean isOver(StorageObject.Retention retention) {
    DateTime until = retention.getRetainUntilTime();
    return until != null && until.getValue() <= System.currentTimeMillis();
  }

  /**
   * Returns the description as a request of the JSON API has it: the key is a parameter of the
   * request.
   */
  static StorageObject resource(StorageObject description) {
    return GcsObjects.copyOf(description).setKmsKeyName(null);
  }

  /** Returns a description as text for the user metadata of an object. */
  static String text(StorageObject description) {
    return URLEncoder.encode(
        Optional.ofNullable(json(description)).orElse("{}"), StandardCharsets.UTF_8);
  }

  /** Reads what {@link #text} returned. */
  static StorageObject read(String text) {
    return parsed(URLDecoder.decode(text, StandardCharsets.UTF_8), StorageObject.class);
  }

  private static @Nullable String json(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    try {
      return GsonFactory.getDefaultInstance().toString(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static <T> T parsed(String json, Class<T> type) {
    try {
      return GsonFactory.getDefaultInstance().fromString(json, type);
    } catch (IOException | IllegalArgumentException e) {
      throw new DriverException.InvalidArgument("the properties are not those of an object here");
    }
  }
}
