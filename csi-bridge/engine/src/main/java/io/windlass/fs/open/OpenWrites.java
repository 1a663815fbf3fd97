package io.windlass.fs.open;

import io.windlass.error.DriverException;
import io.windlass.fs.FsException;
import io.windlass.fs.inode.HandleTable;
import io.windlass.fs.inode.Inode;
import io.windlass.fs.inode.InodeTable;
import io.windlass.fs.inode.StateDirectory;
import io.windlass.fs.journal.BaseObject;
import io.windlass.fs.journal.StagedId;
import io.windlass.fs.key.Keys;
import io.windlass.fs.listing.Metadata;
import io.windlass.fs.lock.LockRank;
import io.windlass.fs.lock.RankedLock;
import io.windlass.fs.posix.ObjectStat;
import io.windlass.fs.staging.StagedFile;
import io.windlass.fs.staging.StagedView;
import io.windlass.fs.staging.Staging;
import io.windlass.fs.staging.UnpublishedChanges;
import io.windlass.fs.upload.Background;
import io.windlass.fs.upload.UploadLedger;
import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import io.windlass.operation.Deadline;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Table of the files of a volume that are being written, by node and by key. While a node has such
 * a file, the file determines what the node contains: the bucket may be behind.
 *
 * <p>A node gets such a file when it is created or opened for writing, and keeps it until all its
 * handles are closed and the bucket has all changes. Until then the node is not forgotten.
 */
