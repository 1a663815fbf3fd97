package io.windlass.fs.namespace;

import io.windlass.fs.FileSystem;
import io.windlass.fs.attribute.ObjectStat;
import io.windlass.fs.inode.Inode;
import io.windlass.fs.inode.InodeTable;
import io.windlass.fs.inode.Kind;
import io.windlass.fs.key.PathLocks;
import io.windlass.fs.metadata.Metadata;
import io.windlass.fs.staged.OpenWrites;
import io.windlass.fs.staged.StagedFileLocks;
import io.windlass.fs.tree.NameRef;
import io.windlass.fs.write.StagedFile;
import io.windlass.store.Condition;
import io.windlass.store.DriverException;
import io.windlass.store.Revision;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The renames that were begun, by this process or one before, and are not finished. Those that
 * nobody carries out any more are finished in the background, and before anything else is changed
 * where they are: later it would be undone.
 */
public final class RenameRecovery {
  private static final Logger log = LoggerFactory.getLogger(RenameRecovery.class);

  private final InodeTable inodes;
  private final Metadata metadata;
  private final OpenWrites openWrites;
  private final RenameIntentLog intentLog;
  private final PathLocks locks;
  private final ServerCopies copies;
  private final Relocation relocation;

  public RenameRecovery(
      InodeTable inodes,
      Metadata metadata,
      OpenWrites openWrites,
      RenameIntentLog intentLog,
      PathLocks locks,
      ServerCopies copies,
      Relocation relocation) {
    this.inodes = inodes;
    this.metadata = metadata;
    this.openWrites = openWrites;
    this.intentLog = intentLog;
    this.locks = locks;
    this.copies = copies;
    this.relocation = relocation;
  }

  /** Goes on with what processes before this left: renames, then what was to be published. */
  public void recover() {
    intentLog.unfinished().forEach(this::finishLater);
    publishSettled();
  }

  private void publishSettled() {
    openWrites.publishOrphans(key -> at(List.of(key)).isEmpty());
  }

  /**
   * Notes that a rename begins. Whoever carries it out has both names alone.
   *
   * @param revision of the file that is renamed; {@link Revision#NONE}: a directory
   */
  RenameIntentLog.Begun begin(NameRef from, NameRef to, Revision revision) {
    RenameIntentLog.Nodes nodes =
        new RenameIntentLog.Nodes(
            instance(), from.parent().id(), from.text(), to.parent().id(), to.text());
    return intentLog.begin(
        revision.isNone()
            ? new RenameIntentLog.Rename(from.within(), to.within(), revision, nodes)
            : new RenameIntentLog.Rename(from.path(), to.path(), revision, nodes));
  }

  /** It is finished, or was not to be. */
  void end(RenameIntentLog.Begun begun) {
    intentLog.end(begun);
  }

  /** It failed in the middle: it goes on in the background, if that makes sense. */
  void failed(RenameIntentLog.Begun begun, RuntimeException why) {
    if (why instanceof DriverException failure && isFinal(failure)) {
      giveUp(begun, failure);
    } else {
      finishLater(begun);
    }
  }

  /** What is half renamed there, around it or below. */
  List<RenameIntentLog.Begun> at(List<String> paths) {
    return intentLog.unfinished().stream()
        .filter(begun -> paths.stream().anyMatch(begun.rename()::touches))
        .toList();
  }

  /**
   * Waits until nothing is half renamed there, and nothing waits to be published of what a mount
   * before this left; finishes it here if it has to.
   *
   * @throws DriverException if that cannot be done now
   */
  void settle(List<String> paths) {
    at(paths).forEach(this::finish);
    openWrites.publishOrphans(paths);
  }

  private void finishLater(RenameIntentLog.Begun begun) {
    RenameIntentLog.Rename rename = begun.rename();
    openWrites
        .background()
        .repeat(
            "finish the rename of %s to %s".formatted(rename.from(), rename.to()),
            () -> {
              finish(begun);
              return true;
            });
  }

