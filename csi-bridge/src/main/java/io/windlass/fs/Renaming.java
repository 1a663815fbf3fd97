package io.windlass.fs;

import io.windlass.fs.write.StagedFile;
import io.windlass.fs.write.StagedView;
import io.windlass.fs.write.WriteException;
import io.windlass.store.Condition;
import io.windlass.store.Errno;
import io.windlass.store.ObjectInfo;
import io.windlass.store.ObjectStore;
import io.windlass.store.StoreException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renames files and directories: the server copies, then the old names go. What was begun is noted
 * before, so that it is finished whoever dies.
 */
final class Renaming {
  private static final Logger log = LoggerFactory.getLogger(Renaming.class);

  private final ObjectStore store;
  private final InodeTable inodes;
  private final HandleTable handles;
  private final Tree tree;
  private final Metadata metadata;
  private final Written written;
  private final Markers markers;
  private final Deeds deeds;
  private final Intents intents;
  private final ServerCopies copies;
  private final Changing changing;
  private final Removing removing;
  private final DirectoryTimes times;
  private volatile CompletableFuture<Void> finishing = CompletableFuture.completedFuture(null);

  Renaming(
      ObjectStore store,
      StateDirectory state,
      Tree tree,
      Metadata metadata,
      Written written,
      Markers markers,
      Intents intents,
      ServerCopies copies,
      Changing changing,
      Removing removing,
      DirectoryTimes times) {
    this.store = store;
    this.inodes = state.inodes();
    this.handles = state.handles();
    this.deeds = state.deeds();
    this.tree = tree;
    this.metadata = metadata;
    this.written = written;
    this.markers = markers;
    this.intents = intents;
    this.copies = copies;
    this.changing = changing;
    this.removing = removing;
    this.times = times;
  }

  /**
   * Renames what {@code there} says is at {@code from}.
   *
   * @param replace whether what is at {@code to} is replaced; else it is {@code EEXIST}
   */
  Done rename(Spot from, Entry there, Spot to, boolean replace, RequestId request) {
    return deeds.once(
        request,
        again -> {
          Entry source = again ? afterOthers(from, to) : there;
          if (isDirectory(from, source)
              || (again && source.isNothing() && wasDirectory(from, to))) {
            directory(from, to, replace, again);
          } else {
            file(from, to, replace, again);
          }
          times.touch(from.around());
          times.touch(to.around());
          return Done.DONE;
        });
  }

  /** What is there when nobody finishes renames any more, of which this may be one. */
  private Entry afterOthers(Spot from, Spot to) {
    finishing.join();
    metadata.forget(from.path());
    metadata.forget(to.path());
    return metadata.ask(from.path());
  }

  private boolean isDirectory(Spot from, Entry there) {
    return there.directory() && written.at(from.path()).isEmpty();
  }

  /** Nothing is left of what a process before this renamed, but that has a node. */
  private boolean wasDirectory(Spot from, Spot to) {
    return inodes.find(from.parent().id(), Kind.DIRECTORY, from.text()).isPresent()
        || inodes.find(to.parent().id(), Kind.DIRECTORY, to.text()).isPresent();
  }

