package io.windlass.store.gcs.object;

import com.google.api.services.storage.model.StorageObject;
import io.windlass.object.ObjectId;
import io.windlass.object.Revision;
import io.windlass.store.ListedVersion;
import io.windlass.store.ObjectVersions;
import io.windlass.store.Page;
import io.windlass.store.gcs.client.GcsKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Versions of the objects of one bucket. The service lists the oldest first, and has no delete
 * markers. This class adds a marker where a generation became noncurrent before the next one was
 * written; the marker's id is the generation's id with a prefix.
 */
record GcsVersions(GcsBucketClient bucket, GcsLists lists, GcsDeletes deletes)
    implements ObjectVersions {
  private static final String MARKER = "deleted-";

  /**
   * Tolerance: the service does not document that a replaced generation becomes noncurrent exactly
   * when the next one is written.
   */
  private static final Duration STEP = Duration.ofMillis(50);

  /** A page contains all versions of a key; the token is the first key of the next page. */
  @Override
  public Page<ListedVersion> list(String prefix, Optional<String> token) {
    boolean kept = bucket.api().keepsVersions();
    GcsLists.Wanted wanted = GcsLists.Wanted.versions(prefix);
    GcsLists.Wanted rest = token.map(wanted::from).orElse(wanted);
    List<ListedVersion> versions = new ArrayList<>();
    List<StorageObject> ofKey = new ArrayList<>();
    Optional<String> next = Optional.empty();
    do {
      Page<StorageObject> page = lists.page(rest, next);
      for (StorageObject object : page.items()) {
        if (!ofKey.isEmpty() && !ofKey.getFirst().getName().equals(object.getName())) {
          versions.addAll(newestFirst(ofKey, kept));
          ofKey.clear();
          if (versions.size() >= GcsLists.PAGE) {
            return new Page<>(versions, Optional.of(object.getName()));
          }
        }
        if (!GcsKeys.isReserved(object.getName())) {
          ofKey.add(object);
        }
      }
      next = page.next();
    } while (next.isPresent());
    versions.addAll(newestFirst(ofKey, kept));
    return new Page<>(versions, Optional.empty());
  }

  private static List<ListedVersion> newestFirst(List<StorageObject> oldestFirst, boolean kept) {
    List<ListedVersion> versions = new ArrayList<>();
    for (int at = 0; at < oldestFirst.size(); at++) {
      StorageObject object = oldestFirst.get(at);
      boolean last = at == oldestFirst.size() - 1;
      Optional<Instant> ended = GcsObjects.time(object.getTimeDeleted());
      versions.add(version(object, kept, last && ended.isEmpty()));
      if (ended.isPresent() && (last || isGap(ended.get(), oldestFirst.get(at + 1)))) {
        versions.add(marker(object, ended.get(), last));
      }
    }
    return versions.reversed();
  }

  private static boolean isGap(Instant ended, StorageObject next) {
    return GcsObjects.time(next.getTimeCreated()).filter(ended.plus(STEP)::isBefore).isPresent();
  }

  private static ListedVersion version(StorageObject object, boolean kept, boolean latest) {
    return new ListedVersion(
        object.getName(),
        String.valueOf(object.getGeneration()),
        GcsObjects.size(object),
        GcsObjects.revision(object),
        GcsObjects.time(object.getTimeCreated()).orElse(Instant.EPOCH),
        kept,
        latest,
        false);
  }

  private static ListedVersion marker(StorageObject object, Instant ended, boolean latest) {
    return new ListedVersion(
        object.getName(),
        MARKER + object.getGeneration(),
        0,
        Revision.NONE,
        ended,
        true,
        latest,
        true);
  }

  /**
   * Deletes a generation. For an id that is not a generation, a marker, there is nothing to delete:
   * it disappears with its generation.
   */
  @Override
  public void delete(String key, String version) {
    deletes.all(List.of(ObjectId.of(key, version))).stream()
        .findAny()
        .ifPresent(failure -> {
          throw failure.reason();
        });
  }
}