  private void finish(RenameIntentLog.Begun begun) {
    try (PathLocks.Held _ = locks.take(begun.rename().paths())) {
      if (!intentLog.isUnfinished(begun)) {
        return;
      }
      carryOut(begun.rename());
      intentLog.end(begun);
    } catch (DriverException e) {
      if (!isFinal(e)) {
        throw e;
      }
      giveUp(begun, e);
    }
    publishSettled();
  }

  private void giveUp(RenameIntentLog.Begun begun, DriverException why) {
    log.warn(
        "the rename of {} to {} stays half done: {}",
        begun.rename().from(),
        begun.rename().to(),
        why.getMessage());
    intentLog.end(begun);
  }

  /** Whether trying again would come to the same. */
  private static boolean isFinal(DriverException e) {
    return switch (e.kind()) {
      // A bucket, a key or a server may be put right.
      case NO_SUCH_BUCKET, UNAUTHENTICATED, UNEXPECTED -> false;
      default -> e.kind().isFinal();
    };
  }

  private void carryOut(RenameIntentLog.Rename rename) {
    log.info("finishing the rename of {} to {}", rename.from(), rename.to());
    List<String> paths = rename.paths();
    if (rename.isDirectory()) {
      relocation.move(rename.from(), rename.to());
      Optional<Inode> _ = moveNode(rename, Kind.DIRECTORY);
      metadata.removedDirectory(paths.getFirst());
      metadata.movedDirectory(paths.getLast());
    } else {
      file(rename);
      paths.forEach(metadata::forget);
    }
  }

  /**
   * Moves the node, so that what is asked of it, or below it, before the rename comes again finds
   * what was renamed where it is now.
   */
  private Optional<Inode> moveNode(RenameIntentLog.Rename rename, Kind kind) {
    RenameIntentLog.Nodes nodes = rename.nodes();
    Optional<Inode> node =
        nodes.instance() == instance()
            ? inodes.find(nodes.parent(), kind, nodes.text())
            : Optional.empty();
    node.ifPresent(moved -> inodes.move(moved.id(), nodes.newParent(), nodes.newText()));
    return node;
  }

  /** Tells this volume's nodes from those of a mount before it. */
  private long instance() {
    return inodes.get(FileSystem.ROOT).orElseThrow().version();
  }

  private void file(RenameIntentLog.Rename rename) {
    List<StagedFile> staged = openWrites.under(rename.from());
    try (StagedFileLocks holds = StagedFileLocks.of(staged.stream())) {
      boolean moved = source(rename).filter(stat -> move(rename, stat)).isPresent();
      if (moved || metadata.file(rename.from()).isEmpty()) {
        metadata.file(rename.to()).ifPresent(stat -> moveFile(rename, stat));
      }
      holds.files().forEach(file -> follow(file, rename));
    } finally {
      staged.forEach(file -> openWrites.rekeyed(file, rename.from()));
    }
  }

  /** Whether it is at its new name. */
  private boolean move(RenameIntentLog.Rename rename, ObjectStat stat) {
    try {
      copies.copy(rename.from(), stat.revision(), stat.size(), rename.to(), Condition.always());
      if (!copies.deleteCopied(rename.from(), stat.revision())) {
        log.info("{} was written anew as it was renamed, and stays", rename.from());
      }
      return true;
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound | DriverException.PreconditionFailed e) {
      // Others took it, or what a process had sent before it died came late.
      log.info("{} is not there any more as it was renamed", rename.from());
      return false;
    }
  }

  private void moveFile(RenameIntentLog.Rename rename, ObjectStat stat) {
    moveNode(rename, Kind.FILE).ifPresent(node -> inodes.version(node.id(), stat.version()));
  }

  private Optional<ObjectStat> source(RenameIntentLog.Rename rename) {
    return metadata.file(rename.from()).filter(found -> found.revision().equals(rename.revision()));
  }

  /** Unless it was a conflict already, with what is not what was renamed. */
  private void follow(StagedFile file, RenameIntentLog.Rename rename) {
    if (file.isGone() || !file.view().revision().equals(Optional.of(rename.revision()))) {
      return;
    }
    metadata
        .file(rename.to())
        .ifPresent(stat -> {
          file.moved(rename.to(), Optional.of(stat.revision()));
          if (openWrites.has(file)) {
            inodes.version(file.id().node(), stat.version());
          }
        });
  }
}
