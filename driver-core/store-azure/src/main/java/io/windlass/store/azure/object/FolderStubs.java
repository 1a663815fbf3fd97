package io.windlass.store.azure.object;

import com.azure.core.http.HttpMethod;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.ObjectInfo;
import io.windlass.store.CopySource;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.Page;
import io.windlass.store.azure.client.AzureContainer;
import io.windlass.store.azure.client.AzureKeys;
import io.windlass.store.azure.client.BlobRequest;
import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stubs: empty blobs that stand for directories in accounts without directories, as blobfuse2,
 * WASB, AzCopy and Data Factory write them. The blob {@code a} with the metadata {@code
 * hdi_isfolder=true} stands for the directory whose marker would be {@code a/}.
 *
 * <ul>
 *   <li>A listing by the slash has the prefix {@code a/} in its place. That sorts after names such
 *       as {@code a-b}, so it is held back, as far as into the next page.
 *   <li>{@code a} is not found, and {@linkplain DriverException.IsDirectory said to be a
 *       directory}.
 *   <li>A listing of all that is below {@code a/} begins with {@code a/}. As a source of copies and
 *       in deletions, {@code a/} is the stub. So a directory that is renamed or removed takes it
 *       along.
 *   <li>In listings of all that is below a directory above, it is the blob that it is.
 * </ul>
 *
 * Listings bring metadata, and whoever looks up a name asks for the blob of this name. So only
 * deletions of markers and what was seen to be a stub cost a request.
 */
final class FolderStubs {
  private static final String MARK = "hdi_isfolder";
  private static final String SLASH = "/";

  /** Most stubs that are remembered. */
  private static final int MOST = 10_000;

  /** Stands around the names in tokens. Neither keys nor the service's tokens contain it. */
  private static final String HELD = "\r";

  private final AzureContainer container;

  /** Markers of stubs that were seen. They may be gone, so each is looked at before it is used. */
  private final Set<String> seen = ConcurrentHashMap.newKeySet();

  /** Pages without stubs in them. */
  interface Pages {
    Page<ListedEntry> page(ListOptions options, Optional<String> token);
  }

  FolderStubs(AzureContainer container) {
    this.container = container;
  }

  /** Throws {@link DriverException.IsDirectory} if this blob is a stub. */
  ObjectInfo requireFile(String operation, ObjectInfo info) {
    if (isStub(info.key(), info.size(), info.metadata())) {
      throw isDirectory(container, operation, info.key());
    }
    return info;
  }

  static DriverException isDirectory(AzureContainer container, String operation, String key) {
    return new DriverException.IsDirectory(
        container.errors().says(operation, container.target(key), "it is a directory"));
  }

  private boolean isStub(String key, long size, Map<String, String> metadata) {
    boolean stub =
        size == 0 && !key.endsWith(SLASH) && Boolean.parseBoolean(metadata.getOrDefault(MARK, ""));
    if (stub && seen.size() < MOST) {
      seen.add(key + SLASH);
    }
    return stub;
  }

  private boolean isStub(ListedEntry entry) {
    return switch (entry) {
      case ListedEntry.Prefix _ -> false;
      case ListedEntry.Listed blob ->
          isStub(blob.key(), blob.size(), blob.metadata().orElse(Map.of()));
    };
  }

  /** Returns the stub that a marker stands for, if one was seen there and is there now. */
  Optional<ObjectInfo> find(String marker) {
    return seen.contains(marker) ? look(marker) : Optional.empty();
  }

  private Optional<ObjectInfo> look(String marker) {
    String key = AzureDirectories.path(marker);
    try {
      HttpHeaders headers = new BlobRequest(container, HttpMethod.HEAD, key).send("head");
      return Optional.of(AzureAnswers.info(key, headers))
          .filter(info -> isStub(key, info.size(), info.metadata()));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound | DriverException.InvalidKey e) {
      return Optional.empty();
    }
  }

  /** Returns the stub that stands for the source of a copy, if that is a marker. */
  Optional<CopySource> source(CopySource marker) {
    return Optional.of(marker)
        .filter(source -> source.bucket().equals(container.name()))
        .flatMap(source -> find(source.key()))
        .map(stub ->
            new CopySource(
                marker.bucket(), stub.key(), marker.version(), marker.ifMatch(), marker.size()));
  }

