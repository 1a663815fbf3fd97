package io.windlass.fs.namespace;

import io.windlass.error.DriverException;
import io.windlass.fs.Done;
import io.windlass.fs.FsException;
import io.windlass.fs.RequestId;
import io.windlass.fs.file.Changing;
import io.windlass.fs.file.Usage;
import io.windlass.fs.inode.DuplicateRequestCache;
import io.windlass.fs.inode.HandleTable;
import io.windlass.fs.inode.Inode;
import io.windlass.fs.inode.InodeTable;
import io.windlass.fs.inode.Kind;
import io.windlass.fs.journal.WriteException;
import io.windlass.fs.listing.Metadata;
import io.windlass.fs.listing.PathEntry;
import io.windlass.fs.open.OpenWrites;
import io.windlass.fs.open.StagedFileLocks;
import io.windlass.fs.posix.DirectoryTimes;
import io.windlass.fs.posix.ObjectStat;
import io.windlass.fs.staging.Quota.Growth;
import io.windlass.fs.staging.StagedFile;
import io.windlass.fs.tree.NameRef;
import io.windlass.linux.Errno;
import io.windlass.object.Condition;
import io.windlass.store.ObjectStore;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes files and directories. */
public final class Removing {
  private static final Logger log = LoggerFactory.getLogger(Removing.class);

  private final ObjectStore store;
  private final InodeTable inodes;
  private final HandleTable handles;
  private final Metadata metadata;
  private final OpenWrites openWrites;
  private final Markers markers;
  private final DuplicateRequestCache duplicates;
  private final Changing changing;
  private final Usage usage;
  private final DirectoryTimes times;

  public Removing(Namespace namespace) {
    this.store = namespace.store();
    this.inodes = namespace.state().inodes();
    this.handles = namespace.state().handles();
    this.metadata = namespace.metadata();
    this.openWrites = namespace.openWrites();
    this.markers = namespace.markers();
    this.duplicates = namespace.state().duplicates();
    this.changing = namespace.changing();
    this.usage = namespace.usage();
    this.times = namespace.times();
  }

  public Done unlink(NameRef ref, RequestId request) {
    return duplicates.once(
        request,
        _ -> {
          Optional<StagedFile> file = written(ref);
          // What was being sent has reached the bucket now or never will, and nothing is sent while
          // the staged file is held.
          try (StagedFileLocks _ = StagedFileLocks.of(file.stream())) {
            pull(file);
            OptionalLong size = size(ref, file);
            if (file.isEmpty() || file.get().isGone() || file.get().mayBeInBucket()) {
              markers.keep(ref.around(), ref.path(), () -> delete(ref.path()));
              uncount(ref, size);
            }
            gone(ref, file);
          }
          metadata.removed(ref.path());
          times.touch(ref.around());
          return Done.DONE;
        });
  }

  private void delete(String key) {
    try {
      store.delete(key, Condition.always());
    } catch (DriverException.InvalidKey e) {
      // The store accepts no such keys, so it has none: that is why the file was never published.
    }
  }

  /**
   * Prepares the removal or replacement of the object of a name: fetches its content for the
   * programs that have the file open.
   *
   * @return staged file of the name, if there is one
   */
  Optional<StagedFile> pulled(NameRef ref) {
    Optional<StagedFile> file = written(ref);
    pull(file);
    return file;
  }

  /**
   * Returns the staged file of a name. Makes one if a program has the file open and the bucket
   * still has its version.
   */
  private Optional<StagedFile> written(NameRef ref) {
    return openWrites
        .at(ref.path())
        .or(() ->
            inodes
                .find(ref.parent().id(), Kind.FILE, ref.text())
                .filter(node -> handles.isOpen(node.id()))
                .flatMap(node -> staged(node, ref.path())));
  }

  private void pull(Optional<StagedFile> file) {
    file.filter(open -> handles.isOpen(open.id().node())).ifPresent(this::pull);
  }

  /** Returns the size of a name's object in bytes, if it is known without asking the store. */
  OptionalLong size(NameRef ref, Optional<StagedFile> file) {
    return file.isPresent()
        ? file.get().baseSize()
        : metadata.cached(ref.path()).flatMap(PathEntry::file).stream()
            .mapToLong(ObjectStat::size)
            .findAny();
  }

  /** Subtracts a deleted object from the usage, if its size is known. */
  void uncount(NameRef ref, OptionalLong size) {
    size.ifPresent(bytes -> usage.bucketChanged(ref.path(), new Growth(-bytes, -1)));
  }

  private Optional<StagedFile> staged(Inode node, String path) {
    Optional<ObjectStat> stat =
        metadata.file(path).filter(found -> found.version() == node.version());
    if (stat.isEmpty()) {
      return Optional.empty();
    }
    try (OpenWrites.Use use = changing.use(node, stat.get())) {
      return Optional.of(use.file());
    } catch (WriteException e) {
      lost(path, e);
      return Optional.empty();
    }
  }

  private void pull(StagedFile file) {
    try {
      file.localise();
    } catch (DriverException | WriteException e) {
      if (!handles.isOpen(file.id().node())) {
        // The file was closed meanwhile and its staged file given up.
        return;
      }
      lost(file.key(), e);
    }
  }

  private static void lost(String key, RuntimeException why) {
    log.warn(
        "{} is deleted while it is open and could not be kept for those who read it ({}): they"
            + " will get ESTALE",
        key,
        why.getMessage());
  }

  /** Removes a name from its staged file and node. */
  void gone(NameRef ref, Optional<StagedFile> file) {
    file.ifPresent(openWrites::unlinked);
    inodes
        .find(ref.parent().id(), Kind.FILE, ref.text())
        .ifPresent(node -> inodes.unname(node.id()));
  }

  public Done rmdir(NameRef ref, RequestId request) {
    return duplicates.once(
        request,
        _ -> {
          empty(ref);
          markers.keep(ref.around(), ref.within(), () -> markers.delete(ref.within()));
          inodes
              .find(ref.parent().id(), Kind.DIRECTORY, ref.text())
              .ifPresent(node -> inodes.unname(node.id()));
          metadata.removedDirectory(ref.path());
          times.touch(ref.around());
          return Done.DONE;
        });
  }

  /**
   * Checks that a directory is empty.
   *
   * @throws FsException {@code ENOTEMPTY}
   */
  void empty(NameRef ref) {
    if (!openWrites.below(ref.within()).isEmpty() || !markers.isEmpty(ref.within())) {
      throw new FsException(Errno.ENOTEMPTY, ref.path() + " is not empty");
    }
  }
}
