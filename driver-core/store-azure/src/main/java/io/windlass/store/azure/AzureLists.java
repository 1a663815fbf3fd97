package io.windlass.store.azure;

import com.azure.core.http.rest.PagedIterable;
import com.azure.core.http.rest.PagedResponse;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.blob.models.BlobItemProperties;
import com.azure.storage.blob.models.BlobListDetails;
import com.azure.storage.blob.models.ListBlobsOptions;
import io.windlass.store.IdentifierMetadata;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ListedVersion;
import io.windlass.store.Page;
import io.windlass.store.Revision;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The listings of one container, page by page. */
final class AzureLists {
  /** Time is limited under the SDK. */
  private static final @Nullable Duration NO_TIMEOUT = null;

  /** Most versions of a page. */
  private static final int VERSIONS = 1000;

  private final AzureContainer container;

  AzureLists(AzureContainer container) {
    this.container = container;
  }

  Page<ListedEntry> objects(ListOptions options, Optional<String> token) {
    if (container.hasDirectories()) {
      return new AzureDirectoryLists(new AzureDirectories(container), this::asListed)
          .page(options, token);
    }
    return container
        .errors()
        .call(
            "list",
            container.name(),
            () -> page(answer(options, options.startAfter(), token), options));
  }

  /** Snapshots, and what was deleted softly, are not among them. */
  Page<ListedVersion> versions(String prefix, Optional<String> token) {
    ListBlobsOptions request =
        new ListBlobsOptions()
            .setPrefix(prefix)
            .setMaxResultsPerPage(VERSIONS)
            .setDetails(new BlobListDetails().setRetrieveVersions(true));
    return container
        .errors()
        .call(
            "list versions",
            container.name(),
            () -> {
              PagedResponse<BlobItem> answer = page(all(request, token), token);
              return new Page<>(
                  answer.getValue().stream()
                      .map(AzureLists::version)
                      .sorted(Comparator.comparing(ListedVersion::key, AzureKeys.BYTE_ORDER))
                      .toList(),
                  next(answer));
            });
  }

  private PagedResponse<BlobItem> answer(
      ListOptions options, Optional<String> startFrom, Optional<String> token) {
    ListBlobsOptions request =
        new ListBlobsOptions()
            .setPrefix(options.prefix())
            .setMaxResultsPerPage(options.limit())
            .setDetails(new BlobListDetails().setRetrieveMetadata(true));
    startFrom.filter(key -> !key.isEmpty()).ifPresent(request::setStartFrom);
    PagedIterable<BlobItem> all =
        options.delimiter().isPresent()
            ? container
                .clients()
                .container(container.name())
                .listBlobsByHierarchy(options.delimiter().get(), request, NO_TIMEOUT)
            : all(request, token);
    return page(all, token);
  }

  private PagedIterable<BlobItem> all(ListBlobsOptions request, Optional<String> token) {
    return container
        .clients()
        .container(container.name())
        .listBlobs(request, token.orElse(null), NO_TIMEOUT);
  }

  private static PagedResponse<BlobItem> page(PagedIterable<BlobItem> all, Optional<String> token) {
    return token.map(all::iterableByPage).orElseGet(all::iterableByPage).iterator().next();
  }

  /** The order among the blobs and the directories of a page is not kept by the SDK. */
  private Page<ListedEntry> asListed(
      ListOptions options, Optional<String> startFrom, Optional<String> marker) {
    return container
        .errors()
        .call(
            "list",
            container.name(),
            () -> {
              PagedResponse<BlobItem> answer = answer(options, startFrom, marker);
              return new Page<>(
                  answer.getValue().stream()
                      .map(found -> entry(found, true))
                      .sorted(AzureDirectoryLists.ORDER)
                      .toList(),
                  next(answer));
            });
  }

  private static Optional<String> next(PagedResponse<BlobItem> answer) {
    return Optional.ofNullable(answer.getContinuationToken()).filter(next -> !next.isEmpty());
  }

  private static Page<ListedEntry> page(PagedResponse<BlobItem> answer, ListOptions options) {
    List<ListedEntry> entries =
        answer.getValue().stream()
            .map(found -> entry(found, false))
            .filter(entry -> isBehind(entry, options.startAfter()))
            .sorted(Comparator.comparing(ListedEntry::key, AzureKeys.BYTE_ORDER))
            .toList();
    return new Page<>(entries, next(answer));
  }

  /** The service begins with the key itself, older versions of it with the first of all. */
  private static boolean isBehind(ListedEntry entry, Optional<String> startAfter) {
    if (startAfter.isEmpty()) {
      return true;
    }
    String start = startAfter.get();
    return AzureKeys.BYTE_ORDER.compare(entry.key(), start) > 0
        || (entry instanceof ListedEntry.Prefix && start.startsWith(entry.key()));
  }

  private static ListedEntry entry(BlobItem found, boolean hierarchical) {
    String key = AzureAnswers.stated(found.getName(), "a name");
    if (Boolean.TRUE.equals(found.isPrefix())) {
      return new ListedEntry.Prefix(key);
    }
    Map<String, String> metadata = Optional.ofNullable(found.getMetadata()).orElseGet(Map::of);
    boolean directory = hierarchical && AzureDirectories.isMarked(metadata);
    BlobItemProperties properties = properties(found);
    return new ListedEntry.Listed(
        directory ? key + "/" : key,
        size(properties),
        revision(properties),
        modified(properties),
        Optional.of(
            IdentifierMetadata.decode(
                directory ? AzureDirectories.withoutMark(metadata) : metadata)));
  }

  /** A blob that was written while the account kept no versions is listed without an id. */
  private static ListedVersion version(BlobItem found) {
    BlobItemProperties properties = properties(found);
    Optional<String> id = Optional.ofNullable(found.getVersionId());
    return new ListedVersion(
        AzureAnswers.stated(found.getName(), "a name"),
        id.orElseGet(() -> AzureVersion.unkept(revision(properties))),
        size(properties),
        revision(properties),
        modified(properties),
        id.isPresent(),
        id.isEmpty() || Boolean.TRUE.equals(found.isCurrentVersion()),
        false);
  }

  private static BlobItemProperties properties(BlobItem found) {
    return AzureAnswers.stated(found.getProperties(), "properties");
  }

  private static long size(BlobItemProperties properties) {
    return AzureAnswers.stated(properties.getContentLength(), "a size");
  }

  private static Revision revision(BlobItemProperties properties) {
    return AzureAnswers.revision(AzureAnswers.stated(properties.getETag(), "an ETag"));
  }

  private static Instant modified(BlobItemProperties properties) {
    return AzureAnswers.stated(properties.getLastModified(), "a time").toInstant();
  }
}
