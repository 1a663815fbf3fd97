package io.windlass.volume.snapshot;

import io.windlass.object.ObjectId;
import io.windlass.store.ListedVersion;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the versions that the manifests of some snapshots name. Versions must be asked for in the
 * order of their keys. Holds one page of one manifest in memory at a time.
 */
final class VersionReferences {
  private final List<Cursor> cursors;

  VersionReferences(List<Pinning> snapshots) {
    this.cursors = snapshots.stream().map(Cursor::new).toList();
  }

  /** Complete manifest of a snapshot of the volume with this prefix. */
  record Pinning(Manifest manifest, int pages, String prefix) {}

  private static final class Cursor {
    final Pinning snapshot;
    int page = 1;

    Cursor(Pinning snapshot) {
      this.snapshot = snapshot;
    }
  }

  /**
   * Returns those of {@code versions} that a manifest names; they are in the order of their keys.
   */
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

  /**
   * Finds those versions that one manifest names. Stays on the page that reaches {@code last} or
   * beyond, because the next keys may be on it, too.
   */
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
      if (Manifest.KEY_ORDER.compare(reached, last) >= 0) {
        return;
      }
    }
  }
}
