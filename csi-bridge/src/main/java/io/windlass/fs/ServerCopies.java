package io.windlass.fs;

import io.windlass.fs.write.WriteException;
import io.windlass.store.ByteRange;
import io.windlass.store.Capabilities;
import io.windlass.store.Condition;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.Deadline;
import io.windlass.store.DeleteFailure;
import io.windlass.store.Errno;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectId;
import io.windlass.store.ObjectInfo;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.StoreException;
import io.windlass.store.Upload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has the server copy and move objects: no byte of them comes here. */
final class ServerCopies {
  private static final Logger log = LoggerFactory.getLogger(ServerCopies.class);
  private static final int PARALLEL = 16;

  /** How often an object is copied that others change meanwhile. */
  private static final int ROUNDS = 4;

  private final ObjectStore store;
  private final Capabilities capabilities;
  private final OpenWrites openWrites;

  ServerCopies(ObjectStore store, Capabilities capabilities, OpenWrites openWrites) {
    this.store = store;
    this.capabilities = capabilities;
    this.openWrites = openWrites;
  }

  /** Copies one version of an object of any size, with its metadata. */
  CopyResult copy(String from, String etag, long size, String to, Condition condition) {
    CopySource source = CopySource.of(store.bucket(), from).withIfMatch(etag).withSize(size);
    if (size <= capabilities.maxPutBytes()) {
      return openWrites.uploads().copy(source, to, new CopyOptions(condition, Optional.empty()));
    }
    return CopyResult.of(
        openWrites
            .uploads()
            .upload(
                to,
                PutOptions.DEFAULT.withMetadata(store.head(from).metadata()),
                upload -> store.completeUpload(upload, all(parts(source, size, upload)), condition)));
  }

  private List<Callable<Part>> parts(CopySource source, long size, Upload upload) {
    long length = Math.max(capabilities.maxPutBytes() / 8, size / capabilities.maxParts() + 1);
    List<Callable<Part>> parts = new ArrayList<>();
    for (long at = 0; at < size; at += length) {
      int number = parts.size() + 1;
      ByteRange range = new ByteRange(at, Math.min(length, size - at));
      parts.add(() -> store.copyPart(upload, number, source, range));
    }
    return parts;
  }

  /**
   * An object that was moved.
   *
   * @param etag what it has at its new key
   */
  record Moved(ListedEntry.Listed from, String to, String etag) {}

  /**
   * Moves all that is below a prefix to below another. May be called again after it was cut off
   * anywhere, and goes on.
   *
   * @param each is told of each object that is at its new key alone
   */
  void moveAll(String from, String to, Consumer<Moved> each) {
    Optional<String> token = Optional.empty();
    long moved = 0;
    do {
      Page<ListedEntry> page = store.list(ListOptions.prefix(from), token);
      List<Callable<Optional<Moved>>> copies = new ArrayList<>();
      for (ListedEntry entry : page.items()) {
        if (entry instanceof ListedEntry.Listed object) {
          String key = to + object.key().substring(from.length());
          copies.add(() -> copy(object, key).map(copy -> new Moved(object, key, copy.etag())));
        }
      }
      Deadline.progress();
      List<Moved> copied = all(copies).stream().flatMap(Optional::stream).toList();
      deleteOld(copied, each);
      Deadline.progress();
      moved += copied.size();
      token = page.next();
      if (token.isPresent()) {
        log.info("renaming {} to {}: {} objects so far", from, to, moved);
      }
    } while (token.isPresent());
  }

  /** Copies what is at a listed key; nothing if it is gone. */
  private Optional<CopyResult> copy(ListedEntry.Listed listed, String to) {
    String etag = listed.etag();
    long size = listed.size();
    for (int round = 0; round < ROUNDS; round++) {
      try {
        return Optional.of(copy(listed.key(), etag, size, to, Condition.always()));
      } catch (StoreException.PreconditionFailed e) {
        Optional<ObjectInfo> now = find(listed.key());
        if (now.isEmpty()) {
          return Optional.empty();
        }
        etag = now.get().etag();
        size = now.get().size();
      } catch (StoreException.NoSuchBucket e) {
        throw e;
      } catch (StoreException.NotFound e) {
        return Optional.empty();
      }
    }
    throw new StoreException.Busy(listed.key() + " is changed by others all the time");
  }

  private Optional<ObjectInfo> find(String key) {
    try {
      return Optional.of(store.head(key));
    } catch (StoreException.NoSuchBucket e) {
      throw e;
    } catch (StoreException.NotFound e) {
      return Optional.empty();
    }
  }

  private void deleteOld(List<Moved> copied, Consumer<Moved> each) {
    int most = capabilities.maxDeleteBatch();
    for (int from = 0; from < copied.size(); from += most) {
      deleteBatch(copied.subList(from, Math.min(copied.size(), from + most)), each);
    }
  }

  private void deleteBatch(List<Moved> copied, Consumer<Moved> each) {
    List<DeleteFailure> failures =
        store.deleteAll(
            copied.stream()
                .map(moved -> new ObjectId(moved.from.key(), Optional.empty()))
                .toList());
    Set<String> left =
        failures.stream().map(failure -> failure.object().key()).collect(Collectors.toSet());
    copied.stream().filter(moved -> !left.contains(moved.from.key())).forEach(each);
    failures.stream()
        .findFirst()
        .ifPresent(failure -> {
          throw failure.reason();
        });
  }

  /** The more there is to copy, the longer it takes: whoever waits is told that it goes on. */
  private static <T> T done(T step) {
    Deadline.progress();
    return step;
  }

  private static <T> List<T> all(List<Callable<T>> work) {
    Semaphore turns = new Semaphore(PARALLEL);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<T>> results = new ArrayList<>();
      for (Callable<T> each : work) {
        turns.acquire();
        FutureTask<T> task =
            new FutureTask<>(() -> {
              try {
                return done(each.call());
              } finally {
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
        case StoreException failure -> throw failure;
        case WriteException failure -> throw failure;
        case null, default -> {}
      }
      throw new StoreException.Unexpected("a copy failed in a way of our own", e.getCause());
    }
  }
}
