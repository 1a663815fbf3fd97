package io.windlass.fs.metadata;

import io.windlass.fs.attribute.ObjectStat;
import io.windlass.fs.inode.Kind;
import io.windlass.store.Deadline;
import io.windlass.store.DriverException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;

/**
 * Asks for the metadata of files and directories that a listing does not say it of: one request for
 * each, but many at a time, so that a directory takes not much longer than one.
 */
public final class Describing {
  private static final int PARALLEL = 64;

  private final Metadata metadata;
  private final Semaphore turns = new Semaphore(PARALLEL);
  private final Map<Asked, FutureTask<Optional<ObjectStat>>> asking = new ConcurrentHashMap<>();

  /** Of a path that leads to a file, a directory, or one of each. */
  public record Asked(Kind kind, String path) {}

  public Describing(Metadata metadata) {
    this.metadata = metadata;
  }

  /** Begins to ask for something that was listed, if that is needed. */
  public void ahead(Asked what) {
    if (known(what).isPresent()) {
      return;
    }
    FutureTask<Optional<ObjectStat>> task = new FutureTask<>(() -> ask(what));
    if (asking.putIfAbsent(what, task) == null) {
      Thread.ofVirtual().name("describe").start(Deadline.carried(task));
    }
  }

  /** All that is known of what was listed; empty if it could not be had. */
  public Optional<ObjectStat> stat(Asked what) {
    ahead(what);
    FutureTask<Optional<ObjectStat>> task = asking.get(what);
    if (task == null) {
      return known(what);
    }
    try {
      return Results.of(task, "a lookup");
    } catch (DriverException e) {
      // It is asked for again when somebody looks at it.
      return Optional.empty();
    }
  }

  /** In the cache nothing counts that does not say everything. */
  private Optional<ObjectStat> known(Asked what) {
    return metadata
        .cached(what.path)
        .flatMap(what.kind == Kind.FILE ? PathEntry::file : PathEntry::marker);
  }

  private Optional<ObjectStat> ask(Asked what) throws InterruptedException {
    turns.acquire();
    try {
      return what.kind == Kind.FILE ? file(what.path) : directory(what.path);
    } catch (DriverException e) {
      return Optional.empty();
    } finally {
      turns.release();
      asking.remove(what);
    }
  }

  private Optional<ObjectStat> file(String key) {
    long now = metadata.now();
    Optional<ObjectStat> stat = metadata.file(key);
    metadata.described(key, stat, now);
    return stat;
  }

  private Optional<ObjectStat> directory(String path) {
    long now = metadata.now();
    ObjectStat marker = metadata.marker(path + "/");
    metadata.marked(path, marker, now);
    return Optional.of(marker);
  }
}
