package io.windlass.fs.namespace;

import io.windlass.error.DriverException;
import io.windlass.fs.Done;
import io.windlass.fs.FsException;
import io.windlass.fs.RequestId;
import io.windlass.fs.file.Changing;
import io.windlass.fs.inode.DuplicateRequestCache;
import io.windlass.fs.inode.HandleTable;
import io.windlass.fs.inode.Inode;
import io.windlass.fs.inode.InodeTable;
import io.windlass.fs.inode.Kind;
import io.windlass.fs.listing.Metadata;
import io.windlass.fs.listing.PathEntry;
import io.windlass.fs.open.OpenWrites;
import io.windlass.fs.open.StagedFileLocks;
import io.windlass.fs.posix.DirectoryTimes;
import io.windlass.fs.posix.ObjectStat;
import io.windlass.fs.staging.StagedFile;
import io.windlass.fs.tree.NameRef;
import io.windlass.fs.tree.Tree;
import io.windlass.fs.upload.PublishToken;
import io.windlass.linux.Errno;
import io.windlass.object.Condition;
import io.windlass.object.Revision;
import io.windlass.operation.Deadline;
import io.windlass.store.AtomicRenames;
import io.windlass.store.CopyResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Renames files and directories: at once where the store can do so, else the server copies the
 * objects, then deletes the old ones. An intent is recorded before, so that a rename is finished
 * even if this process dies.
 */
public final class Renaming {
  /** Number of attempts to rename a file that others change meanwhile. */
  private static final int ROUNDS = 8;

  private final InodeTable inodes;
  private final HandleTable handles;
  private final Tree tree;
  private final Metadata metadata;
  private final OpenWrites openWrites;
  private final Markers markers;
  private final DuplicateRequestCache duplicates;
  private final RenameRecovery recovery;
  private final ServerCopies copies;
  private final Relocation relocation;
  private final Changing changing;
  private final Removing removing;
  private final DirectoryTimes times;

  public Renaming(
      Namespace namespace,
      RenameRecovery recovery,
      ServerCopies copies,
      Relocation relocation,
      Removing removing) {
    this.inodes = namespace.state().inodes();
    this.handles = namespace.state().handles();
    this.duplicates = namespace.state().duplicates();
    this.tree = namespace.tree();
    this.metadata = namespace.metadata();
    this.openWrites = namespace.openWrites();
    this.markers = namespace.markers();
    this.recovery = recovery;
    this.copies = copies;
    this.relocation = relocation;
    this.changing = namespace.changing();
    this.removing = removing;
    this.times = namespace.times();
  }