  private void file(Spot from, Spot to, boolean replace, boolean again) {
    written.at(from.path()).ifPresent(written::publish);
    Optional<Facts> known = metadata.file(from.path());
    if (known.isEmpty()) {
      Optional<Facts> done = again ? metadata.file(to.path()) : Optional.empty();
      moved(from, to, done.orElseThrow(() -> missing(from)));
      return;
    }
    Facts facts = known.get();
    Condition condition = replace ? Condition.always() : Condition.ifAbsent();
    if (!replace && !again) {
      absent(to, written.at(to.path()).isEmpty() && metadata.ask(to.path()).file().isEmpty());
    }
    Optional<Inode> node = inodes.find(from.parent().id(), Kind.FILE, from.text());
    node.filter(open -> handles.isOpen(open.id())).ifPresent(open -> hold(open, facts));
    Optional<StagedFile> replaced = removing.pulled(to);
    OptionalLong replacedSize = removing.size(to, replaced);
    markers.keep(from.around(), from.path());
    Optional<StagedFile> own = written.at(from.path());
    Intents.Begun intent = intents.begin(new Intents.Rename(from.path(), to.path(), facts.etag()));
    Optional<ObjectInfo> copy;
    // What is published to the old name between the copy and the deletion would be lost.
    try (Holds holds = Holds.of(own.stream())) {
      copy =
          own.isPresent() && !own.get().view().etag().equals(Optional.of(facts.etag()))
              ? Optional.empty()
              : Optional.of(copy(from, facts, to, again ? Condition.always() : condition));
      if (copy.isPresent()) {
        store.delete(from.path(), Condition.always());
        Optional<String> etag = copy.map(ObjectInfo::etag);
        holds.files().stream().filter(written::has).forEach(file -> file.moved(to.path(), etag));
      }
    } catch (StoreException.PreconditionFailed e) {
      intent.end();
      throw replace ? e : exists(to);
    } catch (StoreException.NotFound e) {
      // Others took it, or what a process had sent before it died came late.
      copy = Optional.empty();
    }
    if (copy.isEmpty()) {
      // It was published meanwhile, or went.
      intent.end();
      file(from, to, replace, again);
      return;
    }
    removing.gone(to, replaced);
    removing.uncount(to, replacedSize);
    own.ifPresent(file -> written.rekeyed(file, from.path()));
    moved(
        from,
        to,
        new Facts(facts.size(), copy.get().etag(), copy.get().lastModified(), facts.metadata()));
    intent.end();
  }

  private ObjectInfo copy(Spot from, Facts facts, Spot to, Condition condition) {
    return copies.copy(from.path(), facts.etag(), facts.size(), to.path(), condition);
  }

  /** Those who have it open go on with it under its new key. */
  private void hold(Inode node, Facts facts) {
    if (facts.version() != node.version()) {
      return;
    }
    Lock lock = written.lock(node.id());
    lock.lock();
    try {
      changing.staged(node, facts);
    } finally {
      lock.unlock();
    }
  }

  private void moved(Spot from, Spot to, Facts facts) {
    written
        .at(from.path())
        .ifPresent(file -> written.moved(file, to.path(), Optional.of(facts.etag())));
    inodes
        .find(from.parent().id(), Kind.FILE, from.text())
        .ifPresent(node -> {
          inodes.version(node.id(), facts.version());
          inodes.move(node.id(), to.parent().id(), to.text());
        });
    metadata.removed(from.path());
    metadata.wrote(to.path(), facts);
    written.at(to.path()).ifPresent(file -> written.closed(file.id().node()));
  }

  private void directory(Spot from, Spot to, boolean replace, boolean again) {
    if (to.within().startsWith(from.within())) {
      throw new FsException(Errno.EINVAL, "a directory cannot be moved into itself");
    }
    if (!again) {
      if (!replace) {
        absent(to, !metadata.ask(to.path()).directory());
      }
      removing.empty(to);
    }
    boolean replaced = !again && markers.has(to.within());
    List<StagedFile> inside = written.below(from.within());
    inside.forEach(written::publish);
    openBelow(from.within());
    markers.keep(from.around(), from.within());
    Intents.Begun intent = intents.begin(new Intents.Rename(from.within(), to.within(), ""));
    Map<StagedFile, String> before = new HashMap<>();
    try (Holds holds = Holds.of(written.below(from.within()).stream())) {
      boolean marked = copies.moveAll(from.within(), to.within());
      if (replaced && marked) {
        removing.uncount(to, OptionalLong.of(0));
      }
      for (StagedFile file : holds.files()) {
        before.put(file, file.key());
        moved(file, to.within() + file.key().substring(from.within().length()));
      }
    }
    before.forEach(written::rekeyed);
    movedDirectory(from, to);
    intent.end();
  }

  private void movedDirectory(Spot from, Spot to) {
    inodes
        .find(from.parent().id(), Kind.DIRECTORY, from.text())
        .ifPresent(node -> inodes.move(node.id(), to.parent().id(), to.text()));
    markers.forgetBelow(from.within());
    metadata.removedDirectory(from.path());
    metadata.movedDirectory(to.path());
  }