  /**
   * Deletes the stub that stands for a directory whose marker is deleted.
   *
   * @param condition of the deletion of the marker
   * @return whether the condition was about the stub, so that nothing else is to be deleted
   */
  boolean delete(String marker, Condition condition) {
    Optional<ObjectInfo> stub = condition instanceof Condition.Always ? look(marker) : find(marker);
    if (stub.isEmpty()) {
      return false;
    }
    try {
      HttpHeaders _ =
          new BlobRequest(container, HttpMethod.DELETE, stub.get().key())
              .condition(Condition.ifMatch(stub.get().revision()))
              .send("delete");
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound | DriverException.PreconditionFailed e) {
      // Somebody deleted it, or wrote a file in its place.
    }
    seen.remove(marker);
    return condition.equals(Condition.ifMatch(stub.get().revision()));
  }

  /** Returns a page, with an entry if another page follows. */
  Page<ListedEntry> page(ListOptions options, Optional<String> token, Pages pages) {
    return options.delimiter().filter(SLASH::equals).isPresent()
        ? grouped(options, token, pages)
        : flat(options, token, pages);
  }

  private Page<ListedEntry> flat(ListOptions options, Optional<String> token, Pages pages) {
    boolean first = token.isEmpty() && options.startAfter().isEmpty() && options.limit() > 1;
    Optional<ObjectInfo> own = first ? find(options.prefix()) : Optional.empty();
    if (own.isEmpty()) {
      return pages.page(options, token);
    }
    Page<ListedEntry> page = pages.page(options.withLimit(options.limit() - 1), token);
    List<ListedEntry> entries = new ArrayList<>(page.items());
    if (entries.isEmpty() || !entries.getFirst().key().equals(options.prefix())) {
      entries.addFirst(marker(options.prefix(), own.get()));
    }
    return new Page<>(entries, page.next());
  }

  private static ListedEntry marker(String key, ObjectInfo stub) {
    return new ListedEntry.Listed(
        key,
        stub.size(),
        stub.revision(),
        stub.lastModified(),
        Optional.of(AzureDirectories.withoutMark(stub.metadata())),
        Optional.of(stub.properties()));
  }

  private Page<ListedEntry> grouped(ListOptions options, Optional<String> token, Pages pages) {
    NavigableSet<String> held = new TreeSet<>(AzureKeys.BYTE_ORDER);
    List<String> given = Arrays.asList(token.orElse("").split(HELD, -1));
    held.addAll(given.subList(0, given.size() - 1));
    options
        .startAfter()
        .filter(_ -> token.isEmpty())
        .ifPresent(key -> held.addAll(before(key, options.prefix())));
    Set<String> stubs = new TreeSet<>(held);
    List<ListedEntry> entries = new ArrayList<>();
    Optional<String> next = Optional.of(given.getLast()).filter(text -> !text.isEmpty());
    do {
      int most = Math.max(1, options.limit() - held.size());
      Page<ListedEntry> page = pages.page(options.withLimit(most), next);
      for (ListedEntry entry : page.items()) {
        show(held.headSet(entry.key(), false), entries);
        if (isStub(entry)) {
          held.add(entry.key() + SLASH);
          stubs.add(entry.key() + SLASH);
        } else {
          held.remove(entry.key());
          entries.add(entry);
        }
      }
      next = page.next();
      if (next.isEmpty()) {
        show(held, entries);
      }
    } while (entries.isEmpty() && next.isPresent());
    if (entries.size() > options.limit()) {
      // As many were held as a page has at most.
      entries.subList(options.limit(), entries.size()).clear();
      String last = entries.getLast().key();
      next = Optional.of(OrderedPages.after(last));
      held.clear();
      stubs.stream()
          .filter(stub -> AzureKeys.BYTE_ORDER.compare(stub, last) > 0)
          .filter(stub -> AzureKeys.BYTE_ORDER.compare(AzureDirectories.path(stub), last) <= 0)
          .forEach(held::add);
    }
    return new Page<>(entries, next.map(text -> text(held, text)));
  }

  /** Moves prefixes to the entries. */
  private static void show(NavigableSet<String> from, List<ListedEntry> entries) {
    while (!from.isEmpty()) {
      entries.add(new ListedEntry.Prefix(from.pollFirst()));
    }
  }

  private static String text(Set<String> held, String next) {
    List<String> all = new ArrayList<>(held);
    all.add(next);
    return String.join(HELD, all);
  }

  /** Returns the stubs that come before a key, and their prefixes after it. */
  private List<String> before(String startAfter, String prefix) {
    List<String> found = new ArrayList<>();
    for (int end = startAfter.lastIndexOf('/', startAfter.length() - 2) + 2;
        end <= startAfter.length();
        end++) {
      String marker = startAfter.substring(0, end) + SLASH;
      if (marker.startsWith(prefix)
          && AzureKeys.BYTE_ORDER.compare(marker, startAfter) > 0
          && find(marker).isPresent()) {
        found.add(marker);
      }
    }
    return found;
  }
}
