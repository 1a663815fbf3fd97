package io.windlass.fs.namespace;

import io.windlass.error.DriverException;
import io.windlass.fs.FsException;
import io.windlass.fs.journal.WriteException;
import io.windlass.fs.open.OpenWrites;
import io.windlass.fs.upload.KeptProperties;
import io.windlass.fs.upload.PublishToken;
import io.windlass.linux.Errno;
import io.windlass.object.ByteRange;
import io.windlass.object.Condition;
import io.windlass.object.ObjectId;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectReader;
import io.windlass.object.Revision;
import io.windlass.operation.Deadline;
import io.windlass.store.AtomicRenames;
import io.windlass.store.Capabilities;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.DeleteFailure;
import io.windlass.store.Feature;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.RangeCopy;
import io.windlass.store.Upload;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies and moves objects on the server. Bytes pass through this process only if an object is too
 * large for one copy and the server copies no ranges.
 */
public final class ServerCopies {
  private static final Logger log = LoggerFactory.getLogger(ServerCopies.class);
  private static final int PARALLEL = 16;

  /**
   * Size in bytes of a part that passes through this process: it is sent well within the time of
   * one request.
   */
  private static final long SENT = 64L << 20;

  /** Number of bytes that are compared at once. */
  private static final int COMPARED = 256 << 10;

  /** Number of attempts to copy an object that others change meanwhile. */
  private static final int ROUNDS = 4;

  private final ObjectStore store;
  private final Capabilities capabilities;
  private final OpenWrites openWrites;
  private final KeptProperties kept;

  /** Options of copies that keep what the volume shows of the source. */
  private final CopyOptions keeping;

  /**
   * Creates the copies of a volume.
   *
   * @param keepsModified whether a copy gets the time of the source's last modification in its
   *     metadata, if it has none there
   */
  public ServerCopies(
      ObjectStore store,
      Capabilities capabilities,
      OpenWrites openWrites,
      KeptProperties kept,
      boolean keepsModified) {
    this.kept = kept;
    this.keeping = keepsModified ? CopyOptions.DEFAULT.keepingModified() : CopyOptions.DEFAULT;
    this.store = store;
    this.capabilities = capabilities;
    this.openWrites = openWrites;
  }

  /** Returns the renames of the store, which make copies and deletions needless. */
  Optional<AtomicRenames> renames() {
    return store.renames();
  }

  /** Returns whether there is no object below a prefix, nor at it. */
  boolean isEmpty(String prefix) {
    return store.list(ListOptions.prefix(prefix).withLimit(1), Optional.empty()).items().isEmpty();
  }

  /** Copies one version of an object of any size, with its metadata and properties. */
  CopyResult copy(String from, Revision revision, long size, String to, Condition condition) {
    CopySource source = CopySource.of(store.bucket(), from).withIfMatch(revision).withSize(size);
    CopyOptions options = keeping.withCondition(sent(to, condition));
    try {
      return copy(source, size, to, options);
    } catch (DriverException.PermissionDenied e) {
      if (!kept.dropsTags()) {
        throw e;
      }
      // The properties that may not be read are left out.
      ObjectInfo seen = store.head(from);
      return copy(
          source,
          size,
          to,
          options
              .withMetadata(describedAs(seen))
              .withProperties(kept.whole(from, seen.properties())));
    }
  }

  /**
   * Returns the condition of the destination that is sent. If the store cannot check it, it is
   * checked here just before.
   */
  private Condition sent(String to, Condition condition) {
    boolean checked =
        capabilities.has(Feature.COPY_CONDITIONAL)
            || capabilities.has(Feature.COMPLETE_CONDITIONAL);
    if (checked || condition instanceof Condition.Always) {
      return condition;
    }
    Condition now =
        find(to).map(ObjectInfo::revision).map(Condition::ifMatch).orElseGet(Condition::ifAbsent);
    if (!now.equals(condition)) {
      throw new DriverException.PreconditionFailed(to + " has changed", null);
    }
    return Condition.always();
  }

  /** Returns the metadata of a copy of an object. */
  private Map<String, String> describedAs(ObjectInfo object) {
    return describedAs(object.metadata(), object.lastModified());
  }

