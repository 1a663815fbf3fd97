package io.windlass.store.azure;

import com.azure.core.http.rest.PagedIterable;
import com.azure.core.http.rest.PagedResponse;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.blob.models.BlobItemProperties;
import com.azure.storage.blob.models.BlobListDetails;
import com.azure.storage.blob.models.ListBlobsOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.Page;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The listings of one container, page by page. */
final class AzureLists {
  /** Time is limited under the SDK. */
  private static final @Nullable Duration NO_TIMEOUT = null;

  private final AzureContainer container;

  AzureLists(AzureContainer container) {
    this.container = container;
  }

  Page<ListedEntry> objects(ListOptions options, Optional<String> token) {
    return container
        .errors()
        .call("list", container.name(), () -> page(answer(options, token), options));
  }

  private PagedResponse<BlobItem> answer(ListOptions options, Optional<String> token) {
    ListBlobsOptions request =
        new ListBlobsOptions()
            .setPrefix(options.prefix())
            .setMaxResultsPerPage(options.limit())
            .setDetails(new BlobListDetails().setRetrieveMetadata(true));
    options.startAfter().filter(key -> !key.isEmpty()).ifPresent(request::setStartFrom);
    PagedIterable<BlobItem> all =
        options.delimiter().isPresent()
            ? container
                .clients()
                .container(container.name())
                .listBlobsByHierarchy(options.delimiter().get(), request, NO_TIMEOUT)
            : container
                .clients()
                .container(container.name())
                .listBlobs(request, token.orElse(null), NO_TIMEOUT);
    return token.map(all::iterableByPage).orElseGet(all::iterableByPage).iterator().next();
  }

  private static Page<ListedEntry> page(PagedResponse<BlobItem> answer, ListOptions options) {
    List<ListedEntry> entries =
        answer.getValue().stream()
            .map(AzureLists::entry)
            .filter(entry -> isBehind(entry, options.startAfter()))
            .sorted(Comparator.comparing(ListedEntry::key, AzureKeys.BYTE_ORDER))
            .toList();
    return new Page<>(
        entries,
        Optional.ofNullable(answer.getContinuationToken()).filter(next -> !next.isEmpty()));
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

  private static ListedEntry entry(BlobItem found) {
    String key = AzureAnswers.stated(found.getName(), "a name");
    if (Boolean.TRUE.equals(found.isPrefix())) {
      return new ListedEntry.Prefix(key);
    }
    BlobItemProperties properties = AzureAnswers.stated(found.getProperties(), "properties");
    Map<String, String> metadata = Optional.ofNullable(found.getMetadata()).orElseGet(Map::of);
    return new ListedEntry.Listed(
        key,
        AzureAnswers.stated(properties.getContentLength(), "a size"),
        AzureAnswers.revision(AzureAnswers.stated(properties.getETag(), "an ETag")),
        AzureAnswers.stated(properties.getLastModified(), "a time").toInstant(),
        Optional.of(AzureMetadata.decode(metadata)));
  }
}
