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
 * Versions of the objects of one bucket, of which the service lists the oldest first, and none that
 * says that the object was deleted. Such a marker is made up where a generation became noncurrent
 * before there was another; its id is that of the generation, with a word before.
 */
record GcsVersions(GcsBucketClient bucket, GcsLists lists, GcsDeletes deletes)
    implements ObjectVersions {
  private static final String MARKER = "deleted-";

  /** Nothing is said of whether a generation ends just when it is replaced. */
  private static final Duration STEP = Duration.ofMillis(50);

  /** All of a key are in one page; the next begins with the key in the token. */
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

  /** What is no generation is a marker, which goes with what it marks. */
  @Override
  public void delete(String key, String version) {
    deletes.all(List.of(ObjectId.of(key, version))).stream()
        .findAny()
        .ifPresent(failure -> {
          throw failure.reason();
        });
  }
}
