package io.windlass.fs;

import io.windlass.fs.write.Background;
import io.windlass.fs.write.BaseObject;
import io.windlass.fs.write.StagedFile;
import io.windlass.fs.write.StagedId;
import io.windlass.fs.write.StagedView;
import io.windlass.fs.write.Staging;
import io.windlass.fs.write.UploadLedger;
import io.windlass.store.Deadline;
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
final class Written implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Written.class);
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

  private final List<Lock> locks =
      IntStream.range(0, LOCKS).<Lock>mapToObj(_ -> new ReentrantLock()).toList();

  /**
   * Goes on with what an earlier process left.
   *
   * @param staging where files are written; empty: nothing ever is
   * @param instance tells this volume's nodes from those of a mount before it
   */
  Written(Optional<Staging> staging, StateDirectory state, Metadata metadata, long instance) {
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
  boolean isPossible() {
    return staging.isPresent();
  }

  private Staging staging() {
    return staging.orElseThrow(FsException::readOnly);
  }

  UploadLedger uploads() {
    return staging().uploads();
  }

  Background background() {
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
      view.etag().ifPresent(etag -> inodes.version(node, Facts.version(etag)));
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
  void publishOrphans(Predicate<String> settled) {
    for (StagedFile file : List.copyOf(orphans)) {
      if (settled.test(file.key()) && orphans.remove(file)) {
        log.info("{} was written and not published before; publishing it", file.key());
        publishLater(file);
      }
    }
  }

  /** All that are at a key, or below it if it is the prefix of a directory; orphans too. */
  List<StagedFile> under(String key) {
    List<StagedFile> found = new ArrayList<>(key.endsWith("/") ? below(key) : List.of());
    at(key).ifPresent(found::add);
    orphans.stream()
        .filter(file -> key.endsWith("/") ? file.key().startsWith(key) : file.key().equals(key))
        .forEach(found::add);
    return found;
  }

  /** What a node is, if that may be more than the bucket has. */
  Optional<StagedFile> ofNode(long node) {
    return Optional.ofNullable(nodes.get(node));
  }

  /** What is at a key, likewise. */
  Optional<StagedFile> at(String key) {
    return Optional.ofNullable(keys.get(key));
  }

  /** All that are at keys with this beginning. */
  List<StagedFile> below(String prefix) {
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
  StagedFile create(Inode node, String key, Map<String, String> described, Instant now) {
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

  /** Guards a node while it is opened, closed, or gets what it is written in. */
  Lock lock(long node) {
    return locks.get(Math.floorMod(node, LOCKS));
  }

  /** Has the bucket have all that was written to it. Waits. */
  void publish(StagedFile file) {
    StagedView before = file.view();
    if (before.dirty() && !before.unlinked()) {
      file.publish();
      Deadline.progress();
    }
  }

  private void publishLater(StagedFile file) {
    staging().publishLater(file);
  }

  private void published(StagedFile file) {
    StagedView view = file.view();
    if (view.unlinked()) {
      return;
    }
    if (file.id().instance() != instance) {
      metadata.forget(file.key());
      file.discard();
      return;
    }
    view.etag()
        .ifPresent(etag -> {
          inodes.version(file.id().node(), Facts.version(etag));
          metadata.wrote(file.key(), Facts.of(view));
        });
    closed(file.id().node());
  }

  /** A handle of the node was closed: if it was the last, nothing is kept that is not needed. */
  void closed(long node) {
    Lock lock = lock(node);
    lock.lock();
    try {
      StagedFile file = nodes.get(node);
      if (file == null || handles.isOpen(node)) {
        return;
      }
      StagedView view = file.view();
      if (view.unlinked() || view.conflict() || !view.dirty()) {
        drop(file);
      } else {
        publishLater(file);
      }
    } finally {
      lock.unlock();
    }
  }

  /** What was written to it is not to happen. */
  void giveUp(StagedFile file) {
    Lock lock = lock(file.id().node());
    lock.lock();
    try {
      if (!handles.isOpen(file.id().node())) {
        drop(file);
      }
    } finally {
      lock.unlock();
    }
  }

  private void drop(StagedFile file) {
    if (file.view().conflict()) {
      log.warn("{} was changed elsewhere; what was written here is given up", file.key());
      metadata.forget(file.key());
    }
    long node = file.id().node();
    nodes.remove(node, file);
    keys.remove(file.key(), file);
    file.discard();
    inodes.forget(node, 1);
  }

  /** Its key leads to it no more; those who have it open go on with it. */
  void unlinked(StagedFile file) {
    unlessDropped(
        file,
        () -> {
          keys.remove(file.key(), file);
          file.unlinked();
        });
    closed(file.id().node());
  }

  /** It is at another key now, as this version if it is in the bucket. */
  void moved(StagedFile file, String key, Optional<String> etag) {
    unlessDropped(
        file,
        () -> {
          keys.remove(file.key(), file);
          file.moved(key, etag);
          keys.put(key, file);
        });
  }

  /** Whether this is what its node is, and not given up yet. Held files are not given up. */
  boolean has(StagedFile file) {
    return nodes.get(file.id().node()) == file;
  }

  /** Its object was moved while it was held. */
  void rekeyed(StagedFile file, String from) {
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

  /** The kernel says that a file was closed whenever it likes, also while its name changes. */
  private void unlessDropped(StagedFile file, Runnable change) {
    Lock lock = lock(file.id().node());
    lock.lock();
    try {
      if (has(file)) {
        change.run();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Publishes what is staged, for at most that long; the rest stays staged. */
  void publishAll(Duration patience) {
    staging.ifPresent(each -> each.publishAll(patience));
  }

  @Override
  public void close() {
    staging.ifPresent(Staging::close);
  }
}
