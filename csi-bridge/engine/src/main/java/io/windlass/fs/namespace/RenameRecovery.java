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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
   * @param destination of a file, what its new name has
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

  /** Notes that the store has copied a file, as this revision. */
  void copied(RenameIntentLog.Begun begun, Revision made) {
    intentLog.copied(begun, made);
  }

  /**
   * Whether a rename that a process before this had begun was given up, as others wrote to the new
   * name. Says so once.
   */
  boolean keptBoth(String from, String to) {
    return kept.remove(List.of(from, to));
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

  /** Whether trying again would come to the same. */
  private static boolean isFinal(DriverException e) {
    return switch (e.kind()) {
      // A bucket, a key or a server may be put right.
      case NO_SUCH_BUCKET, UNAUTHENTICATED, UNEXPECTED -> false;
      default -> e.kind().isFinal();
    };
  }

  private void carryOut(RenameIntentLog.Begun begun) {
    RenameIntentLog.Rename rename = begun.rename();
    log.info("finishing the rename of {} to {}", rename.from(), rename.to());
    List<String> paths = rename.paths();
    if (rename.isDirectory()) {
      relocation.resume(rename.from(), rename.to());
      Optional<Inode> _ = moveNode(rename, Kind.DIRECTORY);
      // Something may have had to stay.
      metadata.forgetBelow(rename.from());
      metadata.forget(paths.getFirst());
      metadata.movedDirectory(paths.getLast());
    } else {
      file(begun);
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
            log.info("{} is not there any more as it was renamed", rename.from());
      }
    } finally {
      staged.forEach(file -> openWrites.rekeyed(file, rename.from()));
    }
  }

  private void moveFile(RenameIntentLog.Rename rename, ObjectStat stat) {
    moveNode(rename, Kind.FILE).ifPresent(node -> inodes.version(node.id(), stat.version()));
  }

  /** Unless it was a conflict already, with what is not what was renamed. */
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
