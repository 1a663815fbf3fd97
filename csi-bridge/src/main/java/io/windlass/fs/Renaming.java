package io.windlass.fs;

import io.windlass.fs.write.StagedFile;
import io.windlass.store.Condition;
import io.windlass.store.Deadline;
import io.windlass.store.Errno;
import io.windlass.store.ObjectInfo;
import io.windlass.store.ObjectStore;
import io.windlass.store.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Renames files and directories: the server copies, then the old names go. What was begun is noted
 * before, so that it is finished whoever dies.
 */
final class Renaming {
  /** How often a file is looked at again that others change while it is renamed. */
  private static final int ROUNDS = 8;

  private final ObjectStore store;
  private final InodeTable inodes;
  private final HandleTable handles;
  private final Tree tree;
  private final Metadata metadata;
  private final Written written;
  private final Markers markers;
  private final Deeds deeds;
  private final HalfDone halfDone;
  private final ServerCopies copies;
  private final Relocation relocation;
  private final Changing changing;
  private final Removing removing;
  private final DirectoryTimes times;

  Renaming(
      ObjectStore store,
      StateDirectory state,
      Tree tree,
      Metadata metadata,
      Written written,
      Markers markers,
      HalfDone halfDone,
      ServerCopies copies,
      Relocation relocation,
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
    this.halfDone = halfDone;
    this.copies = copies;
    this.relocation = relocation;
    this.changing = changing;
    this.removing = removing;
    this.times = times;
  }

  /**
   * Renames what {@code there} says is at {@code from}. Nobody else changes anything at both names
   * or below them meanwhile, and nothing is half renamed there.
   *
   * @param replace whether what is at {@code to} is replaced; else it is {@code EEXIST}
   */
  Done rename(Spot from, Entry there, Spot to, boolean replace, RequestId request) {
    return deeds.once(
        request,
        again -> {
          Entry source = again ? askedAnew(from, to) : there;
          // What is half done is finished before this comes again: what is still there was not
          // renamed, and is treated like that of a new request.
          boolean done = again && source.isNothing();
          if (isDirectory(from, source) || (done && wasDirectory(from, to))) {
            directory(from, to, replace, done);
          } else {
            file(from, to, replace, again);
          }
          times.touch(from.around());
          times.touch(to.around());
          return Done.DONE;
        });
  }

  /** What is there now that it has been finished, if it was half done. */
  private Entry askedAnew(Spot from, Spot to) {
    metadata.forget(from.path());
    metadata.forget(to.path());
    return metadata.askOfKnown(from.path());
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
    to.requireFile();
    for (int round = 1; !renamed(from, to, replace, again); round++) {
      if (round == ROUNDS) {
        throw new FsException(Errno.EAGAIN, from.path() + " is changed by others all the time");
      }
    }
  }

