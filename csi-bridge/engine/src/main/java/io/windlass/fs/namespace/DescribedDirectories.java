package io.windlass.fs.namespace;

import io.windlass.fs.Answer;
import io.windlass.fs.Attributes;
import io.windlass.fs.Caller;
import io.windlass.fs.Changes;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.Known;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.attribute.DirectoryTimes;
import io.windlass.fs.attribute.ObjectStat;
import io.windlass.fs.attribute.PosixMetadata;
import io.windlass.fs.attribute.StatMapper;
import io.windlass.fs.inode.Inode;
import io.windlass.fs.inode.Kind;
import io.windlass.fs.metadata.Metadata;
import io.windlass.fs.metadata.PathEntry;
import io.windlass.fs.tree.Lookups;
import io.windlass.fs.tree.Tree;
import io.windlass.store.DriverException;
import io.windlass.store.Errno;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * What is said of directories, in the metadata of the objects that mark them. The root, which can
 * have no such object where a volume is a whole bucket, is always what the volume's options say.
 */
public final class DescribedDirectories {
  /** How often a change of a directory is tried when other nodes keep changing it meanwhile. */
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

  /** Whether anything can be said of a directory. */
  public boolean isDescribed(Inode node) {
    return options.objectMetadata()
        && node.kind() == Kind.DIRECTORY
        && node.id() != FileSystem.ROOT;
  }

  /** How a directory looks. */
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

  /** What is made of the metadata of what marks a directory. */
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

  /** Changes how a directory looks. What cannot be kept is forgotten. */
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
      // Also where it had just this time before something in it was changed.
      changes.modified().ifPresent(_ -> times.forget(prefix));
    }
    return known(node).await();
  }

  /** Changes the user's attributes of a directory. */
  public void attribute(Inode node, UnaryOperator<Map<String, String>> change) {
    describe(node, marker -> change.apply(marker.metadata().orElse(Map.of())));
  }

  /** The kernel has who changes one directory wait for each other. Of two nodes, the last wins. */
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

  /** Whose something is that is made in a directory: of its group if it says so. */
  Caller owner(Inode parent, Caller caller) {
    Attributes above = known(parent).await().attributes();
    return above.isSetGroupId() ? new Caller(caller.uid(), above.gid()) : caller;
  }

  /** The mode of a directory that is made in another. */
  int mode(Inode parent, int mode) {
    Attributes above = known(parent).await().attributes();
    return above.isSetGroupId() ? mode | Attributes.SET_GROUP_ID : mode;
  }
}
