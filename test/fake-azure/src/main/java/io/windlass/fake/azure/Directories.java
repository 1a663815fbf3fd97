package io.windlass.fake.azure;

import io.windlass.fake.azure.Container.Change;
import java.util.Map;
import java.util.stream.Stream;

/** "azure/storage/blobs/data-lake-storage-namespace": directories of a hierarchical namespace. */
final class Directories {
  private Directories() {}

  /** Returns the names below a directory. */
  static Stream<String> below(Container container, String directory) {
    String prefix = directory.isEmpty() ? "" : directory + "/";
    return container.entries().tailMap(prefix).entrySet().stream()
        .takeWhile(entry -> entry.getKey().startsWith(prefix))
        .filter(entry -> entry.getValue().current().isPresent())
        .map(Map.Entry::getKey);
  }

  /** Returns the parent of a path; empty for the container. */
  static String parent(String path) {
    return path.contains("/") ? path.substring(0, path.lastIndexOf('/')) : "";
  }

  /**
   * Refuses a file in the place of a directory, or below a file. No page says which of the errors
   * of "blob-service-error-codes" it is; all candidates have this status.
   */
  static void requireRoomForFile(FakeAccount account, Container container, String name) {
    if (!account.settings().hierarchical()) {
      return;
    }
    if (name.startsWith("/") || name.endsWith("/") || name.contains("//")) {
      throw Fault.unknown("empty segments in an account with directories");
    }
    if (container.current(name).map(Blob::directory).orElse(false)) {
      throw Fault.of(409, "ResourceTypeMismatch", "blob-service-error-codes");
    }
    requireDirectories(container, name);
  }

  static void requireDirectories(Container container, String name) {
    for (String above = parent(name); !above.isEmpty(); above = parent(above)) {
      if (container.current(above).map(blob -> !blob.directory()).orElse(false)) {
        throw Fault.of(409, "InvalidDestinationPath", "datalakestoragegen2/path/create");
      }
    }
  }

  static void makeParents(FakeAccount account, Container container, String name) {
    String above = parent(name);
    if (account.settings().hierarchical()
        && !above.isEmpty()
        && container.current(above).isEmpty()) {
      makeParents(account, container, above);
      container.write(above, Blob.directory(Map.of()), Change.CONTENT);
    }
  }
}
