package io.windlass.trial;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.operation.Deadline;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ListedVersion;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.ObjectVersions;
import io.windlass.store.PutOptions;
import io.windlass.trial.ServerTrial.Subject;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries a server, in one of its buckets, for what registries and mounts rely on. Some servers
 * ignore a condition without a word: with them, two processes would undo each other's work.
 *
 * <p>Each run has objects of its own, so any number may run at once, and removes them. What a
 * process left that died meanwhile, a later run removes, or {@link #sweep}. In a bucket that keeps
 * versions, a key that may not delete versions leaves them.
 */
public final class ServerProbe {
  /** What the keys begin with, behind the prefix. */
  public static final String NAME = ".windlass-trial-";

  /** End of the key of the object that is tried; the other marks the run. */
  private static final String TRIED = "-tried";

  /** Length of a UUID. */
  private static final int RUN_CHARACTERS = 36;

  /** Longest time for one subject, and for the removal of a run's objects. */
  private static final Duration LONGEST = Duration.ofMinutes(1);

  /** Age from which an object belongs to no run any more. */
  private static final Duration LEFT = LONGEST.multipliedBy(15);

  /** Most objects that are removed at once. */
  private static final int MOST_LEFT = 100;

  private static final Logger log = LoggerFactory.getLogger(ServerProbe.class);

  private final Backend backend;
  private final ObjectStore objects;
  private final String prefix;
  private final InstantSource clock;
  private final Duration left;

  /**
   * Creates a probe; nothing is sent.
   *
   * @param prefix what the keys of its objects begin with; empty or ends with a slash
   */
  public ServerProbe(Backend backend, String bucket, String prefix) {
    this(backend, bucket, prefix, InstantSource.system(), LEFT);
  }

  ServerProbe(Backend backend, String bucket, String prefix, InstantSource clock, Duration left) {
    this.backend = backend;
    this.objects = backend.objects(bucket);
    this.prefix = prefix + NAME;
    this.clock = clock;
    this.left = left;
  }

  /**
   * Tries the server, as closely as it is not known yet.
   *
   * @throws DriverException if it cannot be tried: it does not answer, or permits too little; then
   *     nothing was written
   */
  public List<ServerTrial> run(Set<Subject> subjects) {
    sweep();
    return tried(subjects, Effort.by(backend.trust()));
  }

  /**
   * Tries the server for everything, as closely as one that nothing is known of, unless it is a
   * cloud, which takes few writes of one object in a second.
   *
   * @throws DriverException as {@link #run} does
   */
  public List<ServerTrial> runClosely() {
    sweep();
    return tried(Set.of(Subject.values()), Effort.closely(backend.trust()));
  }

  private List<ServerTrial> tried(Set<Subject> subjects, Effort effort) {
    String key = prefix + UUID.randomUUID();
    if (!subjects.contains(Subject.DELETES)) {
      // Who may not delete would leave what it writes.
      objects.delete(key, Condition.always());
    }
    List<ServerTrial> trials;
    try {
      trials =
          Deadline.after(LONGEST.multipliedBy(subjects.size()))
              .limit(() -> tried(key, subjects, effort));
    } catch (RuntimeException e) {
      removeInTime(key, () -> remove(key, effort));
      throw e;
    }
    removeInTime(key, () -> remove(key, effort));
    return trials;
  }

  private List<ServerTrial> tried(String key, Set<Subject> subjects, Effort effort) {
    objects.put(key, Content.of(key.getBytes(UTF_8)), PutOptions.DEFAULT);
    TriedObject tried = new TriedObject(objects, key + TRIED);
    return new Trials(backend, tried, key, effort, clock).run(subjects);
  }

  /** Removes the objects of a run. What cannot be removed does not spoil it: a later one tries. */
  private void removeInTime(String key, Runnable removal) {
    try {
      Deadline.after(LONGEST)
          .limit(() -> {
            removal.run();
            return key;
          });
    } catch (DriverException e) {
      log.warn("{} of bucket {} stays for now: {}", key, objects.bucket(), e.getMessage());
    }
  }

  /**
   * Removes what runs left that died; to be called now and then.
   *
   * @throws DriverException if what there is cannot be listed
   */
  public void sweep() {
    Deadline.after(LONGEST)
        .limit(() -> {
          for (ListedEntry listed : listed()) {
            String key = listed.key();
            if (Deadline.current().map(Deadline::isOver).orElse(false)) {
              return objects; // the next one goes on
            }
            if (key.length() == prefix.length() + RUN_CHARACTERS) {
              removeInTime(
                  key,
                  () -> head(key).filter(this::isLeft).ifPresent(_ -> remove(key, Effort.CLOSE)));
            }
          }
          return objects;
        });
  }

  private Optional<ObjectInfo> head(String key) {
    try {
      return Optional.of(objects.head(key));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      return Optional.empty();
    }
  }

  /** Age counts by the server's clock. */
  private boolean isLeft(ObjectInfo info) {
    return Duration.between(info.lastModified(), info.observedAt()).compareTo(left) >= 0;
  }

  private List<ListedEntry> listed() {
    return objects.list(ListOptions.prefix(prefix).withLimit(MOST_LEFT), Optional.empty()).items();
  }

  /** Removes the objects of a run; last the one that tells of the others, and of its uploads. */
  private void remove(String key, Effort effort) {
    MultipartUploads uploads = objects.uploads();
    if (uploads.expiry().isEmpty()) {
      try {
        uploads.of(key + TRIED).forEach(uploads::abort);
      } catch (DriverException.PermissionDenied | DriverException.Unsupported e) {
        // Then none could be started, either; or each was aborted, or told of, where it was.
      }
    }
    removeObject(key + TRIED);
    if (effort.lists()) {
      ListingTrial.ENDS.forEach(end -> removeObject(key + end));
    }
    removeObject(key);
  }

  private void removeObject(String key) {
    Optional<ObjectVersions> versions = objects.versions();
    if (versions.isEmpty()) {
      objects.delete(key, Condition.always());
      return;
    }
    try {
      for (ListedVersion version : versions.get().list(key, Optional.empty()).items()) {
        if (version.key().equals(key)) {
          versions.get().delete(key, version.version());
        }
      }
    } catch (DriverException e) {
      if (e.retryable()) {
        throw e;
      }
      // They may not be listed, or are retained: whose bucket it is keeps or drops them.
    }
    if (head(key).isPresent()) {
      objects.delete(key, Condition.always());
    }
  }
}
