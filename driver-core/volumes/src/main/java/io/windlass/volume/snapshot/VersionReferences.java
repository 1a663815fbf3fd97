package io.windlass.volume.snapshot;

import io.windlass.object.ObjectId;
import io.windlass.store.ListedVersion;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the versions that the manifests of some snapshots name. Versions must be asked for in the
 * order of their keys. Holds one page of each manifest in memory at a time.
 */
final class VersionReferences {
  private final List<Pinning> snapshots;

  VersionReferences(List<Pinning> snapshots) {
    this.snapshots = List.copyOf(snapshots);
  }

  /** Complete manifest of a snapshot, read once from its beginning. */
  static final class Pinning {
    private final String prefix;
    private final Iterator<ManifestEntry> entries;

    /** Entry that was read, and whose key may be asked for again. */
    private Optional<ManifestEntry> current = Optional.empty();

    /**
     * @param prefix that of the snapshot's volume
     */
    Pinning(Manifest manifest, int pages, String prefix) {
      this.prefix = prefix;
      this.entries = manifest.entries(pages);
    }

    /** Adds those of {@code asked} that it names, up to the last key, to {@code pinned}. */
    private void find(String last, Set<ObjectId> asked, Set<ObjectId> pinned) {
      while (current.isPresent() || entries.hasNext()) {
        ManifestEntry entry = current.orElseGet(entries::next);
        current = Optional.of(entry);
        ObjectId id = new ObjectId(prefix + entry.key(), entry.version());
        if (asked.contains(id)) {
          pinned.add(id);
        }
        if (Manifest.KEY_ORDER.compare(id.key(), last) >= 0) {
          return;
        }
        current = Optional.empty();
      }
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
      snapshots.forEach(snapshot -> snapshot.find(last, asked, pinned));
    }
    return pinned;
  }
}