  /**
   * Renames the file or directory that {@code there} describes. The caller sees to it that nobody
   * else changes anything at both names or below them meanwhile, and that no rename is unfinished
   * there.
   *
   * @param there entry at {@code from}
   * @param replace whether a file or directory at {@code to} is replaced; otherwise the rename
   *     fails with {@code EEXIST}
   */
  public Done rename(
      NameRef from, PathEntry there, NameRef to, boolean replace, RequestId request) {
    return duplicates.once(
        request,
        again -> {
          if (again && recovery.keptBoth(from.path(), to.path())) {
            throw new FsException(
                Errno.EIO, "%s and %s were changed by others".formatted(from.path(), to.path()));
          }
          PathEntry source = again ? askedAnew(from, to) : there;
          // An unfinished rename is finished before its request comes again. What is still at the
          // old name was not renamed, and is treated as in a new request.
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

  /**
   * Returns the entry at the old name after the rename, if it was unfinished, has been finished.
   */
  private PathEntry askedAnew(NameRef from, NameRef to) {
    metadata.forget(from.path());
    metadata.forget(to.path());
    return metadata.askOfKnown(from.path());
  }

  private boolean isDirectory(NameRef from, PathEntry there) {
    return there.directory() && openWrites.at(from.path()).isEmpty();
  }

  /**
   * Returns whether an earlier process renamed a directory: nothing is left at the old name, but
   * one of the names has the node of a directory.
   */
  private boolean wasDirectory(NameRef from, NameRef to) {
    return inodes.find(from.parent().id(), Kind.DIRECTORY, from.text()).isPresent()
        || inodes.find(to.parent().id(), Kind.DIRECTORY, to.text()).isPresent();
  }

  private void file(NameRef from, NameRef to, boolean replace, boolean again) {
    to.requireFile();
    for (int round = 1; !renamed(from, to, replace, again); round++) {
      if (round == ROUNDS) {
        throw new FsException(
            Errno.ESTALE,
            from.path()
                + " is changed by others all the time, or a gateway alters its ETag, which no"
                + " condition meets then");
      }
    }
  }

  /** Tries to rename a file. Returns false if others replaced or removed it meanwhile. */
  private boolean renamed(NameRef from, NameRef to, boolean replace, boolean again) {
    openWrites.at(from.path()).ifPresent(openWrites::publish);
    Optional<ObjectStat> known = metadata.file(from.path());
    if (known.isEmpty()) {
      Optional<ObjectStat> done = again ? metadata.file(to.path()) : Optional.empty();
      moved(from, to, done.orElseThrow(() -> missing(from)));
      return true;
    }
    if (!replace) {
      absent(to, openWrites.at(to.path()).isEmpty() && metadata.ask(to.path()).file().isEmpty());
    }
    Optional<Inode> node = inodes.find(from.parent().id(), Kind.FILE, from.text());
    node.filter(open -> handles.isOpen(open.id())).ifPresent(open -> hold(open, known.get()));
    Optional<StagedFile> replaced = removing.pulled(to);
    OptionalLong size = removing.size(to, replaced);
    Optional<StagedFile> own = openWrites.at(from.path());
    FileMove move = new FileMove(from, to, replace, known.get(), own, replaced, size);
    markers.keep(from.around(), from.path(), move::run);
    return move.isDone();
  }

  /** Attempt to move an object to its new name, and to leave nothing at the old one. */
  private final class FileMove {
    private final NameRef from;
    private final NameRef to;
    private final boolean replace;
    private final ObjectStat known;
    private final Optional<StagedFile> own;
    private final Optional<StagedFile> replaced;
    private final OptionalLong replacedSize;
    private Optional<RenameIntentLog.Begun> intent = Optional.empty();
    private Optional<ObjectStat> made = Optional.empty();

    /** Whether the store was asked to rename at once. */
    private boolean asked;

    private boolean moved;

    /**
     * @param known stat of the object as it was last seen
     * @param own staged file of the object
     * @param replaced staged file of the object that is replaced
     * @param replacedSize size in bytes of the object that is replaced, if it is known
     */
    FileMove(
        NameRef from,
        NameRef to,
        boolean replace,
        ObjectStat known,
        Optional<StagedFile> own,
        Optional<StagedFile> replaced,
        OptionalLong replacedSize) {
      this.from = from;
      this.to = to;
      this.replace = replace;
      this.known = known;
      this.own = own;
      this.replaced = replaced;
      this.replacedSize = replacedSize;
    }

    /**
     * Returns whether the object was moved. If not, others changed it, and it has to be looked up
     * again.
     */
    boolean isDone() {
      return moved;
    }

    /** Moves the object, unless others change it. */
    void run() {
      moved = tried();
    }

    private boolean tried() {
      boolean taken;
      // A publishing to the old name between the copy and the deletion would be lost; one to the
      // new name would come before the copy or fail.
      try (StagedFileLocks _ =
          StagedFileLocks.of(Stream.concat(own.stream(), replaced.stream()).distinct())) {
        Optional<Revision> base = own.flatMap(file -> file.view().revision());
        Optional<ObjectStat> source = source(base);
        if (source.isEmpty()) {
          return false;
        }
        taken = move(source.get());
        follow(base, source.get());
      } catch (DriverException.PreconditionFailed e) {
        end();
        if (!replace) {
          throw exists(to);
        }
        return false;
      } catch (RuntimeException e) {
        if (isGone(e)) {
          // Others removed the object, or a request of a process that has died arrived late.
          end();
          return false;
        }
        failed(e);
        throw e;
      }
      done(taken);
      return true;
    }

    /** Returns the stat of the object to be moved. */
    private Optional<ObjectStat> source(Optional<Revision> base) {
      return base.isEmpty() || base.get().equals(known.revision())
          ? Optional.of(known)
          // The file was published meanwhile, or others replaced the object that it is based on.
          : metadata.file(from.path());
    }

    /** Moves the object. Returns whether others have put one at the old name meanwhile. */
    private boolean move(ObjectStat source) {
      Optional<AtomicRenames> renames = copies.renames();
      RenameIntentLog.Begun begun =
          recovery.begin(from, to, source.revision(), Optional.of(destination()));
      intent = Optional.of(begun);
      Condition target = replace ? Condition.always() : Condition.ifAbsent();
      if (renames.isPresent()) {
        asked = true;
        Revision now = renames.get().object(from.path(), to.path(), source.revision(), target);
        made(source, now, source.modified(), source.metadata());
        return false;
      }
      CopyResult copy =
          copies.copy(from.path(), source.revision(), source.size(), to.path(), target);
      made(
          source,
          copy.revision(),
          copy.lastModified(),
          source.metadata().map(said -> copies.describedAs(said, source.modified())));
      recovery.copied(begun, copy.revision());
      return !copies.deleteCopied(from.path(), source.revision());
    }

    private void made(
        ObjectStat source,
        Revision revision,
        Instant modified,
        Optional<Map<String, String>> metadata) {
      made =
          Optional.of(
              new ObjectStat(source.size(), revision, modified, metadata, source.properties()));
    }

    /**
     * Returns the condition that the new name meets now. Asks the store only if nothing is known of
     * the name.
     */
    private Condition destination() {
      if (!replace) {
        return Condition.ifAbsent();
      }
      Optional<Revision> revision =
          replaced.isPresent()
              ? replaced.get().view().revision()
              : metadata
                  .cached(to.path())
                  .map(PathEntry::file)
                  .orElseGet(() -> metadata.file(to.path()))
                  .map(ObjectStat::revision);
      return revision.map(Condition::ifMatch).orElseGet(Condition::ifAbsent);
    }

    /** Moves the staged file to the new name. */
    private void follow(Optional<Revision> base, ObjectStat source) {
      // If others replaced its object, the staged file stays in conflict with theirs.
      Optional<Revision> now =
          base.map(
              before -> before.equals(source.revision()) ? made.orElseThrow().revision() : before);
      own.filter(openWrites::has).ifPresent(file -> file.moved(to.path(), now));
    }

    private void failed(RuntimeException e) {
      if (made.isPresent()) {
        replaced(to, replaced, replacedSize);
      } else if (asked && isUnanswered(e)) {
        metadata.forget(from.path());
      } else {
        end();
        return;
      }
      metadata.forget(to.path());
      intent.ifPresent(begun -> recovery.failed(begun, e));
    }

    /**
     * Updates all tables after the move.
     *
     * @param taken whether others have put an object at the old name meanwhile
     */
    private void done(boolean taken) {
      replaced(to, replaced, replacedSize);
      own.ifPresent(file -> openWrites.rekeyed(file, from.path()));
      made.ifPresent(stat -> moved(from, to, stat));
      if (taken) {
        // Their object counts as made after the rename.
        metadata.forget(from.path());
      }
      end();
    }

    private void end() {
      intent.ifPresent(recovery::end);
    }
  }

  /** Returns whether a failure means that the object is missing, and not its bucket. */
  private static boolean isGone(RuntimeException e) {
    return e instanceof DriverException.NotFound && !(e instanceof DriverException.NoSuchBucket);
  }

  /** Returns whether the store may have done, or may still do, what it was asked for. */
  private static boolean isUnanswered(RuntimeException e) {
    return e instanceof DriverException failure && !failure.kind().isFinal();
  }

  /**
   * Removes a replaced file from the tables, and its object from the usage. {@code size} is that of
   * the object if there is no staged file.
   */
  private void replaced(NameRef to, Optional<StagedFile> file, OptionalLong size) {
    removing.gone(to, file);
    removing.uncount(to, file.isPresent() ? file.get().baseSize() : size);
  }

  /**
   * Stages the file of a node, unless the object is another version by now, so that programs that
   * have it open can use it under its new key.
   */
  private void hold(Inode node, ObjectStat stat) {
    if (stat.version() != node.version()) {
      return;
    }
    changing.use(node, stat).close();
  }

  private void moved(NameRef from, NameRef to, ObjectStat stat) {
    openWrites
        .at(from.path())
        .ifPresent(file -> openWrites.moved(file, to.path(), base(file, stat)));
    inodes
        .find(from.parent().id(), Kind.FILE, from.text())
        .ifPresent(node -> {
          inodes.version(node.id(), stat.version());
          inodes.move(node.id(), to.parent().id(), to.text());
        });
    metadata.removed(from.path());
    metadata.wrote(to.path(), stat);
    openWrites.at(to.path()).ifPresent(file -> openWrites.closed(file.id().node()));
  }

  /**
   * Returns the revision on which a staged file is based at its new name: that of the object there
   * only if it is surely the one that was renamed, and not one of others'.
   */
  private static Optional<Revision> base(StagedFile file, ObjectStat there) {
    return file.base()
        .map(base ->
            PublishToken.isCopy(base, there.size(), there.metadata().orElse(Map.of()))
                ? there.revision()
                : base.revision());
  }

  private void directory(NameRef from, NameRef to, boolean replace, boolean done) {
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
    List<StagedFile> inside = openWrites.below(from.within());
    inside.forEach(openWrites::publish);
    openBelow(from.within());
    markers.keep(
        from.around(), from.within(), () -> moveDirectory(from, to, replace, done, replaced));
  }

  private void moveDirectory(
      NameRef from, NameRef to, boolean replace, boolean done, boolean replaced) {
    Optional<AtomicRenames> renames = copies.renames();
    RenameIntentLog.Begun intent = recovery.begin(from, to, Revision.NONE, Optional.empty());
    try {
      if (renames.isPresent()) {
        renameDirectory(renames.get(), from, to, replaced, done);
      } else {
        boolean marked = relocation.move(from.within(), to.within());
        if (replaced && marked) {
          removing.uncount(to, OptionalLong.of(0));
        }
      }
    } catch (DriverException.PreconditionFailed e) {
      // Others have written to the new name meanwhile; only a rename at once depends on it.
      metadata.forgetBelow(to.within());
      metadata.forget(to.path());
      recovery.end(intent);
      throw new FsException(
          replace ? Errno.ENOTEMPTY : Errno.EEXIST, to.path() + " is not empty any more");
    } catch (RuntimeException e) {
      metadata.forgetBelow(from.within());
      metadata.forgetBelow(to.within());
      metadata.forget(to.path());
      recovery.failed(intent, e);
      throw e;
    }
    movedDirectory(from, to);
    recovery.end(intent);
  }

  /**
   * Renames a directory at once.
   *
   * @param replaced whether an empty directory is at the new name
   * @param done whether an earlier process has done so, except for the staged files
   */
  private void renameDirectory(
      AtomicRenames renames, NameRef from, NameRef to, boolean replaced, boolean done) {
    if (done) {
      boolean _ = relocation.resume(from.within(), to.within());
      return;
    }
    if (replaced) {
      markers.delete(to.within());
    }
    relocation.rename(renames, from.within(), to.within());
  }

  private void movedDirectory(NameRef from, NameRef to) {
    inodes
        .find(from.parent().id(), Kind.DIRECTORY, from.text())
        .ifPresent(node -> inodes.move(node.id(), to.parent().id(), to.text()));
    markers.forgetBelow(from.within());
    metadata.removedDirectory(from.path());
    metadata.movedDirectory(to.path());
  }

  /**
   * Stages the files below a directory that are open, so that they can be used under their new
   * keys.
   */
  private void openBelow(String prefix) {
    for (HandleTable.Handle handle : handles.files()) {
      Optional<Inode> node = inodes.get(handle.node());
      if (node.isPresent()
          && openWrites.ofNode(handle.node()).isEmpty()
          && tree.path(node.get()).startsWith(prefix)) {
        metadata.file(tree.path(node.get())).ifPresent(stat -> hold(node.get(), stat));
        Deadline.progress();
      }
    }
  }

  private static FsException missing(NameRef ref) {
    return new FsException(Errno.ENOENT, ref.path() + " is not there");
  }

  private static void absent(NameRef ref, boolean absent) {
    if (!absent) {
      throw exists(ref);
    }
  }

  private static FsException exists(NameRef ref) {
    return new FsException(Errno.EEXIST, ref.path() + " exists");
  }
}
