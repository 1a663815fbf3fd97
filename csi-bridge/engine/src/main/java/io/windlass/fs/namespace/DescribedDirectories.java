package io.windlass.fs.namespace;

import io.windlass.error.DriverException;
import io.windlass.fs.Answer;
import io.windlass.fs.Attributes;
import io.windlass.fs.Caller;
import io.windlass.fs.Changes;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.Known;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.inode.Inode;
import io.windlass.fs.inode.Kind;
import io.windlass.fs.listing.Metadata;
import io.windlass.fs.listing.PathEntry;
import io.windlass.fs.posix.DirectoryTimes;
import io.windlass.fs.posix.ObjectStat;
import io.windlass.fs.posix.PosixMetadata;
import io.windlass.fs.posix.StatMapper;
import io.windlass.fs.tree.Lookups;
import io.windlass.fs.tree.Tree;
import io.windlass.linux.Errno;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Attributes of directories, kept in the metadata of their marker objects. The root always has the
 * attributes of the volume's options: it can have no marker where the volume is a whole bucket.
 */
public final class DescribedDirectories {
  /** How often a change of a directory is tried while other nodes keep changing it. */
  private static final int ROUNDS = 4;

  private final VolumeOptions options;
  private final StatMapper statMapper;
  private final Tree tree;
  private final Lookups lookups;
  private final Metadata metadata;
  private final Markers markers;
  private final DirectoryTimes times;

  public DescribedDirectories(
      VolumeOptions options,
      StatMapper statMapper,
      Tree tree,
      Lookups lookups,
      Metadata metadata,
      Markers markers,
      DirectoryTimes times) {
    this.options = options;
    this.statMapper = statMapper;
    this.tree = tree;
    this.lookups = lookups;
    this.metadata = metadata;
    this.markers = markers;
    this.times = times;
  }

  /** Returns whether a directory can have attributes of its own. */
  public boolean isDescribed(Inode node) {
    return options.objectMetadata()
        && node.kind() == Kind.DIRECTORY
        && node.id() != FileSystem.ROOT;
  }

  /** Returns the attributes of a directory. */
  public Answer<Known> known(Inode node) {
    if (node.kind() == Kind.PART || node.id() == FileSystem.ROOT) {
      String prefix = tree.place(node).prefix();
      return Answer.now(
          new Known(
              statMapper.directory(node.ino(), prefix, Optional.empty()), options.metadataTtl()));
    }
    String path = tree.path(node);
    return lookups.entryOfKnown(
        path,
        entry ->
            new Known(
                statMapper.directory(node.ino(), path + "/", Optional.of(marker(path, entry))),
                metadata.valid(entry)));
  }

  /**
   * Applies {@code use} to the user metadata of a directory's marker; to an empty map if the
   * directory can have none.
   *
   * @throws FsException {@code ENOENT} if the directory is gone
   */
  public <T> Answer<T> metadata(Inode node, Function<Map<String, String>, T> use) {
    if (!isDescribed(node)) {
      return Answer.now(use.apply(Map.of()));
    }
    String path = tree.path(node);
    return lookups.entryOfKnown(
        path, entry -> use.apply(marker(path, entry).metadata().orElse(Map.of())));
  }

  private static ObjectStat marker(String path, PathEntry entry) {
    if (!entry.directory()) {
      throw new FsException(Errno.ENOENT, path + " is not there any more");
    }
    return entry.marker().orElse(ObjectStat.UNMARKED);
  }

  /** Changes the attributes of a directory. Those that cannot be stored are ignored. */
  public Known change(Inode node, Changes changes) {
    if (isDescribed(node) && changes.describes()) {
      String prefix = tree.path(node) + "/";
      describe(
          node,
          marker -> {
            Attributes now = statMapper.directory(node.ino(), prefix, Optional.of(marker));
            return PosixMetadata.stamped(
                PosixMetadata.changed(marker.metadata().orElse(Map.of()), now, changes),
                changes.modified().orElse(now.modified()));
          });
      // Even if the marker had this time already: a later change in the directory no longer counts.
      changes.modified().ifPresent(_ -> times.forget(prefix));
    }
    return known(node).await();
  }

  /** Changes the extended attributes of a directory. */
  public void attribute(Inode node, UnaryOperator<Map<String, String>> change) {
    describe(node, marker -> change.apply(marker.metadata().orElse(Map.of())));
  }

  /**
   * Changes the metadata of a directory's marker. On one node the kernel lets only one caller at a
   * time change a directory; between two nodes, the last change wins.
   */
  private void describe(Inode node, Function<ObjectStat, Map<String, String>> change) {
    String path = tree.path(node);
    for (int round = 1; ; round++) {
      ObjectStat marker = metadata.marker(path + "/");
      Map<String, String> after = change.apply(marker);
      if (marker.metadata().equals(Optional.of(after))) {
        return;
      }
      try {
        ObjectStat described =
            markers.describe(path + "/", marker, PosixMetadata.changedAt(after, Instant.now()));
        metadata.describedDirectory(path, described);
        return;
      } catch (DriverException.PreconditionFailed e) {
        if (round == ROUNDS) {
          throw e;
        }
      }
    }
  }

  /**
   * Returns the owner of a new file or directory: its group is that of the parent if the parent has
   * set-group-ID.
   */
  Caller owner(Inode parent, Caller caller) {
    Attributes above = known(parent).await().attributes();
    return above.isSetGroupId() ? new Caller(caller.uid(), above.gid()) : caller;
  }

  /** Returns the mode of a new directory: with set-group-ID if the parent has it. */
  int mode(Inode parent, int mode) {
    Attributes above = known(parent).await().attributes();
    return above.isSetGroupId() ? mode | Attributes.SET_GROUP_ID : mode;
  }
}