  /** The same of an object that has these metadata, and was last modified then. */
  Map<String, String> describedAs(Map<String, String> metadata, Instant lastModified) {
    return keeping.metadataOf(metadata, lastModified);
  }

  private CopyResult copy(CopySource source, long size, String to, CopyOptions options) {
    if (size <= capabilities.maxPutBytes()) {
      return openWrites.uploads().copy(source, to, options);
    }
    return CopyResult.of(
        openWrites
            .uploads()
            .upload(
                to,
                () -> started(source, to, options),
                upload ->
                    store
                        .uploads()
                        .complete(upload, parts(source, size, upload), options.condition()),
                () -> {})); // each part is waited for
  }

  private Upload started(CopySource source, String to, CopyOptions options) {
    Map<String, String> metadata =
        options.metadata().orElseGet(() -> describedAs(store.head(source.key())));
    return options
        .properties()
        .map(properties ->
            store.uploads().start(to, new PutOptions(options.condition(), metadata, properties)))
        .orElseGet(() -> startedWhole(source, to, metadata));
  }

  private Upload startedWhole(CopySource source, String to, Map<String, String> metadata) {
    try {
      return store.uploads().startCopy(to, source, metadata);
    } catch (DriverException.Unsupported e) {
      throw KeptProperties.refused(e);
    }
  }

  private List<Part> parts(CopySource source, long size, Upload upload) {
    RangeCopy copy = new RangeCopy(store, source, store, upload);
    boolean byServer = store.rangeCopies().isPresent();
    long least = byServer ? capabilities.maxPutBytes() / 8 : sent();
    long length = Math.max(least, size / capabilities.maxParts() + 1);
    List<Callable<Part>> parts = new ArrayList<>();
    for (long at = 0; at < size; at += length) {
      int number = parts.size() + 1;
      ByteRange range = new ByteRange(at, Math.min(length, size - at));
      parts.add(() -> copy.part(number, range));
    }
    return all(parts, byServer ? PARALLEL : 1);
  }

  private long sent() {
    return Math.max(capabilities.minPartBytes(), Math.min(SENT, capabilities.maxPutBytes()));
  }

  /**
   * Deletes the source of a copy. If somebody has replaced it since, the new version stays,
   * provided that the server can delete on condition; other servers delete whatever is at the key.
   *
   * @param revision of the version that was copied
   * @return whether no object is at the key any more
   */
  boolean deleteCopied(String key, Revision revision) {
    if (!deletesOnCondition()) {
      store.delete(key, Condition.always());
      return true;
    }
    return replacing(key, revision).isEmpty();
  }

  private boolean deletesOnCondition() {
    return capabilities.has(Feature.DELETE_IF_MATCH);
  }

  /**
   * Deletes the source of a copy, on condition. Returns the object that is at its key instead, if
   * somebody has replaced it.
   */
  private Optional<ObjectInfo> replacing(String key, Revision revision) {
    try {
      store.delete(key, Condition.ifMatch(revision));
      return Optional.empty();
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.PreconditionFailed | DriverException.NotFound e) {
      // Others replaced or deleted it; or an answer was lost and the request was repeated, and
      // nothing is at the key.
      return find(key);
    }
  }

  /**
   * Object that was copied.
   *
   * @param base revision of the source
   * @param revision of the copy
   */
  record Moved(String from, Revision base, String to, Revision revision) {}

  /**
   * Moves all objects below a prefix to below another. May be called again after it was cut off
   * anywhere, and then goes on.
   *
   * @param each called with each object that is at its new key alone
   */
  void moveAll(String from, String to, Consumer<Moved> each) {
    moveEach(from, each, object -> copy(object, to + object.key().substring(from.length())));
  }

