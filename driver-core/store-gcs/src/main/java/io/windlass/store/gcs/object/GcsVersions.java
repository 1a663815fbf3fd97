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
 * markers, but states of each generation when it became noncurrent. This class adds a marker where
 * that was before the next one was written; the marker's id is the generation's id with a prefix.
 *
 * <p>The service does not say that both times of an overwrite are equal. So the marker of a short
 * gap is uncertain ({@link ListedVersion#kept}): the object was replaced, or deleted and written
 * again. Who needs the object's state in the gap has to ask for another instant.
 */
record GcsVersions(GcsBucketClient bucket, GcsLists lists, GcsDeletes deletes)
    implements ObjectVersions {
  private static final String MARKER = "deleted-";

  /** An overwrite is one step of the service: its two times are never this far apart. */
  private static final Duration OVERWRITE = Duration.ofSeconds(1);

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
      if (ended.isPresent() && last) {
        versions.add(marker(object, ended.get(), true, true));
      } else if (ended.isPresent()) {
        Instant next = GcsObjects.time(oldestFirst.get(at + 1).getTimeCreated()).orElseThrow();
        if (next.isAfter(ended.get())) {
          boolean certain = next.isAfter(ended.get().plus(OVERWRITE));
          versions.add(marker(object, ended.get(), certain, false));
        }
      }
    }
    return versions.reversed();
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

  private static ListedVersion marker(
      StorageObject object, Instant ended, boolean certain, boolean latest) {
    return new ListedVersion(
        object.getName(),
        MARKER + object.getGeneration(),
        0,
        Revision.NONE,
        ended,
        certain,
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
