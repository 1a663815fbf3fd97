package io.windlass.fs.file;

import io.windlass.error.DriverException;
import io.windlass.fs.Attributes;
import io.windlass.fs.Changes;
import io.windlass.fs.FsException;
import io.windlass.fs.Known;
import io.windlass.fs.OpenFile;
import io.windlass.fs.RequestId;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.inode.HandleTable;
import io.windlass.fs.inode.Inode;
import io.windlass.fs.journal.BaseObject;
import io.windlass.fs.listing.Metadata;
import io.windlass.fs.open.OpenWrites;
import io.windlass.fs.posix.ObjectStat;
import io.windlass.fs.posix.PosixMetadata;
import io.windlass.fs.posix.StatMapper;
import io.windlass.fs.staging.StagedFile;
import io.windlass.fs.staging.StagedView;
import io.windlass.fs.tree.Tree;
import io.windlass.fs.upload.KeptProperties;
import io.windlass.linux.Errno;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.locks.Lock;

/** Changes the content and attributes of files. */
public final class Changing {
  private final VolumeOptions options;
  private final Tree tree;
  private final StatMapper statMapper;
  private final Metadata metadata;
  private final OpenWrites openWrites;
  private final HandleTable handles;
  private final OpenFiles files;
  private final Usage usage;
  private final KeptProperties kept;

  public Changing(
      VolumeOptions options,
      Tree tree,
      StatMapper statMapper,
      Metadata metadata,
      OpenWrites openWrites,
      HandleTable handles,
      OpenFiles files,
      Usage usage,
      KeptProperties kept) {
    this.kept = kept;
    this.options = options;
    this.tree = tree;
    this.statMapper = statMapper;
    this.metadata = metadata;
    this.openWrites = openWrites;
    this.handles = handles;
    this.files = files;
    this.usage = usage;
  }

  /** Opens a file; for writing, makes a staged file of it first. */
  public OpenFile open(Inode node, ObjectStat stat, int flags, RequestId request) {
    if (!HandleTable.isWriting(flags)) {
      Lock lock = openWrites.lock(node.id());
      lock.lock();
      try {
        // The file may have been published since its stat was read, and then is another version.
        ObjectStat now =
            openWrites.ofNode(node.id()).map(own -> ObjectStat.of(own.view())).orElse(stat);
        return files.open(node, now, flags, request);
      } finally {
        lock.unlock();
      }
    }
    usage.await();
    try (OpenWrites.Use use = use(node, whole(node, stat))) {
      use.opening();
      return files.open(node, use.file(), flags, request);
    }
  }

  /** Uses the staged file of a node; makes one, based on {@code whole}, if there is none. */
  public OpenWrites.Use use(Inode node, ObjectStat whole) {
    return openWrites.use(
        node,
        () ->
            new BaseObject(
                tree.path(node),
                whole.revision(),
                whole.size(),
                PosixMetadata.modified(whole.metadata().orElse(Map.of()))
                    .filter(_ -> options.objectMetadata())
                    .orElse(whole.modified()),
                whole.metadata().orElse(Map.of())),
        whole.properties());
  }

  /**
   * Returns {@code stat} with the user's metadata and all properties, read from the store if it
   * lacks them: they have to be kept when the object is rewritten.
   *
   * @throws FsException {@code ENOENT} if the object is gone, {@code ESTALE} if it was replaced
   * @throws DriverException.PermissionDenied if the credential may not read all of that
   */
  public ObjectStat whole(Inode node, ObjectStat stat) {
    if (stat.isWhole()) {
      return stat;
    }
    String path = tree.path(node);
    ObjectStat told = told(path, stat);
    return told.withProperties(kept.whole(path, told.properties().orElseThrow()));
  }

  /** Returns a stat as the answer to a lookup of the object tells it. */
  private ObjectStat told(String path, ObjectStat stat) {
    if (stat.metadata().isPresent() && stat.properties().isPresent()) {
      return stat;
    }
    ObjectStat whole =
        metadata
            .file(path)
            .orElseThrow(() -> new FsException(Errno.ENOENT, path + " is not there any more"));
    if (!whole.revision().equals(stat.revision())) {
      metadata.forget(path);
      throw new FsException(Errno.ESTALE, path + " was replaced");
    }
    return whole;
  }

  /**
   * Changes the size, mode, owner or times of a file. Publishes the change at once, unless a
   * program has the file open for writing or what it wrote is not published yet.
   *
   * @throws FsException {@code EPERM} if the mode or owner changes and the volume keeps no metadata
   *     of objects
   */
  public Known change(Inode node, ObjectStat known, Changes changes) {
    ObjectStat stat = whole(node, known);
    if (!options.objectMetadata() && isDescribed(node, stat, changes)) {
      throw new FsException(
          Errno.EPERM, "modes and owners need the metadata of objects, which is off");
    }
    try (OpenWrites.Use use = use(node, stat)) {
      boolean behind = use.isBehind();
      changes.size().ifPresent(size -> use.file().truncate(size, Instant.now()));
      if (options.objectMetadata()) {
        describe(node, use.file(), changes);
      }
      publish(node, use, behind);
      return new Known(
          statMapper.file(node.ino(), ObjectStat.of(use.file().view())), options.metadataTtl());
    }
  }

  /** Replaces the metadata of a file. */
  public void describe(Inode node, ObjectStat known, Map<String, String> described) {
    try (OpenWrites.Use use = use(node, whole(node, known))) {
      StagedFile file = use.file();
      boolean behind = use.isBehind();
      file.describe(PosixMetadata.changedAt(described, Instant.now()), file.view().modified());
      publish(node, use, behind);
    }
  }

  private boolean isDescribed(Inode node, ObjectStat stat, Changes changes) {
    Attributes now = statMapper.file(node.ino(), stat);
    return changes.mode().orElse(now.mode()) % 010000 != now.mode() % 010000
        || changes.uid().orElse(now.uid()) != now.uid()
        || changes.gid().orElse(now.gid()) != now.gid();
  }

  private void describe(Inode node, StagedFile file, Changes changes) {
    if (!changes.describes()) {
      return;
    }
    StagedView view = file.view();
    Attributes now = statMapper.file(node.ino(), ObjectStat.of(view));
    Instant modified = changes.modified().orElse(view.modified());
    Map<String, String> described = PosixMetadata.changed(view.metadata(), now, changes);
    if (!described.equals(view.metadata()) || !modified.equals(view.modified())) {
      file.describe(PosixMetadata.changedAt(described, Instant.now()), modified);
    }
  }

  /**
   * Publishes a change, unless a handle for writing is open or earlier writes are not published
   * yet: then the change is published with these.
   */
  private void publish(Inode node, OpenWrites.Use use, boolean behind) {
    if (behind || handles.isWritten(node.id())) {
      return;
    }
    try {
      openWrites.publish(use.file());
    } catch (DriverException | FsException e) {
      use.failed();
      throw e;
    }
  }
}