  /**
   * Moves objects as {@link #moveAll} does when others may have written to the new keys: where they
   * have, the object stays at its old key. Each new key is looked up just before the copy; the copy
   * itself has no condition, as that would take several requests.
   *
   * @param stayed called with the old key of each object that stays
   */
  void resumeAll(String from, String to, Consumer<Moved> each, Consumer<String> stayed) {
    moveEach(
        from,
        each,
        object -> {
          String key = to + object.key().substring(from.length());
          Optional<ObjectInfo> there = isMarker(object) ? Optional.empty() : find(key);
          if (there.isEmpty()) {
            return copy(object, key);
          }
          Optional<Moved> moved =
              find(object.key())
                  .filter(source -> isCopy(source, there.get()))
                  .map(source ->
                      new Moved(source.key(), source.revision(), key, there.get().revision()));
          if (moved.isEmpty()) {
            log.warn(
                "{} was to be renamed to {}, which another client has written since: both are kept",
                object.key(),
                key);
            stayed.accept(object.key());
          }
          return moved;
        });
  }

  /** Returns whether an object is the marker of a directory, which has no content to lose. */
  private static boolean isMarker(ListedEntry.Listed object) {
    return object.size() == 0 && object.key().endsWith("/");
  }

  private void moveEach(
      String from, Consumer<Moved> each, Function<ListedEntry.Listed, Optional<Moved>> copy) {
    Optional<String> token = Optional.empty();
    long moved = 0;
    do {
      Page<ListedEntry> page = store.list(ListOptions.prefix(from), token);
      List<Callable<Optional<Moved>>> copies = new ArrayList<>();
      for (ListedEntry entry : page.items()) {
        if (entry instanceof ListedEntry.Listed object) {
          copies.add(() -> copy.apply(object));
        }
      }
      Deadline.progress();
      List<Moved> copied = all(copies).stream().flatMap(Optional::stream).toList();
      deleteOld(copied, each);
      Deadline.progress();
      moved += copied.size();
      token = page.next();
      if (token.isPresent()) {
        log.info("renaming {}: {} objects so far", from, moved);
      }
    } while (token.isPresent());
  }

  private Optional<Moved> copy(ListedEntry.Listed object, String to) {
    return copy(object.key(), object.revision(), object.size(), to);
  }

  /**
   * Copies the object at a key; returns empty if it is gone. If others have replaced the version
   * that was last seen, the present one is copied.
   */
  private Optional<Moved> copy(String from, Revision seen, long length, String to) {
    Revision revision = seen;
    long size = length;
    for (int round = 0; round < ROUNDS; round++) {
      try {
        CopyResult copy = copy(from, revision, size, to, Condition.always());
        return Optional.of(new Moved(from, revision, to, copy.revision()));
      } catch (DriverException.PreconditionFailed e) {
        Optional<ObjectInfo> now = find(from);
        if (now.isEmpty()) {
          return Optional.empty();
        }
        revision = now.get().revision();
        size = now.get().size();
      } catch (DriverException.NoSuchBucket e) {
        throw e;
      } catch (DriverException.NotFound e) {
        return Optional.empty();
      }
    }
    throw changedAllTheTime(from);
  }

  private static DriverException changedAllTheTime(String key) {
    return new DriverException.Aborted(key + " is changed by others all the time");
  }

  /**
   * Returns whether an object is a copy of another, so that either may be deleted: the metadata of
   * a copy and, by their revision, their publish token or byte for byte, the same bytes. The
   * revision alone does not suffice: the ETag of S3 says nothing about metadata.
   */
  boolean isCopy(ObjectInfo one, ObjectInfo other) {
    return one.size() == other.size()
        && (one.metadata().equals(other.metadata()) || describedAs(one).equals(other.metadata()))
        && (one.revision().equals(other.revision())
            || PublishToken.of(one.metadata()).isPresent()
            || hasSameBytes(one, other));
  }

  private boolean hasSameBytes(ObjectInfo one, ObjectInfo other) {
    ByteBuffer ours = ByteBuffer.allocate(COMPARED);
    ByteBuffer theirs = ByteBuffer.allocate(COMPARED);
    try (ObjectReader first = store.get(one.key(), GetOptions.ALL.withIfMatch(one.revision()));
        ObjectReader second =
            store.get(other.key(), GetOptions.ALL.withIfMatch(other.revision()))) {
      while (first.readFully(ours.clear()) > 0) {
        int _ = second.readFully(theirs.clear());
        if (!ours.flip().equals(theirs.flip())) {
          return false;
        }
        Deadline.progress();
      }
      return true;
    } catch (DriverException.PreconditionFailed e) {
      return false;
    }
  }