public final class OpenWrites implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(OpenWrites.class);
  private static final int LOCKS = 64;

  private final Optional<Staging> staging;
  private final InodeTable inodes;
  private final HandleTable handles;
  private final Metadata metadata;
  private final long instance;
  private final Map<Long, StagedFile> nodes = new ConcurrentHashMap<>();
  private final NavigableMap<String, StagedFile> keys = new ConcurrentSkipListMap<>(Keys.ORDER);

  /** Files that a mount of which both processes died has left, until they are published. */
  private final Set<StagedFile> orphans = ConcurrentHashMap.newKeySet();

  /** Number of users of a file that have no handle of it. Changed under the lock of its node. */
  private final Map<StagedFile, Integer> used = new ConcurrentHashMap<>();

  /**
   * Files that no program has opened for writing: they exist for a change that is published at
   * once.
   */
  private final Set<StagedFile> passing = ConcurrentHashMap.newKeySet();

  /**
   * Files of {@link #passing} whose change was reported as failed, so that it must not be published
   * later.
   */
  private final Set<StagedFile> failed = ConcurrentHashMap.newKeySet();

  /** Files of which a commit is under way. */
  private final Set<StagedFile> committing = ConcurrentHashMap.newKeySet();

  private final List<Lock> locks =
      IntStream.range(0, LOCKS)
          .<Lock>mapToObj(_ -> RankedLock.of(LockRank.INODE, new ReentrantLock()))
          .toList();

  /**
   * Creates the table, with the files that an earlier process left.
   *
   * @param staging place on local disk for files that are written, closed if this fails; empty: the
   *     volume is read-only
   * @param instance number that distinguishes the nodes of this volume from those of an earlier
   *     mount
   */
  public OpenWrites(
      Optional<Staging> staging, StateDirectory state, Metadata metadata, long instance) {
    this.staging = staging;
    this.inodes = state.inodes();
    this.handles = state.handles();
    this.metadata = metadata;
    this.instance = instance;
    staging.ifPresent(used -> {
      used.onPublished(this::published);
      used.onConflict(this::conflicted);
      try {
        used.files().forEach(this::adopt);
      } catch (RuntimeException | Error e) {
        used.close();
        throw e;
      }
    });
  }

  /** Returns whether files can be written at all. */
  public boolean isPossible() {
    return staging.isPresent();
  }

  /** Returns the changes of all files that the bucket does not have. */
  public UnpublishedChanges unpublished() {
    return staging.map(Staging::unpublished).orElse(UnpublishedChanges.NOTHING);
  }

  /** Returns the number of bytes that the staged files take on local disk. */
  public long stagedBytes() {
    return staging.map(Staging::usedBytes).orElse(0L);
  }

  /** Returns the directory of the staged files; empty if the volume is read-only. */
  public Optional<Path> stagedIn() {
    return staging.map(Staging::directory);
  }

  private Staging staging() {
    return staging.orElseThrow(FsException::readOnly);
  }

  public UploadLedger uploads() {
    return staging().uploads();
  }

  public Background background() {
    return staging().background();
  }

  private void adopt(StagedFile file) {
    StagedView view = file.view();
    if (file.id().instance() != instance) {
      if (file.isCutShort()) {
        notWhole(file);
      }
      if (view.unlinked() || !view.dirty() || file.isCutShort()) {
        file.discard();
      } else {
        orphans.add(file);
      }
      return;
    }
    long node = file.id().node();
    nodes.put(node, file);
    if (!view.unlinked()) {
      keys.put(file.key(), file);
      view.revision().ifPresent(revision -> inodes.version(node, ObjectStat.version(revision)));
    }
    if (!handles.isOpen(node)) {
      closed(node);
    }
  }

  private static void notWhole(StagedFile file) {
    log.warn("{} is not published: there was no room on local disk for all of it", file.key());
  }

  /**
   * Publishes, in the background, files that a mount of which both processes died has left.
   *
   * @param settled whether no rename that affects a key is unfinished; files at other keys are left
   *     for the next call
   */
  public void publishOrphans(Predicate<String> settled) {
    for (StagedFile file : List.copyOf(orphans)) {
      if (!settled.test(file.key())) {
        continue;
      }
      if (file.view().conflict()) {
        conflicted(file);
        continue;
      }
      if (publishLater(file)) {
        log.info("{} was written before and not yet published; publishing it", file.key());
      }
    }
  }

  /**
   * Publishes files that an earlier mount has left at these paths or below, before the paths are
   * changed: publishing them later would undo the change.
   *
   * @throws DriverException if a file cannot be published now
   */
  public void publishOrphans(List<String> paths) {
    for (StagedFile file : List.copyOf(orphans)) {
      if (paths.stream().anyMatch(path -> Keys.isWithin(file.key(), path))) {
        settle(file);
      }
    }
  }

  private static void settle(StagedFile orphan) {
    try {
      if (!orphan.isGone() && !orphan.view().conflict()) {
        orphan.publish();
      }
    } catch (DriverException.PreconditionFailed e) {
      if (!orphan.view().conflict()) {
        throw e;
      }
      // The bucket has a version from another client, and the change applies to that version.
      log.debug("another client changed an object whose changes were not yet published", e);
    }
  }

  /**
   * Returns all files at a key, or below it if the key is the prefix of a directory; also files
   * that an earlier mount left.
   */
  public List<StagedFile> under(String key) {
    List<StagedFile> found = new ArrayList<>(key.endsWith("/") ? below(key) : List.of());
    at(key).ifPresent(found::add);
    orphans.stream()
        .filter(file -> key.endsWith("/") ? file.key().startsWith(key) : file.key().equals(key))
        .forEach(found::add);
    return found;
  }

  /** Returns the file of a node that is being written; empty if the bucket has all of the node. */
  public Optional<StagedFile> ofNode(long node) {
    return Optional.ofNullable(nodes.get(node));
  }

  /** Returns the file at a key that is being written; empty if the bucket has all of it. */
  public Optional<StagedFile> at(String key) {
    return Optional.ofNullable(keys.get(key));
  }

  /** Returns all files whose keys begin with {@code prefix}. */
  public List<StagedFile> below(String prefix) {
    List<StagedFile> found = new ArrayList<>();
    for (StagedFile file : keys.tailMap(prefix, true).values()) {
      if (!file.key().startsWith(prefix)) {
        break;
      }
      found.add(file);
    }
    return found;
  }

  /** Adds a file that is not in the bucket yet. */
  public StagedFile create(
      Inode node,
      String key,
      Map<String, String> described,
      ObjectProperties properties,
      Instant now) {
    inodes.again(node.id());
    StagedId id = new StagedId(instance, node.id());
    return added(node.id(), staging().create(id, key, described, properties, now));
  }

  /**
   * Adds a file for a node that is about to be changed. {@code base} is its object in the bucket,
   * which keeps its properties.
   */
  StagedFile over(Inode node, BaseObject base, Optional<ObjectProperties> properties) {
    inodes.again(node.id());
    return added(node.id(), staging().over(new StagedId(instance, node.id()), base, properties));
  }

  private StagedFile added(long node, StagedFile file) {
    nodes.put(node, file);
    keys.put(file.key(), file);
    return file;
  }

  /**
   * Returns the lock of a node. It guards which file the node is written in, and whether that file
   * is in use. A thread that has it must not wait for the network or for a {@linkplain
   * StagedFile#hold held} file.
   */
  public Lock lock(long node) {
    return locks.get(Math.floorMod(node, LOCKS));
  }

  /** Use of the file that a node is written in: the file is not discarded until this is closed. */
  public final class Use implements AutoCloseable {
    private final StagedFile file;

    private Use(StagedFile file) {
      this.file = file;
    }

    public StagedFile file() {
      return file;
    }

    /**
     * Records that a handle is about to be opened: from now on the file may contain writes of
     * programs.
     */
    public void opening() {
      locked(file, () -> passing.remove(file));
    }

    /**
     * Returns whether the bucket lacks writes of a program, which may have closed the file since. A
     * change that is made after such writes is published in the background with them.
     */
    public boolean isBehind() {
      return !passing.contains(file) && isNeeded(file);
    }

    /**
     * Records that the change of the file is reported as failed, so that it is not published later.
     */
    public void failed() {
      locked(
          file,
          () -> {
            boolean alone = used.getOrDefault(file, 0) == 1 && !handles.isOpen(file.id().node());
            if (alone && passing.contains(file)) {
              failed.add(file);
            }
          });
    }

    @Override
    public void close() {
      locked(file, () -> used.computeIfPresent(file, (_, count) -> count == 1 ? null : count - 1));
      closed(file.id().node());
    }
  }

  private void locked(StagedFile file, Runnable work) {
    Lock lock = lock(file.id().node());
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Uses the file that a node is written in. Adds a file over {@code base} if it has none.
   *
   * @param properties of the object; empty: they are read when the file is published
   */
  public Use use(Inode node, Supplier<BaseObject> base, Optional<ObjectProperties> properties) {
    Lock lock = lock(node.id());
    lock.lock();
    try {
      StagedFile file = ofNode(node.id()).orElseGet(() -> begin(node, base.get(), properties));
      failed.remove(file);
      used.merge(file, 1, Integer::sum);
      return new Use(file);
    } finally {
      lock.unlock();
    }
  }

  private StagedFile begin(Inode node, BaseObject base, Optional<ObjectProperties> properties) {
    StagedFile file = over(node, base, properties);
    passing.add(file);
    return file;
  }

  /** Publishes all that was written to the file. Waits. */
  public void publish(StagedFile file) {
    StagedView before = file.view();
    if (before.dirty() && !before.unlinked()) {
      file.publish();
      Deadline.progress();
    }
  }

  /**
   * Publishes, in the background, what programs have written to files that they have open, as fsync
   * would. A file of which an earlier commit is under way is left to that.
   */
  public void commit() {
    for (StagedFile file : nodes.values()) {
      if (isNeeded(file) && !passing.contains(file) && committing.add(file)) {
        background().repeat("commit " + file.key(), () -> committed(file));
      }
    }
  }

  private boolean committed(StagedFile file) {
    try {
      if (!file.isGone() && isNeeded(file)) {
        publish(file);
      }
    } catch (DriverException.PreconditionFailed e) {
      if (!file.view().conflict()) {
        throw e;
      }
      log.debug("another client changed {}: its fsync or close tells the program", file.key(), e);
    }
    return committing.remove(file);
  }

  private boolean publishLater(StagedFile file) {
    return staging().publishLater(file);
  }

  /**
   * Returns the stat of the object of a file that was published. It may have been changed since.
   */
  private static ObjectStat objectStat(StagedFile file, StagedView view) {
    return file.base()
        .filter(_ -> view.dirty())
        .map(base ->
            new ObjectStat(
                base.size(),
                base.revision(),
                base.modified(),
                Optional.of(base.metadata()),
                view.properties()))
        .orElseGet(() -> ObjectStat.of(view));
  }

  /**
   * Handles the news that a file was published. The file is still held, so its name has not changed
   * since.
   */
  private void published(StagedFile file) {
    StagedView view = file.view();
    if (view.unlinked()) {
      return;
    }
    if (file.id().instance() != instance) {
      metadata.forget(file.key());
      orphans.remove(file);
      file.discard();
      return;
    }
    view.revision()
        .ifPresent(revision -> {
          inodes.version(file.id().node(), ObjectStat.version(revision));
          metadata.wrote(file.key(), objectStat(file, view));
        });
    closed(file.id().node());
  }

  /**
   * Handles the news that the object of a file is another client's, found in the background: no
   * program can be told. What was written is kept aside, as soon as nobody uses it.
   */
  private void conflicted(StagedFile file) {
    if (file.id().instance() != instance) {
      try (StagedFile.Held _ = file.hold()) {
        if (!file.isGone()) {
          orphans.remove(file);
          file.retire();
          file.discardAside();
        }
      }
      return;
    }
    closed(file.id().node());
  }

  /**
   * Handles the end of a use of a node. If nothing else uses it, its file is discarded; if it has
   * unpublished changes, it is published in the background instead. Waits for a thread that
   * publishes the file or changes its name.
   */
  public void closed(long node) {
    StagedFile file = nodes.get(node);
    if (file == null || isUsed(file)) {
      return;
    }
    if (isNeeded(file)) {
      publishLater(file);
      return;
    }
    try (StagedFile.Held _ = file.hold()) {
      drop(file);
    }
    if (has(file) && !isUsed(file) && isNeeded(file)) {
      // The file was written to again meanwhile.
      publishLater(file);
    }
  }

  private boolean isUsed(StagedFile file) {
    return used.containsKey(file) || handles.isOpen(file.id().node());
  }

  /** Returns whether a file has changes that must be published. */
  private boolean isNeeded(StagedFile file) {
    StagedView view = file.view();
    return view.dirty()
        && !view.unlinked()
        && !view.conflict()
        && !file.isCutShort()
        && !failed.contains(file);
  }

  /** Discards a file that is held, unless it is needed after all. */
  private void drop(StagedFile file) {
    if (file.isGone()) {
      return;
    }
    // This may wait for the server, so it comes before the lock of the node is taken.
    file.retire();
    long node = file.id().node();
    Lock lock = lock(node);
    lock.lock();
    try {
      if (!has(file) || isUsed(file) || isNeeded(file)) {
        file.reuse();
        return;
      }
      boolean conflict = file.view().conflict();
      if (file.isCutShort()) {
        notWhole(file);
      }
      if (conflict || file.isCutShort()) {
        metadata.forget(file.key());
      }
      failed.remove(file);
      passing.remove(file);
      nodes.remove(node, file);
      keys.remove(file.key(), file);
      if (conflict) {
        file.discardAside();
      } else {
        file.discard();
      }
      inodes.forget(node, 1);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Records that a file was unlinked: its key no longer leads to it. Programs that have it open can
   * still use it.
   */
  public void unlinked(StagedFile file) {
    try (StagedFile.Held _ = file.hold()) {
      if (!file.isGone()) {
        file.unlinked();
      }
      locked(file, () -> keys.remove(file.key(), file));
    }
    closed(file.id().node());
  }

  /** Records that a file is at another key now, with this revision if it is in the bucket. */
  public void moved(StagedFile file, String key, Optional<Revision> revision) {
    try (StagedFile.Held _ = file.hold()) {
      if (has(file)) {
        String before = file.key();
        file.moved(key, revision);
        rekeyed(file, before);
      }
    }
  }

  /**
   * Returns whether a file still determines what its node contains, that is, was not discarded.
   * Held files are not discarded.
   */
  public boolean has(StagedFile file) {
    return nodes.get(file.id().node()) == file;
  }

  /** Updates the table after the object of a held file was moved to another key. */
  public void rekeyed(StagedFile file, String from) {
    Lock lock = lock(file.id().node());
    lock.lock();
    try {
      keys.remove(from, file);
      if (has(file)) {
        keys.put(file.key(), file);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Publishes all changed files, for at most {@code patience}. Files that are not done by then stay
   * staged.
   */
  public void publishAll(Duration patience) {
    staging.ifPresent(each -> each.publishAll(patience));
  }

  @Override
  public void close() {
    staging.ifPresent(Staging::close);
  }
}
