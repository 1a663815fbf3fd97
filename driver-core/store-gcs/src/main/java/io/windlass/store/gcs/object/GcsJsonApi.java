package io.windlass.store.gcs.object;

import com.google.api.client.googleapis.batch.BatchRequest;
import com.google.api.client.googleapis.batch.json.JsonBatchCallback;
import com.google.api.client.googleapis.json.GoogleJsonError;
import com.google.api.client.http.HttpHeaders;
import com.google.api.client.util.Data;
import com.google.api.services.storage.Storage;
import com.google.api.services.storage.model.Bucket;
import com.google.api.services.storage.model.BucketStorageLayout;
import com.google.api.services.storage.model.ComposeRequest;
import com.google.api.services.storage.model.Objects;
import com.google.api.services.storage.model.RewriteResponse;
import com.google.api.services.storage.model.StorageObject;
import io.windlass.error.DriverException;
import io.windlass.error.Failure;
import io.windlass.error.Meaning;
import io.windlass.error.StoreErrors;
import io.windlass.operation.Deadline;
import io.windlass.store.gcs.client.GcsBody;
import io.windlass.store.gcs.client.GcsErrors;
import io.windlass.store.gcs.client.GcsKeys;
import io.windlass.store.gcs.client.GcsService;
import io.windlass.store.gcs.client.GcsTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Objects over the JSON API, with the driver's identity. Content is read by the XML API: an answer
 * of the JSON API with content has no metadata, so each read would need two requests.
 */
