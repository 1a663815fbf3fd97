package io.windlass.fs.namespace;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.windlass.error.DriverException;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.file.Usage;
import io.windlass.fs.posix.ObjectStat;
import io.windlass.fs.staging.Quota.Growth;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Marker objects, which keep directories even when nothing is in them. They are empty, and their
 * key is that of the directory with a slash at its end.
 */
public final class Markers {
  private static final Logger log = LoggerFactory.getLogger(Markers.class);

  private static final int MOST = 10_000;
  private static final int MOST_LISTED = 1000;

  private final ObjectStore store;
  private final Usage usage;
  private final String root;

  /**
   * Keys that keep directories, by the prefix of the directory: the marker or any other key in it.
   */
  private final Cache<String, String> known;

  public Markers(ObjectStore store, VolumeOptions options, Usage usage) {
    this.store = store;
    this.usage = usage;
    this.root = options.prefix();
    this.known =
        Caffeine.newBuilder()
            .maximumSize(MOST)
            .expireAfterWrite(options.metadataTtl())
            .executor(Runnable::run)
            .build();
  }

  /**
   * Creates the marker of a directory.
   *
   * @return stat of the marker
   * @throws DriverException.PreconditionFailed if the directory has a marker already
   */
  ObjectStat make(String prefix, Map<String, String> described) {
    ObjectInfo info =
        store.put(
            prefix,
            Content.of(new byte[0]),
            PutOptions.DEFAULT.withMetadata(described).withCondition(Condition.ifAbsent()));
    known.put(prefix, prefix);
    usage.bucketChanged(prefix, new Growth(0, 1));
    return described(info, described);
  }

  /**
   * Replaces the metadata of a directory's marker; creates the marker if there is none.
   *
   * @param marker stat of the present marker, {@link ObjectStat#UNMARKED} if there is none
   * @throws DriverException.PreconditionFailed if the marker has been created or changed meanwhile
   */
  ObjectStat describe(String prefix, ObjectStat marker, Map<String, String> described) {
    if (marker.revision().isNone()) {
      usage.await();
      usage.need(0, 1);
      return make(prefix, described);
    }
    CopyResult now =
        store
            .metadataUpdates()
            .map(updates -> updates.update(prefix, described, Condition.ifMatch(marker.revision())))
            .orElseGet(() -> copyOntoItself(prefix, marker, described));
    return new ObjectStat(
        marker.size(),
        now.revision(),
        now.lastModified(),
        Optional.of(described),
        marker.properties());
  }

  private CopyResult copyOntoItself(
      String prefix, ObjectStat marker, Map<String, String> described) {
    CopySource source = CopySource.of(store.bucket(), prefix).withIfMatch(marker.revision());
    try {
      return store.copy(source, prefix, CopyOptions.DEFAULT.withMetadata(described));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      // Servers where directories are real copy none: SeaweedFS. If it is gone, this fails, too.
      ObjectInfo written =
          store.put(
              prefix,
              Content.of(new byte[0]),
              PutOptions.DEFAULT
                  .withMetadata(described)
                  .withCondition(Condition.ifMatch(marker.revision())));
      return CopyResult.of(written);
    }
  }

  private static ObjectStat described(ObjectInfo info, Map<String, String> described) {
    return new ObjectStat(
        info.size(),
        info.revision(),
        info.lastModified(),
        Optional.of(described),
        Optional.of(info.properties()));
  }

  /**
   * Deletes {@code key} in a directory, and keeps the directory: it has a marker before, if nothing
   * else is in it. A deletion needs no room and no name: where the server takes no marker, as a
   * bucket at its quota, the key is deleted all the same, and the marker tried again after that.
   */
  void keep(String prefix, String key, Runnable deletion) {
    Optional<DriverException> refused = kept(prefix, key);
    deletion.run();
    refused
        .flatMap(_ -> kept(prefix, key))
        .ifPresent(still ->
            log.warn(
                "{} was the last in its directory, which is gone with it: the server takes no object"
                    + " for the directory: {}",
                key,
                still.getMessage()));
  }

  /** Returns why a directory is not kept, if so. */
  private Optional<DriverException> kept(String prefix, String key) {
    try {
      keep(prefix, key);
      return Optional.empty();
    } catch (DriverException e) {
      if (e.kind().isFinal() && !(e instanceof DriverException.NoSuchBucket)) {
        return Optional.of(e);
      }
      throw e;
    }
  }

  private void keep(String prefix, String key) {
    String keeper = known.getIfPresent(prefix);
    if (prefix.equals(root) || (keeper != null && !keeper.equals(key))) {
      return;
    }
    // A program that removes everything goes from the beginning, so the last key keeps the
    // directory longest.
    Optional<String> other =
        list(prefix, MOST_LISTED).reversed().stream()
            .map(ListedEntry::key)
            .filter(found -> !found.equals(key))
            .findFirst();
    if (other.isPresent()) {
      known.put(prefix, other.get());
      return;
    }
    try {
      make(prefix, Map.of());
    } catch (DriverException.PreconditionFailed e) {
      // Another node has created the marker meanwhile.
      known.put(prefix, prefix);
    }
  }

  /** Returns whether a directory has nothing but its marker. */
  boolean isEmpty(String prefix) {
    List<ListedEntry> inside = list(prefix, 2);
    boolean empty = inside.stream().allMatch(entry -> entry.key().equals(prefix));
    if (empty && !inside.isEmpty()) {
      known.put(prefix, prefix);
    }
    return empty;
  }

  /** Returns whether a directory is known to have a marker. */
  boolean has(String prefix) {
    return prefix.equals(known.getIfPresent(prefix));
  }

  /** Deletes the marker of an empty directory. */
  void delete(String prefix) {
    boolean marked = has(prefix);
    known.invalidate(prefix);
    store.delete(prefix, Condition.always());
    if (marked) {
      usage.bucketChanged(prefix, new Growth(0, -1));
    }
  }

  /** Forgets what keeps the directories below a prefix. */
  void forgetBelow(String prefix) {
    known.asMap().keySet().removeIf(each -> each.startsWith(prefix));
  }

  private List<ListedEntry> list(String prefix, int most) {
    return store
        .list(ListOptions.prefix(prefix).withDelimiter("/").withLimit(most), Optional.empty())
        .items();
  }
}
