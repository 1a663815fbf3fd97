package io.windlass.fs;

import io.windlass.store.StoreException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;

/**
 * Asks for the metadata of files that a listing does not say it of: one request for each, but many
 * at a time, so that a directory takes not much longer than one.
 */
final class Describing {
  private static final int PARALLEL = 64;

  private final Metadata metadata;
  private final Semaphore turns = new Semaphore(PARALLEL);
  private final Map<String, FutureTask<Optional<Facts>>> asking = new ConcurrentHashMap<>();

  Describing(Metadata metadata) {
    this.metadata = metadata;
  }

  /** Begins to ask for a file that was listed, if that is needed. */
  void ahead(String key) {
    if (known(key).isPresent()) {
      return;
    }
    FutureTask<Optional<Facts>> task = new FutureTask<>(() -> ask(key));
    if (asking.putIfAbsent(key, task) == null) {
      Thread.ofVirtual().name("describe").start(task);
    }
  }

  /** All that is known of a file that was listed; empty if it could not be had. */
  Optional<Facts> facts(String key) {
    ahead(key);
    FutureTask<Optional<Facts>> task = asking.get(key);
    if (task == null) {
      return known(key);
    }
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException e) {
      // It is asked for again when somebody looks at it.
      return Optional.empty();
    }
  }

  /** In the cache nothing counts that does not say everything. */
  private Optional<Facts> known(String key) {
    return metadata.cached(key).flatMap(Entry::file);
  }

  private Optional<Facts> ask(String key) throws InterruptedException {
    turns.acquire();
    try {
      long now = metadata.now();
      Optional<Facts> facts = metadata.file(key);
      metadata.described(key, facts, now);
      return facts;
    } catch (StoreException e) {
      return Optional.empty();
    } finally {
      turns.release();
      asking.remove(key);
    }
  }
}
