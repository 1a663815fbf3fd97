package io.windlass.volume.snapshot;

import io.windlass.store.ListedVersion;
import io.windlass.store.ObjectId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which versions the manifests of some snapshots name. Asked for in the order of their keys; holds
 * one page of one manifest at a time.
 */
final class VersionReferences {
  private final List<Cursor> cursors;

  VersionReferences(List<Pinning> snapshots) {
    this.cursors = snapshots.stream().map(Cursor::new).toList();
  }

  /** A whole manifest of a volume with this prefix. */
  record Pinning(Manifest manifest, int pages, String prefix) {}

  private static final class Cursor {
    final Pinning snapshot;
    int page = 1;

    Cursor(Pinning snapshot) {
      this.snapshot = snapshot;
    }
  }

  /** Those of {@code versions}, which are in the order of their keys, that are named. */
  Set<ObjectId> among(List<ListedVersion> versions) {
    Set<ObjectId> asked = new HashSet<>();
    versions.forEach(version -> asked.add(ObjectId.of(version.key(), version.version())));
    Set<ObjectId> pinned = new HashSet<>();
    if (!versions.isEmpty()) {
      String last = versions.getLast().key();
      cursors.forEach(cursor -> find(cursor, last, asked, pinned));
    }
    return pinned;
  }

  /** Stays on the page that reaches beyond {@code last}: the next keys may be on it, too. */
  private static void find(Cursor cursor, String last, Set<ObjectId> asked, Set<ObjectId> pinned) {
    Pinning snapshot = cursor.snapshot;
    for (; cursor.page <= snapshot.pages; cursor.page++) {
      List<ManifestEntry> entries = snapshot.manifest.read(cursor.page);
      for (ManifestEntry entry : entries) {
        ObjectId id = new ObjectId(snapshot.prefix + entry.key(), entry.version());
        if (asked.contains(id)) {
          pinned.add(id);
        }
      }
      String reached = snapshot.prefix + entries.getLast().key();
      if (compare(reached, last) >= 0) {
        return;
      }
    }
  }

  /** In the order of listings, which is that of the UTF-8 bytes. */
  private static int compare(String one, String other) {
    return Arrays.compareUnsigned(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }
}
