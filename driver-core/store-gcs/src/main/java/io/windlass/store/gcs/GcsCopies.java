package io.windlass.store.gcs;

import com.google.api.services.storage.Storage;
import com.google.api.services.storage.model.RewriteResponse;
import com.google.api.services.storage.model.StorageObject;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.Deadline;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Copies that the service makes: "objects/rewrite", which may take several calls. */
final class GcsCopies {
  private final GcsBucketClient bucket;

  GcsCopies(GcsBucketClient bucket) {
    this.bucket = bucket;
  }

  /**
   * The object as it is to be copied.
   *
   * @param generation that of the version that is wanted; null: the live one's
   * @param resource what the copy has instead of all that the source says of itself
   */
  private record Source(
      CopySource wanted,
      @Nullable Long generation,
      @Nullable Long ifGeneration,
      Optional<StorageObject> resource) {}

  CopyResult copy(CopySource wanted, String key, CopyOptions options) {
    String name = GcsKeys.check(key);
    String from = GcsKeys.check(wanted.key());
    Source source =
        options
            .metadata()
            .map(metadata -> described(wanted, GcsKeys.checkMetadata(metadata)))
            .orElseGet(() -> plain(wanted));
    Long condition = GcsObjects.ifGeneration(options.condition());
    boolean versioned = bucket.keepsVersions();
    Optional<String> token = Optional.empty();
    while (true) {
      Optional<String> next = token;
      GcsService.Answered<RewriteResponse> answer =
          bucket.call(
              "copy",
              key,
              GcsService.REWRITE,
              storage -> {
                Storage.Objects.Rewrite rewrite =
                    storage
                        .objects()
                        .rewrite(
                            wanted.bucket(),
                            from,
                            bucket.name(),
                            name,
                            source.resource.orElseGet(StorageObject::new))
                        .setSourceGeneration(source.generation)
                        .setIfSourceGenerationMatch(source.ifGeneration)
                        .setIfGenerationMatch(condition);
                next.ifPresent(rewrite::setRewriteToken);
                return rewrite;
              });
      RewriteResponse response = answer.resource();
      Optional<StorageObject> made = Optional.ofNullable(response.getResource());
      if (made.isPresent()) {
        return CopyResult.of(
            GcsObjects.info(new GcsService.Answered<>(made.get(), answer.at()), versioned));
      }
      token = Optional.of(response.getRewriteToken());
      Deadline.progress();
    }
  }

  private static Source plain(CopySource wanted) {
    return new Source(
        wanted,
        GcsObjects.ofVersion(wanted.version()),
        wanted.ifMatch().map(GcsObjects::generation).orElse(null),
        Optional.empty());
  }

  /** Who says one thing of a copy says all: what the source says else is read first. */
  private Source described(CopySource wanted, Map<String, String> metadata) {
    StorageObject seen = look(wanted);
    StorageObject resource =
        new StorageObject()
            .setContentType(
                Optional.ofNullable(seen.getContentType()).orElse(GcsObjects.DEFAULT_TYPE))
            .setContentEncoding(seen.getContentEncoding())
            .setContentDisposition(seen.getContentDisposition())
            .setContentLanguage(seen.getContentLanguage())
            .setCacheControl(seen.getCacheControl())
            .setMetadata(metadata);
    return new Source(
        wanted,
        GcsObjects.ofVersion(wanted.version()),
        seen.getGeneration(),
        Optional.of(resource));
  }

  /** Looks at a source. */
  StorageObject look(CopySource source) {
    GcsBucketClient from = bucket.at(source.bucket());
    String key = GcsKeys.check(source.key());
    Long generation = GcsObjects.ofVersion(source.version());
    Long ifGeneration = source.ifMatch().map(GcsObjects::generation).orElse(null);
    return from.call(
            "copy",
            key,
            storage ->
                storage
                    .objects()
                    .get(from.name(), key)
                    .setGeneration(generation)
                    .setIfGenerationMatch(ifGeneration))
        .resource();
  }
}
