package io.windlass.store.gcs.object;

import com.google.api.client.util.DateTime;
import com.google.api.services.storage.model.StorageObject;
import io.windlass.store.gcs.client.GcsChecksum;
import io.windlass.store.gcs.client.GcsKeys;
import io.windlass.store.gcs.client.GcsService;
import java.math.BigInteger;
import java.net.http.HttpHeaders;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Objects in the headers of the XML API: "xml-api/reference-headers". */
final class GcsHeaders {
  static final String GENERATION = "x-goog-generation";
  private static final String METADATA = "x-goog-meta-";

  /**
   * "xml-api/reference-headers": headers of requests and answers. Holds and the like have no
   * headers.
   */
  private static final String STORAGE_CLASS = "x-goog-storage-class";

  private static final String CUSTOM_TIME = "x-goog-custom-time";
  private static final String KMS_KEY = "x-goog-encryption-kms-key-name";

  private GcsHeaders() {}

  /** Reads the description of an object from the headers of an answer. */
  static GcsService.Answered<StorageObject> object(String name, HttpHeaders headers) {
    StorageObject object =
        new StorageObject()
            .setName(name)
            .setSize(BigInteger.valueOf(number(headers, "x-goog-stored-content-length")))
            .setGeneration(number(headers, GENERATION))
            .setMetageneration(headers.firstValueAsLong("x-goog-metageneration").orElse(1))
            .setUpdated(time(GcsService.date(headers.firstValue("Last-Modified"))))
            .setContentType(stated(headers, "Content-Type"))
            .setContentEncoding(stated(headers, "Content-Encoding"))
            .setContentDisposition(stated(headers, "Content-Disposition"))
            .setContentLanguage(stated(headers, "Content-Language"))
            .setCacheControl(stated(headers, "Cache-Control"))
            .setStorageClass(stated(headers, STORAGE_CLASS))
            .setKmsKeyName(stated(headers, KMS_KEY))
            .setCrc32c(GcsChecksum.stated(headers.allValues("x-goog-hash")).orElse(null))
            .setMetadata(metadata(headers));
    headers.firstValue(CUSTOM_TIME).flatMap(GcsHeaders::date).ifPresent(object::setCustomTime);
    return new GcsService.Answered<>(object, GcsService.date(headers.firstValue("Date")));
  }

  private static Optional<DateTime> date(String text) {
    try {
      return Optional.of(new DateTime(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static @Nullable String stated(HttpHeaders headers, String name) {
    return headers.firstValue(name).orElse(null);
  }

  private static Map<String, String> metadata(HttpHeaders headers) {
    Map<String, String> metadata = new TreeMap<>();
    for (Map.Entry<String, List<String>> header : headers.map().entrySet()) {
      String name = header.getKey().toLowerCase(Locale.ROOT);
      if (name.startsWith(METADATA)) {
        metadata.put(name.substring(METADATA.length()), header.getValue().getFirst());
      }
    }
    return metadata;
  }

  /** Returns a time in the form of Google's client. */
  static DateTime time(Instant time) {
    return new DateTime(time.toEpochMilli());
  }

  /** Returns the number in a header that every answer about an object has. */
  static long number(HttpHeaders headers, String name) {
    return headers.firstValueAsLong(name).orElseThrow(() -> GcsObjects.foreign(name));
  }

  /** Returns the headers that describe a new object. */
  static Map<String, String> of(StorageObject object) {
    Map<String, String> headers = new TreeMap<>();
    put(headers, "Content-Type", object.getContentType());
    put(headers, "Content-Encoding", object.getContentEncoding());
    put(headers, "Content-Disposition", object.getContentDisposition());
    put(headers, "Content-Language", object.getContentLanguage());
    put(headers, "Cache-Control", object.getCacheControl());
    put(headers, STORAGE_CLASS, object.getStorageClass());
    put(headers, KMS_KEY, object.getKmsKeyName());
    Optional.ofNullable(object.getCustomTime())
        .ifPresent(time -> headers.put(CUSTOM_TIME, time.toStringRfc3339()));
    GcsKeys.requireHeaders(GcsMetadata.stored(object))
        .forEach((name, value) -> headers.put(METADATA + name, value));
    return headers;
  }

  private static void put(Map<String, String> headers, String name, @Nullable String value) {
    Optional.ofNullable(value).ifPresent(text -> headers.put(name, text));
  }
}
