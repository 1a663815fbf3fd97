package io.windlass.fs;

import io.windlass.fs.write.WriteException;
import io.windlass.store.ByteRange;
import io.windlass.store.Capabilities;
import io.windlass.store.Condition;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has the server copy and move objects: no byte of them comes here. */
final class ServerCopies {
  private static final Logger log = LoggerFactory.getLogger(ServerCopies.class);
  private static final int PARALLEL = 16;

  private final ObjectStore store;
  private final Capabilities capabilities;
  private final Written written;

  ServerCopies(ObjectStore store, Capabilities capabilities, Written written) {
    this.store = store;
    this.capabilities = capabilities;
    this.written = written;
  }

  /** Copies one version of an object of any size, with its metadata. */
  ObjectInfo copy(String from, String etag, long size, String to, Condition condition) {
    CopySource source = CopySource.of(store.bucket(), from).withIfMatch(etag);
    if (size <= capabilities.maxPutBytes()) {
      return written.uploads().copy(source, to, new CopyOptions(condition, Optional.empty()));
    }
    return written
        .uploads()
        .upload(
            to,
            PutOptions.DEFAULT.withMetadata(store.head(from).metadata()),
            upload -> store.completeUpload(upload, all(parts(source, size, upload)), condition));
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
   * Moves all that is below a prefix to below another. May be called again after it was cut off
   * anywhere, and goes on.
   *
   * @return whether there was an object at the prefix itself
   */
  boolean moveAll(String from, String to) {
    Optional<String> token = Optional.empty();
    long moved = 0;
    boolean itself = false;
    do {
      Page<ListedEntry> page = store.list(ListOptions.prefix(from), token);
      List<Callable<ObjectId>> moves = new ArrayList<>();
      for (ListedEntry entry : page.items()) {
        if (entry instanceof ListedEntry.Listed object) {
          String key = object.key();
          itself |= key.equals(from);
          moves.add(() -> {
            copy(
                key,
                object.etag(),
                object.size(),
                to + key.substring(from.length()),
                Condition.always());
            return new ObjectId(key, Optional.empty());
          });
        }
      }
      store.deleteAll(all(moves)).stream()
          .findFirst()
          .ifPresent(failure -> {
            throw new StoreException.Unavailable(
                "not all of %s could be deleted after it was copied: %s".formatted(from, failure),
                null);
          });
      moved += moves.size();
      token = page.next();
      if (token.isPresent()) {
        log.info("renaming {} to {}: {} objects so far", from, to, moved);
      }
    } while (token.isPresent());
    return itself;
  }

  private static <T> List<T> all(List<Callable<T>> work) {
    Semaphore turns = new Semaphore(PARALLEL);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<T>> results = new ArrayList<>();
      for (Callable<T> each : work) {
        turns.acquire();
        results.add(
            threads.submit(() -> {
              try {
                return each.call();
              } finally {
                turns.release();
              }
            }));
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
