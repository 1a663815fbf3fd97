package io.windlass.store.memory.google;

import io.windlass.object.ObjectId;
import io.windlass.object.Revision;
import io.windlass.store.ListedVersion;
import io.windlass.store.ObjectVersions;
import io.windlass.store.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Versions, of which the service lists the oldest first, and none that says that the object was
 * deleted. Such a marker is made up where a generation became noncurrent before there was another;
 * its id is that of the generation, with a word before.
 */
final class GoogleShapedVersions implements ObjectVersions {
  private static final String MARKER = "deleted-";

  /** A page has at least so many versions, if there are more. */
  private static final int PAGE = 1000;

  private final GoogleShapedStore store;

  GoogleShapedVersions(GoogleShapedStore store) {
    this.store = store;
  }

  static boolean isMarker(String version) {
    return version.startsWith(MARKER);
  }

  /** All of a key are in one page; the next begins with the key in the token. */
  @Override
  public Page<ListedVersion> list(String prefix, Optional<String> token) {
    return GoogleErrors.call(() -> page(prefix, token));
  }

  private Page<ListedVersion> page(String prefix, Optional<String> first) {
    List<ListedVersion> versions = new ArrayList<>();
    List<FakeObject> ofKey = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      FakeBucket.Listing page = store.there().listVersions(prefix, first, token);
      for (FakeObject object : page.items()) {
        if (!ofKey.isEmpty() && !ofKey.getFirst().name().equals(object.name())) {
          versions.addAll(newestFirst(ofKey));
          ofKey.clear();
          if (versions.size() >= PAGE) {
            return new Page<>(versions, Optional.of(object.name()));
          }
        }
        if (!GoogleShapedUploads.isReserved(object.name())) {
          ofKey.add(object);
        }
      }
      token = page.nextPageToken();
    } while (token.isPresent());
    versions.addAll(newestFirst(ofKey));
    return new Page<>(versions, Optional.empty());
  }

  private static List<ListedVersion> newestFirst(List<FakeObject> oldestFirst) {
    List<ListedVersion> versions = new ArrayList<>();
    for (int at = 0; at < oldestFirst.size(); at++) {
      FakeObject object = oldestFirst.get(at);
      boolean last = at == oldestFirst.size() - 1;
      versions.add(version(object, last && object.deleted().isEmpty()));
      boolean gap = last || isGap(object, oldestFirst.get(at + 1));
      if (object.deleted().isPresent() && gap) {
        versions.add(marker(object, last));
      }
    }
    return versions.reversed();
  }

  private static boolean isGap(FakeObject object, FakeObject next) {
    return object.deleted().filter(next.created()::isAfter).isPresent();
  }

  private static ListedVersion version(FakeObject object, boolean latest) {
    return new ListedVersion(
        object.name(),
        String.valueOf(object.generation()),
        object.size(),
        GoogleShapedStore.revision(object),
        object.created(),
        true,
        latest,
        false);
  }

  private static ListedVersion marker(FakeObject object, boolean latest) {
    return new ListedVersion(
        object.name(),
        MARKER + object.generation(),
        0,
        Revision.NONE,
        object.deleted().orElseThrow(),
        true,
        latest,
        true);
  }

  @Override
  public void delete(String key, String version) {
    store.deleteAll(List.of(ObjectId.of(key, version))).stream()
        .findAny()
        .ifPresent(failure -> {
          throw failure.reason();
        });
  }
}
