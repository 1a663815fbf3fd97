package io.windlass.fs.staged;

import io.windlass.fs.FsException;
import io.windlass.fs.attribute.ObjectStat;
import io.windlass.fs.inode.HandleTable;
import io.windlass.fs.inode.Inode;
import io.windlass.fs.inode.InodeTable;
import io.windlass.fs.inode.StateDirectory;
import io.windlass.fs.key.Keys;
import io.windlass.fs.metadata.Metadata;
import io.windlass.fs.write.Background;
import io.windlass.fs.write.BaseObject;
import io.windlass.fs.write.StagedFile;
import io.windlass.fs.write.StagedId;
import io.windlass.fs.write.StagedView;
import io.windlass.fs.write.Staging;
import io.windlass.fs.write.UploadLedger;
import io.windlass.store.Deadline;
import io.windlass.store.DriverException;
import io.windlass.store.Revision;
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
 * The files of a volume that are being written, by node and by key. While a node has one, it is
 * what the node is: the bucket may be behind.
 *
 * <p>A node gets one when it is made, or opened for writing, and keeps it until all its handles are
 * closed and the bucket has everything. It is not forgotten while it has one.
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

  /** What a mount of which both processes died has left, until it is published. */
  private final Set<StagedFile> orphans = ConcurrentHashMap.newKeySet();

  /** How many use a file who have no handle of it. Changed under the lock of its node. */
  private final Map<StagedFile, Integer> used = new ConcurrentHashMap<>();

  /** Those that nobody has opened: they are there for a change that is published at once. */
  private final Set<StagedFile> passing = ConcurrentHashMap.newKeySet();

  /** Those of them of which the change was said to have failed: it must not happen later. */
  private final Set<StagedFile> failed = ConcurrentHashMap.newKeySet();

  private final List<Lock> locks =
      IntStream.range(0, LOCKS).<Lock>mapToObj(_ -> new ReentrantLock()).toList();

  /**
   * Goes on with what an earlier process left.
   *
   * @param staging where files are written; empty: nothing ever is
   * @param instance tells this volume's nodes from those of a mount before it
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
      used.files().forEach(this::adopt);
    });
  }

  /** Whether files can be written at all. */
  public boolean isPossible() {
    return staging.isPresent();
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
      if (view.unlinked() || !view.dirty()) {
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

  /**
   * Publishes what a mount of which both processes died has left, in the background.
   *
   * @param settled whether a key is what it is going to be; what is at another is left for the next
   *     time
   */
  public void publishOrphans(Predicate<String> settled) {
    for (StagedFile file : List.copyOf(orphans)) {
      if (!settled.test(file.key())) {
        continue;
      }
      if (file.view().conflict()) {
        orphans.remove(file);
      }
      if (publishLater(file)) {
        log.info("{} was written and not published before; publishing it", file.key());
      }
    }
  }

  /**
   * Publishes what an earlier mount has left at these paths, or below: a later change of them must
   * not be overtaken by it.
   *
   * @throws DriverException if that cannot be done now
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
      // The bucket has what somebody else made of it, and that is what is changed.
      log.debug("an orphan is in conflict", e);
    }
  }

  /** All that are at a key, or below it if it is the prefix of a directory; orphans too. */
  public List<StagedFile> under(String key) {
    List<StagedFile> found = new ArrayList<>(key.endsWith("/") ? below(key) : List.of());
    at(key).ifPresent(found::add);
    orphans.stream()
        .filter(file -> key.endsWith("/") ? file.key().startsWith(key) : file.key().equals(key))
        .forEach(found::add);
    return found;
  }

  /** What a node is, if that may be more than the bucket has. */
  public Optional<StagedFile> ofNode(long node) {
    return Optional.ofNullable(nodes.get(node));
  }

  /** What is at a key, likewise. */
  public Optional<StagedFile> at(String key) {
    return Optional.ofNullable(keys.get(key));
  }

  /** All that are at keys with this beginning. */
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

  /** A file that is not in the bucket yet. */
  public StagedFile create(Inode node, String key, Map<String, String> described, Instant now) {
    inodes.again(node.id());
    return added(
        node.id(), staging().create(new StagedId(instance, node.id()), key, described, now));
  }

  /** What a node is, now that it is to be changed. {@code base} is what the bucket has. */
  StagedFile over(Inode node, BaseObject base) {
    inodes.again(node.id());
    return added(node.id(), staging().over(new StagedId(instance, node.id()), base));
  }

  private StagedFile added(long node, StagedFile file) {
    nodes.put(node, file);
    keys.put(file.key(), file);
    return file;
  }

  /**
   * Guards which file a node is written in, and whether that is in use. Nobody waits for the
   * network or for a {@linkplain StagedFile#hold held} file while he has it.
   */
  public Lock lock(long node) {
    return locks.get(Math.floorMod(node, LOCKS));
  }

  /** What a node is written in, which is not given up until this is closed. */
  public final class Use implements AutoCloseable {
    private final StagedFile file;

    private Use(StagedFile file) {
      this.file = file;
    }

    public StagedFile file() {
      return file;
    }

    /** A handle is about to be opened: from now on the file has what its programs write. */
    public void opening() {
      locked(file, () -> passing.remove(file));
    }

    /**
     * Whether the bucket does not have yet what somebody wrote, who may have closed it. What is
     * changed after that follows in the background, as what was written does.
     */
    public boolean isBehind() {
      return !passing.contains(file) && isNeeded(file);
    }

    /** What was done to the file is said to have failed, so it must not happen later. */
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

  /** Uses what a node is written in; that is {@code base} if there was nothing before. */
  public Use use(Inode node, Supplier<BaseObject> base) {
    Lock lock = lock(node.id());
    lock.lock();
    try {
      StagedFile file = ofNode(node.id()).orElseGet(() -> begin(node, base.get()));
      failed.remove(file);
      used.merge(file, 1, Integer::sum);
      return new Use(file);
    } finally {
      lock.unlock();
    }
  }

  private StagedFile begin(Inode node, BaseObject base) {
    StagedFile file = over(node, base);
    passing.add(file);
    return file;
  }

  /** Has the bucket have all that was written to it. Waits. */
  public void publish(StagedFile file) {
    StagedView before = file.view();
    if (before.dirty() && !before.unlinked()) {
      file.publish();
      Deadline.progress();
    }
  }

  private boolean publishLater(StagedFile file) {
    return staging().publishLater(file);
  }

  /** What the bucket has of it; it may have been changed since. */
  private static ObjectStat published(StagedFile file, StagedView view) {
    return file.base()
        .filter(_ -> view.dirty())
        .map(base ->
            new ObjectStat(
                base.size(), base.revision(), base.modified(), Optional.of(base.metadata())))
        .orElseGet(() -> ObjectStat.of(view));
  }

  /** A file was published. It is still held, so nobody has changed its name since. */
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
          metadata.wrote(file.key(), published(file, view));
        });
    closed(file.id().node());
  }

  /**
   * Nobody uses a node any more, perhaps: then nothing is kept that is not needed, and the rest is
   * published in the background. Waits for who publishes the file, or changes its name.
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
      // It was written to again meanwhile.
      publishLater(file);
    }
  }

  private boolean isUsed(StagedFile file) {
    return used.containsKey(file) || handles.isOpen(file.id().node());
  }

  /** Whether it has what is to be published. */
  private boolean isNeeded(StagedFile file) {
    StagedView view = file.view();
    return view.dirty() && !view.unlinked() && !view.conflict() && !failed.contains(file);
  }

  /** Gives up a file that is held, unless it is needed after all. */
  private void drop(StagedFile file) {
    if (file.isGone()) {
      return;
    }
    // This may wait for the server; with the lock of a node nobody does.
    file.retire();
    long node = file.id().node();
    Lock lock = lock(node);
    lock.lock();
    try {
      if (!has(file) || isUsed(file) || isNeeded(file)) {
        file.reuse();
        return;
      }
      if (file.view().conflict()) {
        log.warn("{} was changed elsewhere; what was written here is given up", file.key());
        metadata.forget(file.key());
      }
      failed.remove(file);
      passing.remove(file);
      nodes.remove(node, file);
      keys.remove(file.key(), file);
      file.discard();
      inodes.forget(node, 1);
    } finally {
      lock.unlock();
    }
  }

  /** Its key leads to it no more; those who have it open go on with it. */
  public void unlinked(StagedFile file) {
    try (StagedFile.Held _ = file.hold()) {
      if (!file.isGone()) {
        file.unlinked();
      }
      locked(file, () -> keys.remove(file.key(), file));
    }
    closed(file.id().node());
  }

  /** It is at another key now, as this version if it is in the bucket. */
  public void moved(StagedFile file, String key, Optional<Revision> revision) {
    try (StagedFile.Held _ = file.hold()) {
      if (has(file)) {
        String before = file.key();
        file.moved(key, revision);
        rekeyed(file, before);
      }
    }
  }

  /** Whether this is what its node is, and not given up yet. Held files are not given up. */
  public boolean has(StagedFile file) {
    return nodes.get(file.id().node()) == file;
  }

  /** Its object was moved while it was held. */
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

  /** Publishes what is staged, for at most that long; the rest stays staged. */
  public void publishAll(Duration patience) {
    staging.ifPresent(each -> each.publishAll(patience));
  }

  @Override
  public void close() {
    staging.ifPresent(Staging::close);
  }
}