  /** Whether a file was renamed; if not, others replaced it meanwhile, or took it. */
  private boolean renamed(Spot from, Spot to, boolean replace, boolean again) {
    written.at(from.path()).ifPresent(written::publish);
    Optional<Facts> known = metadata.file(from.path());
    if (known.isEmpty()) {
      Optional<Facts> done = again ? metadata.file(to.path()) : Optional.empty();
      moved(from, to, done.orElseThrow(() -> missing(from)));
      return true;
    }
    Condition condition = replace ? Condition.always() : Condition.ifAbsent();
    if (!replace) {
      absent(to, written.at(to.path()).isEmpty() && metadata.ask(to.path()).file().isEmpty());
    }
    Optional<Inode> node = inodes.find(from.parent().id(), Kind.FILE, from.text());
    node.filter(open -> handles.isOpen(open.id())).ifPresent(open -> hold(open, known.get()));
    Optional<StagedFile> replaced = removing.pulled(to);
    OptionalLong there = removing.size(to, replaced);
    markers.keep(from.around(), from.path());
    Optional<StagedFile> own = written.at(from.path());
    Optional<Intents.Begun> intent = Optional.empty();
    Optional<Facts> made = Optional.empty();
    // What is published to the old name between the copy and the deletion would be lost, and what
    // is published to the new name would come before the copy or fail.
    try (Holds _ = Holds.of(Stream.concat(own.stream(), replaced.stream()).distinct())) {
      Optional<String> base = own.flatMap(file -> file.view().etag());
      Optional<Facts> source =
          base.isEmpty() || base.get().equals(known.get().etag())
              ? known
              // It was published meanwhile, or others replaced what is written over here.
              : metadata.file(from.path());
      if (source.isEmpty()) {
        return false;
      }
      Facts facts = source.get();
      intent = Optional.of(halfDone.begin(from, to, facts.etag()));
      ObjectInfo copy = copies.copy(from.path(), facts.etag(), facts.size(), to.path(), condition);
      made =
          Optional.of(new Facts(facts.size(), copy.etag(), copy.lastModified(), facts.metadata()));
      store.delete(from.path(), Condition.always());
      // Where others replaced it, it stays in conflict with what they made.
      Optional<String> now = base.map(before -> before.equals(facts.etag()) ? copy.etag() : before);
      own.filter(written::has).ifPresent(file -> file.moved(to.path(), now));
    } catch (StoreException.PreconditionFailed e) {
      intent.ifPresent(halfDone::end);
      if (!replace) {
        throw exists(to);
      }
      return false;
    } catch (RuntimeException e) {
      if (isGone(e)) {
        // Others took it, or what a process had sent before it died came late.
        intent.ifPresent(halfDone::end);
        return false;
      }
      if (made.isPresent()) {
        replaced(to, replaced, there);
        metadata.forget(to.path());
        intent.ifPresent(begun -> halfDone.failed(begun, e));
      } else {
        intent.ifPresent(halfDone::end);
      }
      throw e;
    }
    replaced(to, replaced, there);
    own.ifPresent(file -> written.rekeyed(file, from.path()));
    made.ifPresent(facts -> moved(from, to, facts));
    intent.ifPresent(halfDone::end);
    return true;
  }

  /** Whether the file is not there any more, as opposed to its bucket. */
  private static boolean isGone(RuntimeException e) {
    return e instanceof StoreException.NotFound && !(e instanceof StoreException.NoSuchBucket);
  }

  /** What was at a name is there no more, which had this size unless it is written here. */
  private void replaced(Spot to, Optional<StagedFile> file, OptionalLong size) {
    removing.gone(to, file);
    removing.uncount(to, file.isPresent() ? file.get().published() : size);
  }

  /** Those who have it open go on with it under its new key. */
  private void hold(Inode node, Facts facts) {
    if (facts.version() != node.version()) {
      return;
    }
    changing.use(node, facts).close();
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

  private void directory(Spot from, Spot to, boolean replace, boolean done) {
    if (to.within().startsWith(from.within())) {
      throw new FsException(Errno.EINVAL, "a directory cannot be moved into itself");
    }
    if (!done) {
      if (!replace) {
        absent(to, !metadata.ask(to.path()).directory());
      }
      removing.empty(to);
    }
    boolean replaced = !done && markers.has(to.within());
    List<StagedFile> inside = written.below(from.within());
    inside.forEach(written::publish);
    openBelow(from.within());
    markers.keep(from.around(), from.within());
    Intents.Begun intent = halfDone.begin(from, to, "");
    try {
      boolean marked = relocation.move(from.within(), to.within());
      if (replaced && marked) {
        removing.uncount(to, OptionalLong.of(0));
      }
    } catch (RuntimeException e) {
      metadata.forgetBelow(from.within());
      metadata.forgetBelow(to.within());
      metadata.forget(to.path());
      halfDone.failed(intent, e);
      throw e;
    }
    movedDirectory(from, to);
    halfDone.end(intent);
  }

  private void movedDirectory(Spot from, Spot to) {
    inodes
        .find(from.parent().id(), Kind.DIRECTORY, from.text())
        .ifPresent(node -> inodes.move(node.id(), to.parent().id(), to.text()));
    markers.forgetBelow(from.within());
    metadata.removedDirectory(from.path());
    metadata.movedDirectory(to.path());
  }

  /** Files that are open below a directory go on under their new keys. */
  private void openBelow(String prefix) {
    for (HandleTable.Handle handle : handles.files()) {
      Optional<Inode> node = inodes.get(handle.node());
      if (node.isPresent()
          && written.ofNode(handle.node()).isEmpty()
          && tree.path(node.get()).startsWith(prefix)) {
        metadata.file(tree.path(node.get())).ifPresent(facts -> hold(node.get(), facts));
        Deadline.progress();
      }
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
