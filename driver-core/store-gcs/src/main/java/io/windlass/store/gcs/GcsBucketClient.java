package io.windlass.store.gcs;

import com.google.api.client.json.gson.GsonFactory;
import com.google.api.services.storage.StorageRequest;
import com.google.api.services.storage.model.Bucket;
import com.google.api.services.storage.model.StorageObject;
import io.windlass.store.Content;
import io.windlass.store.DriverException;
import io.windlass.store.StoreErrors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One bucket as the parts of {@link GcsStore} see it.
 *
 * @param errors of the backend that it belongs to
 */
record GcsBucketClient(GcsService service, String name, StoreErrors errors) {

  /** A key in this bucket as messages name it. */
  String target(String key) {
    return name + "/" + key;
  }

  /** Another bucket. */
  GcsBucketClient at(String other) {
    return new GcsBucketClient(service, other, errors);
  }

  /** Makes a call about an object, or about what is below a prefix. */
  <T> GcsService.Answered<T> call(
      String operation, String key, GcsService.Making<? extends StorageRequest<T>> making) {
    return errors.call(operation, target(key), () -> service.call(making));
  }

  /** The same of one that takes longer. */
  <T> GcsService.Answered<T> call(
      String operation,
      String key,
      Duration more,
      GcsService.Making<? extends StorageRequest<T>> making) {
    return errors.call(operation, target(key), () -> service.call(more, making));
  }

  /**
   * Inserts an object.
   *
   * @param query preconditions
   */
  GcsService.Answered<StorageObject> insert(
      String operation, StorageObject resource, GcsBody body, Map<String, String> query) {
    Map<String, String> all = new HashMap<>(query);
    all.put("uploadType", "multipart");
    return errors.call(
        operation,
        target(resource.getName()),
        () ->
            service.upload(
                "b/%s/o".formatted(GcsKeys.encoded(name)), all, body, StorageObject.class));
  }

  /**
   * The body of an insert.
   *
   * @throws DriverException.InvalidArgument for a media type that is no header
   */
  static GcsBody body(StorageObject resource, Content content) {
    String type = Optional.ofNullable(resource.getContentType()).orElse(GcsObjects.DEFAULT_TYPE);
    if (!type.matches("[!-~](?:[ -~]*[!-~])?")) {
      throw new DriverException.InvalidArgument("the media type is not printable ASCII");
    }
    try {
      return GcsBody.of(GsonFactory.getDefaultInstance().toByteArray(resource), type, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the bucket keeps versions now, as far as the driver's identity may know. */
  boolean keepsVersions() {
    return service.versioning().of(name, this::looksVersioned);
  }

  private boolean looksVersioned() {
    try {
      Bucket seen =
          errors
              .call(
                  "look at",
                  name,
                  () ->
                      service.call(
                          storage -> storage.buckets().get(name).setFields("name,versioning")))
              .resource();
      return isVersioned(seen);
    } catch (DriverException.PermissionDenied e) {
      return false;
    }
  }

  static boolean isVersioned(Bucket bucket) {
    return Optional.ofNullable(bucket.getVersioning())
        .flatMap(versioning -> Optional.ofNullable(versioning.getEnabled()))
        .orElse(false);
  }
}
