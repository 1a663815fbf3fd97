package io.windlass.volume.snapshot;

import io.windlass.object.Revision;
import io.windlass.provision.LeasedOperation;
import io.windlass.store.ListedVersion;
import io.windlass.store.ObjectVersions;
import io.windlass.store.Page;
import io.windlass.volume.server.Budget;
import io.windlass.volume.snapshot.SnapshotRecord.Progress;
import io.windlass.volume.snapshot.SnapshotTaker.Member;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes the manifest of a volume as of an instant that has passed. For each key it names the
 * newest version that is not stamped later than the instant, unless that version is a delete
 * marker. No data is copied.
 */
final class VersionCut {
  private final LeasedOperation operation;
  private final ObjectVersions versions;
  private final String prefix;
  private final Manifest manifest;
  private final Instant at;
  private final boolean temporary;

  /**
   * Time at which the driver made the bucket keep versions; empty if the bucket kept them before.
   */
  private final Optional<Instant> keptSince;

  /** Creates the cut of a member whose instant is decided. */
  VersionCut(LeasedOperation operation, Member member) {
    this.operation = operation;
    this.versions = member.objects(operation).versions().orElseThrow();
    this.prefix = member.volume().prefix();
    this.manifest = member.manifest(operation);
    this.at = member.value().at().orElseThrow();
    this.temporary = member.name().isTemporary();
    this.keptSince = member.source().value().keptSince();
  }

  /**
   * Thrown when the instant does not do, and the snapshot needs another one: a request that was
   * under way when the bucket was told to keep versions replaced, after the instant, an object that
   * existed at the instant; or the server does not say whether there was an object at the instant,
   * which was just then replaced, or deleted and written again.
   */
  static final class Straggler extends Exception {
    private static final long serialVersionUID = 1L;
  }

  /** Progress of a run, and whether it reached the end. */
  record Reached(Progress progress, boolean end) {}

  /** Continues from {@code before} until the end, or until the time is up. */
  Reached run(Progress before, Budget budget) throws Straggler {
    List<ManifestEntry> entries = new ArrayList<>();
    Progress progress = before;
    Optional<String> later = Optional.empty(); // the last key of a version after the instant
    while (true) {
      Page<ListedVersion> page = versions.list(prefix, progress.token());
      Optional<String> decided = progress.lastKey();
      for (ListedVersion version : page.items()) {
        String key = version.key().substring(prefix.length());
        if (decided.filter(key::equals).isPresent()) {
          continue;
        }
        if (version.lastModified().isAfter(at)) {
          requireKept(version);
          later = Optional.of(key);
          continue;
        }
        requireCertain(version, later.filter(key::equals));
        decided = Optional.of(key);
        if (!version.deleteMarker()) {
          entries.add(
              new ManifestEntry(
                  key,
                  Optional.of(version.version()),
                  0,
                  version.size(),
                  version.lastModified(),
                  pinned(version)));
        }
      }
      operation.step();
      progress = written(progress, entries, page.next(), decided);
      entries.clear();
      if (page.next().isEmpty()) {
        return new Reached(progress, true);
      }
      if (budget.isSpent()) {
        return new Reached(progress, false);
      }
    }
  }

  /**
   * Returns the revision with which a version has to be copied. A version that was written while
   * the bucket kept none can be replaced by a request that began then. A temporary snapshot can be
   * taken again if that happens; callers would lose any other, so it shows the later object.
   */
  private Optional<Revision> pinned(ListedVersion version) {
    return temporary && !version.kept() ? Optional.of(version.revision()) : Optional.empty();
  }

  private void requireKept(ListedVersion version) throws Straggler {
    if (!version.kept() && keptSince.filter(version.lastModified()::isAfter).isPresent()) {
      throw new Straggler();
    }
  }

  private static void requireCertain(ListedVersion version, Optional<String> later)
      throws Straggler {
    if (version.deleteMarker() && !version.kept() && later.isPresent()) {
      throw new Straggler();
    }
  }

  /**
   * Writes a page of the manifest for one page of the listing, which has at most {@value
   * Manifest#PAGE} versions. Writes none if it has no entries.
   */
  private Progress written(
      Progress before,
      List<ManifestEntry> entries,
      Optional<String> token,
      Optional<String> decided) {
    if (entries.isEmpty()) {
      return before.at(token, decided);
    }
    manifest.write(before.pages() + 1, entries);
    return before.with(entries).at(token, decided);
  }
}
