package io.windlass.volume.snapshot;

import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.ObjectId;
import io.windlass.provision.LeasedOperation;
import io.windlass.store.DeleteFailure;
import io.windlass.store.ListedVersion;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import io.windlass.volume.server.Budget;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Deletes the versions below a prefix that no snapshot needs. */
final class Sweep {
  private final LeasedOperation operation;
  private final ObjectStore objects;
  private final String prefix;
  private final VersionReferences versionReferences;
  private final Optional<Instant> replacedSince;
  private final int batch;
  private Optional<ListedVersion> newer = Optional.empty();
  private Optional<ListedVersion> marker = Optional.empty();

  /** Key of the last object whose latest version is no delete marker, until it is hidden. */
  private Optional<String> visible = Optional.empty();

  private final List<ObjectId> markersAlone = new ArrayList<>();

  private Sweep(
      LeasedOperation operation,
      String bucket,
      String prefix,
      VersionReferences versionReferences,
      Optional<Instant> replacedSince) {
    this.operation = operation;
    this.objects = operation.objects(bucket);
    this.prefix = prefix;
    this.versionReferences = versionReferences;
    this.replacedSince = replacedSince;
    this.batch = operation.backend().capabilities().maxDeleteBatch();
  }

  /**
   * Returns the sweep of a volume that is still in use. It deletes only versions that were replaced
   * at {@code since} or later; versions that were replaced earlier belong to the bucket's owner.
   */
  static Sweep ofReplaced(
      LeasedOperation operation,
      String bucket,
      String prefix,
      VersionReferences versionReferences,
      Instant since) {
    return new Sweep(operation, bucket, prefix, versionReferences, Optional.of(since));
  }

  /**
   * Returns the sweep of a volume that is deleted for its users. It deletes all versions that no
   * snapshot needs, and hides the others: where there are delete markers, under such.
   */
  static Sweep ofAll(
      LeasedOperation operation,
      String bucket,
      String prefix,
      VersionReferences versionReferences) {
    return new Sweep(operation, bucket, prefix, versionReferences, Optional.empty());
  }

  /**
   * Continues where a sweep stopped.
   *
   * @return token at which to continue; empty at the end
   */
  Optional<String> run(Optional<String> from, Budget budget) {
    Optional<String> token = from;
    try {
      do {
        Page<ListedVersion> page = objects.versions().orElseThrow().list(prefix, token);
        page(page.items());
        token = page.next();
      } while (token.isPresent() && !budget.isSpent());
      if (token.isEmpty()) {
        closeKey();
        delete(markersAlone);
      }
      return token;
    } catch (DriverException.NotFound e) {
      // the bucket is gone, and all versions with it
      return Optional.empty();
    }
  }

  /**
   * Deletes the unneeded versions of one page of the listing. Delete markers are deleted in a batch
   * after the versions below them, so that an object does not reappear, not even for a moment.
   */
  private void page(List<ListedVersion> versions) {
    List<ListedVersion> replaced = versions.stream().filter(this::isGarbageUnlessPinned).toList();
    Set<ObjectId> garbage = new LinkedHashSet<>();
    replaced.forEach(version -> garbage.add(id(version)));
    garbage.removeAll(versionReferences.among(replaced));
    for (ListedVersion version : versions) {
      if (version.latest()) {
        closeKey();
        visible = Optional.of(version.key()).filter(_ -> !version.deleteMarker());
      }
      if (version.latest() && version.deleteMarker()) {
        marker = Optional.of(version);
        garbage.remove(id(version));
      } else if (!garbage.contains(id(version))) {
        marker = Optional.empty();
        hide(version);
      }
    }
    delete(List.copyOf(garbage));
    delete(markersAlone);
    markersAlone.clear();
  }

  /**
   * Deletes an object of a deleted volume of which a snapshot needs this version: the next volume
   * of the same name must not show it. That comes before newer versions are deleted, which would
   * bring this one back.
   */
  private void hide(ListedVersion version) {
    if (replacedSince.isEmpty() && visible.filter(version.key()::equals).isPresent()) {
      operation.step();
      objects.delete(version.key(), Condition.always());
      visible = Optional.empty();
    }
  }

  private boolean isGarbageUnlessPinned(ListedVersion version) {
    Optional<ListedVersion> next = newer.filter(above -> above.key().equals(version.key()));
    newer = Optional.of(version);
    if (replacedSince.isEmpty()) {
      return true;
    }
    // Where a sweep continues, the next newer version of the key is not known. But a version that
    // was written since replacedSince was also replaced since then.
    Instant replaced = next.orElse(version).lastModified();
    return !version.latest() && !replaced.isBefore(replacedSince.get());
  }

  /**
   * Notes that all versions of a key were seen. A delete marker that hides none of them is useless,
   * and is to be deleted, unless it is older than {@code replacedSince}.
   */
  private void closeKey() {
    marker
        .filter(
            found -> replacedSince.map(since -> !found.lastModified().isBefore(since)).orElse(true))
        .ifPresent(found -> markersAlone.add(id(found)));
    marker = Optional.empty();
  }

  private void delete(List<ObjectId> ids) {
    for (int from = 0; from < ids.size(); from += batch) {
      operation.step();
      List<DeleteFailure> failures =
          objects.deleteAll(ids.subList(from, Math.min(ids.size(), from + batch)));
      if (!failures.isEmpty()) {
        throw new DriverException.Unavailable(
            "%d versions in bucket %s cannot be deleted; the first is of %s: %s"
                .formatted(
                    failures.size(),
                    objects.bucket(),
                    failures.getFirst().object().key(),
                    failures.getFirst().reason().getMessage()),
            failures.getFirst().reason());
      }
    }
  }

  private static ObjectId id(ListedVersion version) {
    return ObjectId.of(version.key(), version.version());
  }
}
