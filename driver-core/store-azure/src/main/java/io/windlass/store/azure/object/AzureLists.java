package io.windlass.store.azure.object;

import com.azure.core.http.HttpMethod;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ListedVersion;
import io.windlass.store.Page;
import io.windlass.store.azure.client.AzureContainer;
import io.windlass.store.azure.client.AzureKeys;
import io.windlass.store.azure.client.AzureVersion;
import io.windlass.store.azure.client.BlobRequest;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The listings of one container, page by page. */
final class AzureLists {
  /** Most versions of a page. */
  private static final int VERSIONS = 1000;

  private final AzureContainer container;
  private final FolderStubs stubs;

  AzureLists(AzureContainer container, FolderStubs stubs) {
    this.container = container;
    this.stubs = stubs;
  }

  Page<ListedEntry> objects(ListOptions options, Optional<String> token) {
    if (container.hasDirectories()) {
      return new AzureDirectoryLists(new AzureDirectories(container), this::asListed)
          .page(options, token);
    }
    return stubs.page(options, token, this::ordered);
  }

  private Page<ListedEntry> ordered(ListOptions options, Optional<String> token) {
    return new OrderedPages((startFrom, marker) ->
        listed(options, startFrom, marker, answer -> entries(answer, false).toList()))
        .page(options, token);
  }

  /** Leaves out snapshots and soft-deleted blobs. */
  Page<ListedVersion> versions(String prefix, Optional<String> token) {
    BlobRequest request = request("versions", prefix, VERSIONS, token);
    return container
        .errors()
        .call(
            "list versions",
            container.name(),
            () -> {
              BlobPage answer = answer("list versions", request);
              List<ListedVersion> versions =
                  blobs(answer)
                      .map(AzureLists::version)
                      .sorted(Comparator.comparing(ListedVersion::key, AzureKeys.BYTE_ORDER))
                      .toList();
              container
                  .errors()
                  .requireBelow(
                      prefix,
                      versions.stream().map(ListedVersion::key),
                      "list versions",
                      container.name());
              return new Page<>(versions, answer.next());
            });
  }

  private static Stream<BlobPage.Item.Blob> blobs(BlobPage answer) {
    return answer.items().stream()
        .flatMap(item ->
            switch (item) {
              case BlobPage.Item.Blob blob -> Stream.of(blob);
              case BlobPage.Item.Prefix _ -> Stream.empty();
            });
  }

  private BlobPage answer(ListOptions options, Optional<String> startFrom, Optional<String> token) {
    BlobRequest request = request("metadata", options.prefix(), options.limit(), token);
    startFrom
        .filter(_ -> container.clients().version().hasStartOfLists())
        .ifPresent(key -> request.query("startFrom", key));
    options.delimiter().ifPresent(delimiter -> request.query("delimiter", delimiter));
    return answer("list", request);
  }

  /** "List Blobs". */
  private BlobRequest request(String include, String prefix, int limit, Optional<String> token) {
    BlobRequest request =
        BlobRequest.ofContainer(container, HttpMethod.GET)
            .query("restype", "container")
            .query("comp", "list")
            .query("include", include)
            .query("maxresults", Integer.toString(limit));
    if (!prefix.isEmpty()) {
      request.query("prefix", prefix);
    }
    token.ifPresent(marker -> request.query("marker", marker));
    return request;
  }

  private static BlobPage answer(String operation, BlobRequest request) {
    return BlobPage.read(request.read(operation));
  }

  /** Lists in the order of accounts with directories. */
  private Page<ListedEntry> asListed(
      ListOptions options, Optional<String> startFrom, Optional<String> marker) {
    return listed(
        options,
        startFrom,
        marker,
        answer -> entries(answer, true).sorted(AzureDirectoryLists.ORDER).toList());
  }

  /** Requests one page of the service. */
  private Page<ListedEntry> listed(
      ListOptions options,
      Optional<String> startFrom,
      Optional<String> marker,
      Function<BlobPage, List<ListedEntry>> entries) {
    return container
        .errors()
        .call(
            "list",
            container.name(),
            () -> {
              BlobPage answer = answer(options, startFrom, marker);
              List<ListedEntry> listed = entries.apply(answer);
              container
                  .errors()
                  .requireBelow(
                      options.prefix(),
                      listed.stream().map(ListedEntry::key),
                      "list",
                      container.name());
              return new Page<>(listed, answer.next());
            });
  }

  private static Stream<ListedEntry> entries(BlobPage answer, boolean hierarchical) {
    return answer.items().stream().map(found -> entry(found, hierarchical));
  }

  private static ListedEntry entry(BlobPage.Item found, boolean hierarchical) {
    return switch (found) {
      case BlobPage.Item.Prefix(String name) -> new ListedEntry.Prefix(name);
      case BlobPage.Item.Blob blob -> {
        boolean directory = hierarchical && AzureDirectories.isMarked(blob.metadata());
        Map<String, String> metadata = blob.decodedMetadata();
        yield new ListedEntry.Listed(
            directory ? blob.name() + "/" : blob.name(),
            blob.size(),
            blob.revision(),
            blob.modified(),
            Optional.of(directory ? AzureDirectories.withoutMark(metadata) : metadata),
            Optional.empty());
      }
    };
  }

  /**
   * Returns the id of a version; a blob that was written while the account kept no versions has
   * none.
   */
  private static ListedVersion version(BlobPage.Item.Blob found) {
    Optional<String> id = found.version();
    return new ListedVersion(
        found.name(),
        id.orElseGet(() -> AzureVersion.unkept(found.revision())),
        found.size(),
        found.revision(),
        found.modified(),
        id.isPresent(),
        id.isEmpty() || found.isCurrent(),
        false);
  }
}