public record GcsJsonApi(GcsService service, String bucket, StoreErrors errors)
    implements GcsObjectApi {
  private static final String LISTED =
      "items(%s),prefixes,nextPageToken".formatted(GcsObjects.FIELDS);

  @Override
  public GcsObjectApi at(String other) {
    return new GcsJsonApi(service, other, errors);
  }

  @Override
  public boolean keepsVersions() {
    return service.versioning().of(bucket, this::looksVersioned);
  }

  private boolean looksVersioned() {
    try {
      return isVersioned(
          errors
              .call(
                  "look at",
                  bucket,
                  () ->
                      service.call(
                          storage -> storage.buckets().get(bucket).setFields("name,versioning")))
              .resource());
    } catch (DriverException.PermissionDenied e) {
      return false;
    }
  }

  /** Returns whether a bucket's settings enable versions. */
  public static boolean isVersioned(Bucket bucket) {
    return Optional.ofNullable(bucket.getVersioning())
        .flatMap(versioning -> Optional.ofNullable(versioning.getEnabled()))
        .orElse(false);
  }

  @Override
  public Optional<GcsFolderApi> folders() {
    return service.hierarchy().of(bucket, this::looksHierarchical)
        ? Optional.of(new GcsFolderApi(service, bucket, errors))
        : Optional.empty();
  }

  /** "buckets/getStorageLayout": who may list the objects may ask for it. */
  private boolean looksHierarchical() {
    try {
      BucketStorageLayout layout =
          errors
              .call(
                  "look at",
                  bucket,
                  () -> service.call(storage -> storage.buckets().getStorageLayout(bucket)))
              .resource();
      return Optional.ofNullable(layout.getHierarchicalNamespace())
          .flatMap(namespace -> Optional.ofNullable(namespace.getEnabled()))
          .orElse(false);
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.PermissionDenied | DriverException.NotFound e) {
      return false; // An emulator may not know the request.
    }
  }

  @Override
  public boolean listsVersions() {
    return true;
  }

  @Override
  public GcsService.Answered<StorageObject> look(Named object, @Nullable Long ifGeneration) {
    return service.call(storage ->
        storage
            .objects()
            .get(bucket, object.name())
            .setGeneration(object.generation())
            .setIfGenerationMatch(ifGeneration)
            .setFields(GcsObjects.ALL_FIELDS));
  }

  /** Reads compressed objects as they were written, without decompression: "transcoding". */
  @Override
  public GcsTransport.Received open(Named object, Map<String, String> headers) {
    Map<String, String> all = new HashMap<>(headers);
    all.put("Accept-Encoding", "gzip");
    return service.open(GcsXmlApi.path(bucket, object), all);
  }

  @Override
  public GcsService.Answered<StorageObject> insert(
      StorageObject object, GcsBody body, OptionalLong ifGeneration) {
    Map<String, String> query = new HashMap<>(Map.of("uploadType", "multipart"));
    ifGeneration.ifPresent(number -> query.put("ifGenerationMatch", Long.toString(number)));
    Optional.ofNullable(object.getKmsKeyName()).ifPresent(key -> query.put("kmsKeyName", key));
    return service.upload(
        "b/%s/o".formatted(GcsKeys.encoded(bucket)),
        query,
        body.describedBy(GcsProperties.resource(object)),
        StorageObject.class);
  }

  /** "objects/rewrite", which may take several calls. */
  @Override
  public GcsService.Answered<StorageObject> copy(
      Copied source, String name, @Nullable Long ifGeneration) {
    Optional<String> token = Optional.empty();
    while (true) {
      Optional<String> next = token;
      GcsService.Answered<RewriteResponse> answer =
          service.call(
              GcsService.REWRITE,
              storage -> {
                Storage.Objects.Rewrite rewrite =
                    storage
                        .objects()
                        .rewrite(
                            source.bucket(),
                            source.object().name(),
                            bucket,
                            name,
                            GcsProperties.resource(source.described()))
                        .setSourceGeneration(source.object().generation())
                        .setIfSourceGenerationMatch(source.seen().getGeneration())
                        .setDestinationKmsKeyName(source.described().getKmsKeyName())
                        .setIfGenerationMatch(ifGeneration);
                next.ifPresent(rewrite::setRewriteToken);
                return rewrite;
              });
      Optional<StorageObject> made = Optional.ofNullable(answer.resource().getResource());
      if (made.isPresent()) {
        return new GcsService.Answered<>(made.get(), answer.at());
      }
      token = Optional.ofNullable(answer.resource().getRewriteToken());
      if (token.isEmpty()) {
        throw GcsObjects.foreign("how a copy goes on");
      }
      Deadline.progress();
    }
  }

  @Override
  public GcsService.Answered<StorageObject> compose(
      List<String> names, StorageObject object, @Nullable Long ifGeneration) {
    ComposeRequest request =
        new ComposeRequest()
            .setDestination(GcsProperties.resource(object))
            .setSourceObjects(
                names.stream()
                    .map(name -> new ComposeRequest.SourceObjects().setName(name))
                    .toList());
    return service.call(
        GcsService.REWRITE,
        storage ->
            storage
                .objects()
                .compose(bucket, object.getName(), request)
                .setKmsKeyName(object.getKmsKeyName())
                .setIfGenerationMatch(ifGeneration));
  }

  /**
   * "objects/patch" keeps fields that the request does not name, so the request names the removed
   * ones.
   */
  @Override
  public GcsService.Answered<StorageObject> describe(
      StorageObject seen, Map<String, String> metadata) {
    Map<String, String> changes = new HashMap<>(metadata);
    for (String there : GcsMetadata.stored(seen).keySet()) {
      if (!metadata.containsKey(there)) {
        changes.put(there, Data.nullOf(String.class));
      }
    }
    return service.call(storage ->
        storage
            .objects()
            .patch(bucket, seen.getName(), new StorageObject().setMetadata(changes))
            .setIfGenerationMatch(seen.getGeneration())
            .setIfMetagenerationMatch(seen.getMetageneration())
            .setFields(GcsObjects.FIELDS));
  }

  @Override
  public void delete(Named object, @Nullable Long ifGeneration) {
    service.run(storage ->
        storage
            .objects()
            .delete(bucket, object.name())
            .setGeneration(object.generation())
            .setIfGenerationMatch(ifGeneration));
  }

  @Override
  public Map<Named, Failure> deleteAll(List<Named> objects) {
    Map<Named, Failure> failures = new HashMap<>();
    try {
      BatchRequest batch = service.batch();
      for (Named object : objects) {
        service
            .storage()
            .objects()
            .delete(bucket, object.name())
            .setGeneration(object.generation())
            .queue(
                batch,
                new JsonBatchCallback<Void>() {
                  @Override
                  public void onSuccess(Void nothing, HttpHeaders headers) {}

                  @Override
                  public void onFailure(GoogleJsonError error, HttpHeaders headers) {
                    Failure failure = GcsErrors.failure(error.getCode(), error);
                    if (failure.meaning() != Meaning.NOT_FOUND) {
                      failures.put(object, failure);
                    }
                  }
                });
      }
      batch.execute();
      return failures;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Objects list(Listing wanted) {
    Objects page = page(wanted);
    Optional.ofNullable(page.getItems()).orElse(List.of()).stream()
        .filter(object -> object.getMetadata() == null)
        .forEach(object -> object.setMetadata(Map.of())); // it is left out where there is none
    return page;
  }

  private Objects page(Listing wanted) {
    boolean folders = wanted.delimiter().equals(Optional.of("/")) && folders().isPresent();
    return service
        .call(storage -> {
          Storage.Objects.List list =
              storage.objects().list(bucket).setMaxResults((long) wanted.most()).setFields(LISTED);
          if (wanted.versions()) {
            list.setVersions(true);
          }
          if (!wanted.prefix().isEmpty()) {
            list.setPrefix(wanted.prefix());
          }
          wanted.delimiter().ifPresent(list::setDelimiter);
          if (folders) {
            list.setIncludeFoldersAsPrefixes(true);
          }
          wanted.from().ifPresent(list::setStartOffset);
          wanted.token().ifPresent(list::setPageToken);
          return list;
        })
        .resource();
  }
}