  Optional<ObjectInfo> find(String key) {
    try {
      return Optional.of(store.head(key));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      return Optional.empty();
    }
  }

  private void deleteOld(List<Moved> copied, Consumer<Moved> each) {
    if (deletesOnCondition()) {
      deleteEach(copied, each);
      return;
    }
    int most = capabilities.maxDeleteBatch();
    for (int from = 0; from < copied.size(); from += most) {
      deleteBatch(copied.subList(from, Math.min(copied.size(), from + most)), each);
    }
  }

  /** Result of one of several deletions. */
  private record Outcome(Optional<Moved> moved, Optional<DriverException> failure) {}

  private void deleteEach(List<Moved> copied, Consumer<Moved> each) {
    List<Callable<Outcome>> deletions = new ArrayList<>();
    copied.forEach(moved -> deletions.add(() -> outcome(moved)));
    List<Outcome> outcomes = all(deletions);
    outcomes.stream().flatMap(outcome -> outcome.moved.stream()).forEach(each);
    outcomes.stream()
        .flatMap(outcome -> outcome.failure.stream())
        .findFirst()
        .ifPresent(failure -> {
          throw failure;
        });
  }

  private Outcome outcome(Moved copied) {
    try {
      return new Outcome(Optional.of(deleteOrFollow(copied)), Optional.empty());
    } catch (DriverException e) {
      return new Outcome(Optional.empty(), Optional.of(e));
    }
  }

  /**
   * Deletes the source of a copy. If others have replaced it, their version is copied, too: it goes
   * along with its directory.
   */
  private Moved deleteOrFollow(Moved copied) {
    Moved last = copied;
    for (int round = 0; round < ROUNDS; round++) {
      Optional<ObjectInfo> written = replacing(last.from, last.base);
      if (written.isEmpty()) {
        return last;
      }
      ObjectInfo now = written.get();
      Optional<Moved> again = copy(last.from, now.revision(), now.size(), last.to);
      if (again.isEmpty()) {
        return last;
      }
      last = again.get();
    }
    throw changedAllTheTime(copied.from);
  }

  private void deleteBatch(List<Moved> copied, Consumer<Moved> each) {
    List<DeleteFailure> failures =
        store.deleteAll(
            copied.stream().map(moved -> new ObjectId(moved.from, Optional.empty())).toList());
    Set<String> left =
        failures.stream().map(failure -> failure.object().key()).collect(Collectors.toSet());
    copied.stream().filter(moved -> !left.contains(moved.from)).forEach(each);
    failures.stream()
        .findFirst()
        .ifPresent(failure -> {
          throw failure.reason();
        });
  }

  /**
   * Reports progress after each step, as the time that the work takes grows with the number of
   * objects.
   */
  private static <T> T done(T step) {
    Deadline.progress();
    return step;
  }

  private static <T> List<T> all(List<Callable<T>> work) {
    return all(work, PARALLEL);
  }

  /** Does the work, so many pieces at once; begins no other after one has failed. */
  private static <T> List<T> all(List<Callable<T>> work, int atOnce) {
    Semaphore turns = new Semaphore(atOnce);
    AtomicBoolean failed = new AtomicBoolean();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<T>> results = new ArrayList<>();
      for (Callable<T> each : work) {
        turns.acquire();
        if (failed.get()) {
          break;
        }
        FutureTask<T> task =
            new FutureTask<>(() -> {
              boolean done = false;
              try {
                T step = done(each.call());
                done = true;
                return step;
              } finally {
                if (!done) {
                  failed.set(true);
                }
                turns.release();
              }
            });
        threads.execute(Deadline.carried(task));
        results.add(task);
      }
      List<T> done = new ArrayList<>();
      for (Future<T> result : results) {
        done.add(result.get());
      }
      return done;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FsException(Errno.EINTR, "interrupted");
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case DriverException failure -> throw failure;
        case WriteException failure -> throw failure;
        case null, default -> {}
      }
      throw new DriverException.Unexpected("a copy failed because of a defect", e.getCause());
    }
  }
}
