package io.windlass.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectReader;
import io.windlass.object.Revision;
import io.windlass.operation.Deadline;
import io.windlass.registry.ServerTrial.Subject;
import io.windlass.store.Feature;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ListedVersion;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.ObjectVersions;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Tries a server, in the registry bucket, for what the registry and mounts rely on. Some servers
 * ignore a condition without a word: with them, two processes would undo each other's work.
 *
 * <p>Each run has an object of its own, so any number may run at once, and removes it. What a
 * process left that died meanwhile, a later run removes, or {@link #sweep}.
 */
public final class ServerProbe {
  /** Writers of a run that is repeated at each start. */
  public static final int FEW = 2;

  /** Writers of a run that looks closely. */
  public static final int MANY = 8;

  /** What the keys begin with. No record has such a key: those have a slash. */
  static final String PREFIX = "doctor-";

  /** Longest time of a run, without the removal of its object, which may take as long. */
  private static final Duration LONGEST = Duration.ofMinutes(1);

  /** Age from which an object belongs to no run any more. */
  private static final Duration LEFT = LONGEST.multipliedBy(10);

  /** Most objects that are removed at once. */
  private static final int MOST_LEFT = 100;

  /** Difference of clocks that is remarked on. Servers refuse signatures from 15 minutes on. */
  private static final Duration SKEW = Duration.ofMinutes(1);

  private static final int MAX_BYTES = 1024;

  private static final String USE_ANOTHER =
      "do not use this server: two processes of the driver would undo each other's work";

  private final Backend backend;
  private final ObjectStore objects;
  private final boolean mounts;
  private final InstantSource clock;
  private final Duration left;

  /**
   * Creates a probe; nothing is sent.
   *
   * @param bucket the registry bucket
   * @param mounts whether buckets of the server are mounted, so that it must have what mounts need
   */
  public ServerProbe(Backend backend, String bucket, boolean mounts) {
    this(backend, bucket, mounts, InstantSource.system(), LEFT);
  }

  ServerProbe(Backend backend, String bucket, boolean mounts, InstantSource clock, Duration left) {
    this.backend = backend;
    this.objects = backend.objects(bucket);
    this.mounts = mounts;
    this.clock = clock;
    this.left = left;
  }

  /**
   * Tries the server. Ends with the first trial that found it broken.
   *
   * @param writers how many write at once, at least 2
   * @throws DriverException if it cannot be tried: it does not answer, or permits too little
   */
  public List<ServerTrial> run(int writers) {
    sweep();
    String key = PREFIX + UUID.randomUUID();
    List<ServerTrial> trials;
    try {
      trials = Deadline.after(LONGEST).limit(() -> tried(key, writers));
    } catch (RuntimeException e) {
      try {
        removeInTime(key);
      } catch (RuntimeException also) {
        e.addSuppressed(also);
      }
      throw e;
    }
    removeInTime(key);
    return trials;
  }

  private void removeInTime(String key) {
    Deadline.after(LONGEST)
        .limit(() -> {
          remove(key);
          return key;
        });
  }

  private List<ServerTrial> tried(String key, int writers) {
    List<ServerTrial> trials = new ArrayList<>();
    int made = winners(key, Condition.ifAbsent(), writers);
    Optional<ObjectInfo> there = head(key);
    if (there.isEmpty()) {
      return List.of(lost(made));
    }
    ObjectInfo first = there.get();
    trials.add(clock(first.observedAt()));
    int changed = winners(key, Condition.ifMatch(first.revision()), writers);
    int stale = winners(key, Condition.ifMatch(first.revision()), 1);
    trials.add(writes(writers, made, changed, stale));
    if (!isBroken(trials) && backend.capabilities().has(Feature.COMPLETE_CONDITIONAL)) {
      trials.add(uploads(key));
    }
    if (!isBroken(trials)) {
      trials.add(deletes(key, first.revision()));
    }
    return trials;
  }

  static boolean isBroken(List<ServerTrial> trials) {
    return trials.stream().anyMatch(trial -> trial.grade() == ServerTrial.Grade.BROKEN);
  }

  private static ServerTrial lost(int made) {
    return ServerTrial.broken(
        Subject.WRITES,
        made == 0
            ? "a write on condition that there is no object is refused, though there is none"
            : "an object that was written is not there",
        USE_ANOTHER);
  }

  private ServerTrial clock(Instant server) {
    Duration skew = Duration.between(server, clock.instant()).abs();
    String text = "differs from this machine's by %d s".formatted(skew.toSeconds());
    return skew.compareTo(SKEW) > 0
        ? ServerTrial.remark(
            Subject.CLOCK, text, "set both by NTP: from 15 minutes on, servers refuse all requests")
        : ServerTrial.holds(Subject.CLOCK, text);
  }

  private static ServerTrial writes(int writers, int made, int changed, int stale) {
    if (made != 1 || changed != 1) {
      return ServerTrial.broken(
          Subject.WRITES,
          "conditional writes are not atomic: of %d at once, %d made an object, %d changed it"
              .formatted(writers, made, changed),
          USE_ANOTHER);
    }
    return stale == 0
        ? ServerTrial.holds(
            Subject.WRITES,
            "conditional writes are atomic: of %d at once, one won".formatted(writers))
        : ServerTrial.broken(
            Subject.WRITES,
            "conditional writes are not atomic: one on condition of an older state was accepted",
            USE_ANOTHER);
  }

  private int winners(String key, Condition condition, int writers) {
    PutOptions options = PutOptions.DEFAULT.withCondition(condition);
    List<String> texts = new ArrayList<>();
    List<CompletableFuture<Boolean>> writes = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Executor carried = work -> threads.execute(Deadline.carried(work));
      for (int writer = 0; writer < writers; writer++) {
        // Every content is different, so that every write makes a different revision.
        String text = UUID.randomUUID().toString();
        texts.add(text);
        writes.add(CompletableFuture.supplyAsync(() -> wins(key, text, options), carried));
      }
      int won = (int) writes.stream().filter(CompletableFuture::join).count();
      // A write whose answer was lost is sent again, and meets itself.
      return won == 0 && texts.contains(read(key)) ? 1 : won;
    } catch (CompletionException e) {
      if (e.getCause() instanceof Error fatal) {
        throw fatal;
      }
      throw e.getCause() instanceof DriverException failure ? failure : e;
    }
  }

  private boolean wins(String key, String text, PutOptions options) {
    try {
      objects.put(key, Content.of(text.getBytes(UTF_8)), options);
      return true;
    } catch (DriverException.PreconditionFailed | DriverException.Unsupported e) {
      return false;
    }
  }

  private String read(String key) {
    try (ObjectReader reader = objects.get(key, GetOptions.ALL)) {
      return new String(reader.readAll(MAX_BYTES), UTF_8);
    } catch (DriverException.NotFound e) {
      return "";
    } catch (IOException e) {
      throw new DriverException.Unavailable("an object cannot be read", e);
    }
  }

  /** Completes an upload on condition that there is no object, though there is one. */
  private ServerTrial uploads(String key) {
    try {
      Upload upload = objects.uploads().start(key, PutOptions.DEFAULT);
      try {
        Part part = objects.uploads().send(upload, 1, Content.of(key.getBytes(UTF_8)));
        objects.uploads().complete(upload, List.of(part), Condition.ifAbsent());
      } finally {
        objects.uploads().abort(upload);
      }
    } catch (DriverException.PreconditionFailed e) {
      return ServerTrial.holds(Subject.UPLOADS, "an upload is completed only on its condition");
    } catch (DriverException.PermissionDenied e) {
      return ServerTrial.remark(
          Subject.UPLOADS,
          "whether an upload is completed only on its condition cannot be tried: " + e.getMessage(),
          "permit the driver to upload to the registry bucket in parts");
    } catch (DriverException.Unsupported e) {
      return ignored("the server refuses conditions of uploads");
    }
    return ignored("an upload was completed against its condition");
  }

  private ServerTrial ignored(String text) {
    return mounts
        ? ServerTrial.broken(
            Subject.UPLOADS,
            text,
            "do not mount buckets of this server: two nodes that write one file at once would undo"
                + " each other's work")
        : ServerTrial.remark(Subject.UPLOADS, text, "mount no buckets of this server");
  }

  private ServerTrial deletes(String key, Revision stale) {
    ObjectInfo now = objects.head(key);
    if (backend.capabilities().has(Feature.DELETE_IF_MATCH)) {
      try {
        objects.delete(key, Condition.ifMatch(stale));
        return ServerTrial.broken(
            Subject.DELETES,
            "a delete on condition of an older state was carried out",
            USE_ANOTHER);
      } catch (DriverException.PreconditionFailed e) {
        objects.delete(key, Condition.ifMatch(now.revision()));
      }
    } else if (now.version().isEmpty()) {
      return ServerTrial.broken(
          Subject.DELETES,
          "the registry bucket keeps no versions, and its server has no conditional delete",
          "enable versioning on " + objects.bucket());
    }
    remove(key);
    return head(key).isEmpty()
        ? ServerTrial.holds(Subject.DELETES, "a deleted object is gone")
        : ServerTrial.broken(Subject.DELETES, "a deleted object is still there", USE_ANOTHER);
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

  /** Removes what runs left that died; to be called now and then. */
  void sweep() {
    Deadline.after(LONGEST)
        .limit(() -> {
          for (ListedEntry listed : listed()) {
            head(listed.key()).ifPresent(this::removeIfLeft);
          }
          return objects;
        });
  }

  /** Age counts by the server's clock. */
  private void removeIfLeft(ObjectInfo info) {
    if (Duration.between(info.lastModified(), info.observedAt()).compareTo(left) >= 0) {
      remove(info.key());
    }
  }

  private List<ListedEntry> listed() {
    return objects.list(ListOptions.prefix(PREFIX).withLimit(MOST_LEFT), Optional.empty()).items();
  }

  /** Removes the object last: it names an upload that is left, which servers may not list. */
  private void remove(String key) {
    MultipartUploads uploads = objects.uploads();
    if (backend.capabilities().has(Feature.COMPLETE_CONDITIONAL) && uploads.expiry().isEmpty()) {
      try {
        uploads.of(key).forEach(uploads::abort);
      } catch (DriverException.PermissionDenied e) {
        // Then none could be started, either.
      }
    }
    Optional<ObjectVersions> versions = objects.versions();
    if (versions.isEmpty()) {
      objects.delete(key, Condition.always());
      return;
    }
    for (ListedVersion version : versions.get().list(key, Optional.empty()).items()) {
      versions.get().delete(version.key(), version.version());
    }
  }
}