  /** What is not in the bucket yet just gets another key. */
  private void moved(StagedFile file, String key) {
    if (written.has(file)) {
      Optional<Facts> facts = metadata.file(key);
      file.moved(key, facts.map(Facts::etag));
      facts.ifPresent(known -> inodes.version(file.id().node(), known.version()));
    }
  }

  /** Files that are open below a directory go on under their new keys. */
  private void openBelow(String prefix) {
    for (HandleTable.Handle handle : handles.files()) {
      Optional<Inode> node = inodes.get(handle.node());
      if (node.isPresent()
          && written.ofNode(handle.node()).isEmpty()
          && tree.path(node.get()).startsWith(prefix)) {
        metadata.file(tree.path(node.get())).ifPresent(facts -> hold(node.get(), facts));
      }
    }
  }

  /**
   * Finishes, beside everything else, what processes began that are not there any more. What cannot
   * be finished is left to the next. {@code then} is run when that is over.
   */
  void finishLeft(Runnable then) {
    List<Intents.Begun> left = intents.left();
    if (left.isEmpty()) {
      then.run();
      return;
    }
    finishing =
        CompletableFuture.runAsync(
            () -> {
              try {
                left.forEach(this::finishIfPossible);
              } finally {
                then.run();
              }
            },
            work -> Thread.ofVirtual().name("renames").start(work));
  }

  private void finishIfPossible(Intents.Begun begun) {
    try {
      finish(begun);
    } catch (StoreException | WriteException | FsException e) {
      log.warn(
          "the rename of {} to {} is half done: {}",
          begun.rename().from(),
          begun.rename().to(),
          e.getMessage());
    }
  }

  private void finish(Intents.Begun begun) {
    Intents.Rename rename = begun.rename();
    log.info("finishing the rename of {} to {}", rename.from(), rename.to());
    Map<StagedFile, String> before = new HashMap<>();
    // What was written to what is renamed goes along; at the old name it would be lost.
    try (Holds holds = Holds.of(written.under(rename.from()).stream())) {
      if (rename.isDirectory()) {
        copies.moveAll(rename.from(), rename.to());
      } else {
        finishFile(rename);
      }
      for (StagedFile file : holds.files()) {
        before.put(file, file.key());
        follow(file, rename);
      }
    }
    before.forEach((file, key) -> {
      if (written.has(file)) {
        written.rekeyed(file, key);
      }
    });
    metadata.forget(rename.from());
    metadata.forget(rename.to());
    begun.end();
  }

  /** Unless it was a conflict already, with what is not what was renamed. */
  private void follow(StagedFile file, Intents.Rename rename) {
    StagedView view = file.view();
    String key = rename.to() + file.key().substring(rename.from().length());
    if (!view.published()) {
      file.moved(key, Optional.empty());
    } else if (rename.isDirectory() || view.etag().equals(Optional.of(rename.etag()))) {
      metadata
          .file(key)
          .ifPresent(facts -> {
            file.moved(key, Optional.of(facts.etag()));
            if (written.has(file)) {
              inodes.version(file.id().node(), facts.version());
            }
          });
    }
  }

  private void finishFile(Intents.Rename rename) {
    Optional<Facts> source =
        metadata.file(rename.from()).filter(found -> found.etag().equals(rename.etag()));
    if (source.isPresent()) {
      Facts facts = source.get();
      copies.copy(rename.from(), facts.etag(), facts.size(), rename.to(), Condition.always());
      store.delete(rename.from(), Condition.always());
    }
  }

  private static FsException missing(Spot spot) {
    return new FsException(Errno.ENOENT, spot.path() + " is not there");
  }

  private static void absent(Spot spot, boolean absent) {
    if (!absent) {
      throw exists(spot);
    }
  }

  private static FsException exists(Spot spot) {
    return new FsException(Errno.EEXIST, spot.path() + " exists");
  }
}
