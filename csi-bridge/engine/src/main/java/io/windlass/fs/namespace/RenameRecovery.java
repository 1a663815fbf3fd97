package io.windlass.fs.namespace;

import io.windlass.error.DriverException;
import io.windlass.fs.FileSystem;
import io.windlass.fs.inode.Inode;
import io.windlass.fs.inode.InodeTable;
import io.windlass.fs.inode.Kind;
import io.windlass.fs.key.PathLocks;
import io.windlass.fs.listing.Metadata;
import io.windlass.fs.open.OpenWrites;
import io.windlass.fs.open.StagedFileLocks;
import io.windlass.fs.posix.ObjectStat;
import io.windlass.fs.staging.StagedFile;
import io.windlass.fs.tree.NameRef;
import io.windlass.object.Condition;
import io.windlass.object.Revision;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps track of the renames that this process or an earlier one began and did not finish. A rename
 * that no request carries out any more is finished in the background, and before anything else is
 * changed at its names: finished later, it would undo that change.
 */
public final class RenameRecovery {
  private static final Logger log = LoggerFactory.getLogger(RenameRecovery.class);

  private final InodeTable inodes;
  private final Metadata metadata;
  private final OpenWrites openWrites;
  private final RenameIntentLog intentLog;
  private final PathLocks locks;
  private final FileRenameRecovery files;
  private final Relocation relocation;
  private final Set<List<String>> kept = ConcurrentHashMap.newKeySet();

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
    this.files = new FileRenameRecovery(intentLog, copies);
    this.relocation = relocation;
  }

  /**
   * Goes on with the work of earlier processes, in the background: finishes their renames, and
   * publishes the files that they left; a file at a name that a rename touches only after the
   * rename.
   */
  public void recover() {
    intentLog.unfinished().forEach(this::finishLater);
    publishSettled();
  }

  private void publishSettled() {
    openWrites.publishOrphans(key -> at(List.of(key)).isEmpty());
  }

  /**
   * Records that a rename begins. The caller has both names for itself.
   *
   * @param revision of the file that is renamed; {@link Revision#NONE}: a directory
   * @param destination condition that the new name of a file meets; empty for a directory
   */
  RenameIntentLog.Begun begin(
      NameRef from, NameRef to, Revision revision, Optional<Condition> destination) {
    RenameIntentLog.Nodes nodes =
        new RenameIntentLog.Nodes(
            instance(), from.parent().id(), from.text(), to.parent().id(), to.text());
    RenameIntentLog.Rename rename =
        revision.isNone()
            ? new RenameIntentLog.Rename(from.within(), to.within(), revision, nodes)
            : new RenameIntentLog.Rename(from.path(), to.path(), revision, nodes);
    return intentLog.begin(destination.map(rename::withDestination).orElse(rename));
  }

  /** Records that the store has copied a file, and the revision of the copy. */
  void copied(RenameIntentLog.Begun begun, Revision made) {
    intentLog.copied(begun, made);
  }

  /**
   * Returns whether a rename that an earlier process began was given up because others wrote to the
   * new name. Returns true once only.
   */
  boolean keptBoth(String from, String to) {
    return kept.remove(List.of(from, to));
  }

  /** Records that a rename is finished or must not be carried out. */
  void end(RenameIntentLog.Begun begun) {
    intentLog.end(begun);
  }

  /**
   * Records that a rename failed in the middle. It goes on in the background, unless it would fail
   * there in the same way.
   */
  void failed(RenameIntentLog.Begun begun, RuntimeException why) {
    if (why instanceof DriverException failure && isFinal(failure)) {
      giveUp(begun, failure);
    } else {
      finishLater(begun);
    }
  }

  /** Returns the unfinished renames of anything at these paths, around them or below them. */
  List<RenameIntentLog.Begun> at(List<String> paths) {
    return unfinished(paths, RenameIntentLog.Rename::touches);
  }

  /** Returns the unfinished renames of these paths or of directories around them. */
  List<RenameIntentLog.Begun> over(List<String> paths) {
    return unfinished(paths, RenameIntentLog.Rename::covers);
  }

  private List<RenameIntentLog.Begun> unfinished(
      List<String> paths, BiPredicate<RenameIntentLog.Rename, String> matters) {
    return intentLog.unfinished().stream()
        .filter(begun -> paths.stream().anyMatch(path -> matters.test(begun.rename(), path)))
        .toList();
  }

  /**
   * Waits until these renames are finished, and no file that an earlier mount left at these paths
   * is unpublished; finishes and publishes them here if need be.
   *
   * @throws DriverException if that cannot be done now
   */
  void settle(List<RenameIntentLog.Begun> renames, List<String> paths) {
    renames.forEach(this::finish);
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
      Optional<RenameIntentLog.Begun> current = intentLog.current(begun);
      if (current.isEmpty()) {
        return;
      }
      carryOut(current.get());
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

  /** Returns whether another attempt would fail in the same way. */
  private static boolean isFinal(DriverException e) {
    return switch (e.kind()) {
      // An administrator may put a bucket, a credential or a server right.
      case NO_SUCH_BUCKET, UNAUTHENTICATED, UNEXPECTED -> false;
      default -> e.kind().isFinal();
    };
  }

  private void carryOut(RenameIntentLog.Begun begun) {
    RenameIntentLog.Rename rename = begun.rename();
    log.info("finishing the rename of {} to {}", rename.from(), rename.to());
    List<String> paths = rename.paths();
    if (rename.isDirectory()) {
      if (relocation.resume(rename.from(), rename.to())) {
        Optional<Inode> _ = moveNode(rename, Kind.DIRECTORY);
      }
      // All or some objects may have had to stay at the old name.
      metadata.forgetBelow(rename.from());
      metadata.forget(paths.getFirst());
      metadata.movedDirectory(paths.getLast());
    } else {
      file(begun);
      paths.forEach(metadata::forget);
    }
  }

  /**
   * Moves the node of what was renamed. Requests for it, or below it, that come before the kernel
   * repeats the request to rename find it at its new name then.
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

  /**
   * Returns the number that distinguishes the nodes of this volume from those of an earlier mount.
   */
  private long instance() {
    return inodes.get(FileSystem.ROOT).orElseThrow().version();
  }

  private void file(RenameIntentLog.Begun begun) {
    RenameIntentLog.Rename rename = begun.rename();
    List<StagedFile> staged = openWrites.under(rename.from());
    try (StagedFileLocks holds = StagedFileLocks.of(staged.stream())) {
      switch (files.finish(begun)) {
        case FileRenameRecovery.Outcome.Moved(Revision revision) -> {
          metadata.file(rename.to()).ifPresent(stat -> moveFile(rename, stat));
          holds.files().forEach(file -> follow(file, rename, revision));
        }
        case FileRenameRecovery.Outcome.Kept _ -> kept.add(rename.paths());
        case FileRenameRecovery.Outcome.Taken _ ->
            log.info(
                "{} was removed or replaced by another client before it was renamed",
                rename.from());
      }
    } finally {
      staged.forEach(file -> openWrites.rekeyed(file, rename.from()));
    }
  }

  private void moveFile(RenameIntentLog.Rename rename, ObjectStat stat) {
    moveNode(rename, Kind.FILE).ifPresent(node -> inodes.version(node.id(), stat.version()));
  }

  /**
   * Moves a staged file to the new name, unless it is based on another version than the renamed
   * one: then it was in conflict already.
   */
  private void follow(StagedFile file, RenameIntentLog.Rename rename, Revision now) {
    if (file.isGone() || !file.view().revision().equals(Optional.of(rename.revision()))) {
      return;
    }
    file.moved(rename.to(), Optional.of(now));
    if (openWrites.has(file)) {
      inodes.version(file.id().node(), ObjectStat.version(now));
    }
  }
}
