package io.windlass.fs.listing;

import io.windlass.error.DriverException;
import io.windlass.fs.inode.Kind;
import io.windlass.fs.posix.ObjectStat;
import io.windlass.operation.Deadline;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/**
 * Reads the metadata of files and directories whose listing does not include it. Each takes a
 * request, but up to 64 run at a time, so that a directory takes not much longer than one.
 */
public final class Describing {
  private static final int PARALLEL = 64;

  private final Metadata metadata;
  private final DescribingAhead following;
  private final Semaphore turns = new Semaphore(PARALLEL);
  private final Map<Asked, FutureTask<Optional<ObjectStat>>> asking = new ConcurrentHashMap<>();

  /** Question for the metadata of the file or of the directory at a path; a path may have both. */
  public record Asked(Kind kind, String path) {}

  Describing(Metadata metadata) {
    this.metadata = metadata;
    this.following = new DescribingAhead(metadata, this);
  }

  /** Starts to read the metadata of a listed file or directory, unless it is known. */
  public void ahead(Asked what) {
    start(what, metadata::file);
  }

  private void start(Asked what, Function<String, Optional<ObjectStat>> file) {
    if (known(what).isPresent()) {
      return;
    }
    FutureTask<Optional<ObjectStat>> task = new FutureTask<>(() -> ask(what, file));
    if (asking.putIfAbsent(what, task) == null) {
      Thread.ofVirtual().name("describe").start(Deadline.carried(task));
    }
  }

  /**
   * Returns the stat of a listed file or directory with its metadata; empty if it could not be
   * read.
   */
  public Optional<ObjectStat> stat(Asked what) {
    ahead(what);
    FutureTask<Optional<ObjectStat>> task = asking.get(what);
    if (task == null) {
      return known(what);
    }
    try {
      return Results.of(task, "a lookup");
    } catch (DriverException e) {
      // A later lookup asks for it again.
      return Optional.empty();
    }
  }

  /**
   * Returns the cached stat. The cache returns no entry that lacks metadata which the volume shows.
   */
  public Optional<ObjectStat> known(Asked what) {
    return metadata
        .cached(what.path)
        .flatMap(what.kind == Kind.FILE ? PathEntry::file : PathEntry::marker);
  }

  /** Records that a lookup was answered from the cache. */
  public void used(String path) {
    following.used(path);
  }

  /**
   * Reads what a listed entry lacks, for a lookup of its name; and of those that follow, ahead.
   *
   * @return false if something could not be read, or is not there any more
   */
  boolean missing(String path, PathEntry entry) {
    boolean file = entry.file().filter(stat -> stat.metadata().isEmpty()).isPresent();
    boolean directory = entry.directory() && entry.marker().isEmpty();
    Asked ofFile = new Asked(Kind.FILE, path);
    if (file) {
      start(ofFile, metadata::wantedFile);
    }
    following.missed(path);
    return !(directory && stat(new Asked(Kind.DIRECTORY, path)).isEmpty())
        && !(file && stat(ofFile).isEmpty());
  }

  private Optional<ObjectStat> ask(Asked what, Function<String, Optional<ObjectStat>> file)
      throws InterruptedException {
    turns.acquire();
    try {
      return what.kind == Kind.FILE ? file(what.path, file) : directory(what.path);
    } catch (DriverException e) {
      return Optional.empty();
    } finally {
      turns.release();
      asking.remove(what);
    }
  }

  private Optional<ObjectStat> file(String key, Function<String, Optional<ObjectStat>> file) {
    long now = metadata.now();
    Optional<ObjectStat> stat = file.apply(key);
    metadata.described(key, stat, now);
    return stat;
  }

  private Optional<ObjectStat> directory(String path) {
    long now = metadata.now();
    OptionalLong listed = metadata.listings().unmarked(path + "/");
    ObjectStat marker = listed.isPresent() ? ObjectStat.UNMARKED : metadata.marker(path + "/");
    metadata.marked(path, marker, listed.orElse(now));
    return Optional.of(marker);
  }
}
