package io.windlass.store.gcs.object;

import com.google.api.services.storage.model.Folder;
import com.google.api.services.storage.model.Objects;
import com.google.api.services.storage.model.StorageObject;
import io.windlass.object.Revision;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.Page;
import io.windlass.store.gcs.client.GcsKeys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Lists of one bucket: "objects/list". */
final class GcsLists {
  /** Most entries of a page of the service. */
  static final int PAGE = 1000;

  private final GcsBucketClient bucket;

  GcsLists(GcsBucketClient bucket) {
    this.bucket = bucket;
  }

  /**
   * What to list.
   *
   * @param from the first name to list, inclusive
   * @param versions whether to list noncurrent generations, too; the oldest of a name first
   */
  record Wanted(String prefix, Optional<String> from, boolean versions) {
    static Wanted live(String prefix) {
      return new Wanted(prefix, Optional.empty(), false);
    }

    static Wanted versions(String prefix) {
      return everything(prefix, true);
    }

    static Wanted everything(String prefix, boolean versions) {
      return new Wanted(prefix, Optional.empty(), versions);
    }

    Wanted from(String name) {
      return new Wanted(prefix, Optional.of(name), versions);
    }
  }

  /** Returns a page of objects, including parts of uploads. */
  Page<StorageObject> page(Wanted wanted, Optional<String> token) {
    Objects page =
        list(
            new GcsObjectApi.Listing(
                wanted.prefix, Optional.empty(), wanted.from, token, PAGE, wanted.versions));
    return new Page<>(items(page), Optional.ofNullable(page.getNextPageToken()));
  }

  private Objects list(GcsObjectApi.Listing wanted) {
    Objects page = bucket.call("list", wanted.prefix(), () -> bucket.api().list(wanted));
    Stream<String> keys =
        Stream.concat(items(page).stream().map(StorageObject::getName), prefixes(page));
    bucket.errors().requireBelow(wanted.prefix(), keys, "list", bucket.target(wanted.prefix()));
    return page;
  }

  /** Returns all objects, including parts of uploads. */
  List<StorageObject> all(Wanted wanted) {
    List<StorageObject> all = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      Page<StorageObject> page = page(wanted, token);
      all.addAll(page.items());
      token = page.next();
    } while (token.isPresent());
    return all;
  }

  /** Skips pages without entries, except the last: pages may contain only parts of uploads. */
  Page<ListedEntry> objects(ListOptions options, Optional<String> token) {
    Page<ListedEntry> page = objectsOrNone(options, token);
    while (page.items().isEmpty() && page.next().isPresent()) {
      page = objectsOrNone(options, page.next());
    }
    return page.items().isEmpty() && token.isEmpty() ? emptyFolder(options) : page;
  }

  /** A folder with nothing in it, not even a marker, is listed as if it had one. */
  private Page<ListedEntry> emptyFolder(ListOptions options) {
    Optional<Folder> folder =
        options.prefix().endsWith("/") && options.startAfter().isEmpty()
            ? bucket.api().folders().flatMap(folders -> folders.find(options.prefix()))
            : Optional.empty();
    return new Page<>(
        folder.stream()
            .<ListedEntry>map(found ->
                new ListedEntry.Listed(
                    found.getName(),
                    0,
                    Revision.NONE,
                    GcsObjects.time(found.getUpdateTime()).orElse(Instant.EPOCH),
                    Optional.of(Map.of()),
                    Optional.empty()))
            .toList(),
        Optional.empty());
  }

  private Page<ListedEntry> objectsOrNone(ListOptions options, Optional<String> token) {
    Objects page =
        list(
            new GcsObjectApi.Listing(
                options.prefix(),
                options.delimiter(),
                options.startAfter(),
                token,
                options.limit(),
                false));
    Stream<ListedEntry> objects =
        items(page).stream()
            .filter(object -> !options.startAfter().equals(Optional.of(object.getName())))
            .map(GcsLists::listed);
    Stream<ListedEntry> prefixes = prefixes(page).map(ListedEntry.Prefix::new);
    return new Page<>(
        Stream.concat(objects, prefixes)
            .filter(entry -> !GcsKeys.isReserved(entry.key()))
            .sorted(Comparator.comparing(ListedEntry::key, GcsKeys.BYTE_ORDER))
            .toList(),
        Optional.ofNullable(page.getNextPageToken()));
  }

  private static List<StorageObject> items(Objects page) {
    return Optional.ofNullable(page.getItems()).orElse(List.of());
  }

  private static Stream<String> prefixes(Objects page) {
    return Optional.ofNullable(page.getPrefixes()).orElse(List.of()).stream();
  }

  private static ListedEntry listed(StorageObject object) {
    return new ListedEntry.Listed(
        object.getName(),
        GcsObjects.size(object),
        GcsObjects.revision(object),
        GcsObjects.updated(object),
        GcsObjects.listedMetadata(object),
        Optional.empty());
  }
}
