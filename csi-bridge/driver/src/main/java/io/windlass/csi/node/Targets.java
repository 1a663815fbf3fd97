package io.windlass.csi.node;

import io.windlass.error.DriverException;
import io.windlass.fuse.FuseMounts;
import io.windlass.fuse.MountDirectory;
import io.windlass.linux.LinuxException;
import io.windlass.linux.MountPoint;
import io.windlass.linux.MountTable;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Operations on the directories at which workloads see volumes. They do not look into a directory,
 * because its mount may hang.
 */
final class Targets {
  private static final Logger log = LoggerFactory.getLogger(Targets.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private Targets() {}

  /**
   * Checks that a volume can be mounted at a path and unmounted again: it is missing, or an empty
   * directory, or something is mounted there, which is not looked into.
   *
   * @throws DriverException.InvalidArgument when the path is a symbolic link, or no directory: a
   *     mount would lie elsewhere
   * @throws DriverException.FailedPrecondition when the directory holds something, which a mount
   *     would hide, and so nobody could remove the directory
   */
  static void requireUsable(Path target) throws IOException {
    if (MountTable.lookUp(target).isPresent()) {
      return;
    }
    if (Files.isSymbolicLink(target)) {
      throw new DriverException.InvalidArgument(
          "%s is a symbolic link: name the directory itself".formatted(target));
    }
    if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
      throw new DriverException.InvalidArgument("%s is no directory".formatted(target));
    }
    try (DirectoryStream<Path> content = Files.newDirectoryStream(target)) {
      if (content.iterator().hasNext()) {
        throw new DriverException.FailedPrecondition(
            "%s is not empty: a volume is only mounted at an empty directory".formatted(target));
      }
    }
  }

  /**
   * Checks that nothing of somebody else's is mounted at a path: it is not ours to unmount, and as
   * long as it is there, what is below it can be neither unmounted nor removed.
   *
   * @throws DriverException.FailedPrecondition when something is, which the message names
   */
  static void requireNothingElse(Path target) throws IOException {
    Optional<MountPoint> there =
        MountTable.lookUp(target).filter(mount -> !mount.type().equals(FuseMounts.TYPE));
    if (there.isPresent()) {
      throw new DriverException.FailedPrecondition(
          "%s of type %s is mounted on top at %s: unmount it, and call again"
              .formatted(there.get().source(), there.get().type(), target));
    }
  }

  /**
   * Creates the directory if it is missing, as one into which nothing is written by mistake.
   *
   * @throws DriverException.InUse when something else is mounted there
   */
  static void make(Path target) throws IOException {
    Optional<MountPoint> there = MountTable.lookUp(target);
    if (there.isPresent()) {
      throw new DriverException.InUse(
          "%s of type %s is mounted at %s already"
              .formatted(there.get().source(), there.get().type(), target));
    }
    requireUsable(target);
    if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      List<Path> _ = MountDirectory.make(target);
    }
  }

  /**
   * Does the same, unless a mount of this driver is there, on top of which the next one is mounted.
   *
   * @throws DriverException.InUse when something else is mounted there
   */
  static void prepare(Path target) throws IOException {
    if (FuseMounts.at(target).isEmpty()) {
      make(target);
    }
  }

  /**
   * Removes the directory, from which everything is unmounted. A directory with a mount that
   * another mount hides cannot be removed and stays, because nobody can unmount that mount.
   */
  static void remove(Path target) throws IOException {
    try {
      Files.deleteIfExists(target);
    } catch (DirectoryNotEmptyException e) {
      throw new IOException("%s is not empty: somebody wrote into it".formatted(target), e);
    } catch (NotDirectoryException e) {
      throw new IOException("%s is no directory".formatted(target), e);
    } catch (FileSystemException e) {
      if (MountTable.read().mounts().stream().noneMatch(each -> each.path().equals(target))) {
        throw e;
      }
      log.warn("{} is not removed: it has a mount that another mount hides", target);
    }
  }

  /**
   * Shows at {@code target}, by a bind mount, what is mounted at {@code mountPoint}. Does nothing
   * if it is visible there already, with the same access. Another mount of this driver at {@code
   * target}, such as one that died, stays below, until {@link #clear}: a container that is
   * restarted meanwhile must not write to the directory itself.
   */
  static void bind(Path mountPoint, Path target, boolean readOnly) throws IOException {
    MountPoint mount =
        FuseMounts.at(mountPoint)
            .orElseThrow(() -> new IOException("nothing is mounted at " + mountPoint));
    Optional<MountPoint> there = FuseMounts.at(target);
    if (there.isPresent()
        && there.get().minor() == mount.minor()
        && there.get().readOnly() == (readOnly || mount.readOnly())) {
      return;
    }
    prepare(target);
    FuseMounts.bind(mount, target, readOnly || mount.readOnly(), PATIENCE);
    if (FuseMounts.at(target).filter(shown -> shown.minor() == mount.minor()).isEmpty()) {
      throw new IOException(
          "the volume was mounted, and the mount table does not have it at %s".formatted(target));
    }
  }

  /**
   * Removes all mounts of this driver that are visible at {@code target}; a volume that is mounted
   * elsewhere too lives on.
   *
   * @throws DriverException.FailedPrecondition when something else is mounted on top of them, or
   *     was below them
   */
  static void clear(Path target) throws IOException {
    requireNothingElse(target);
    // Each turn removes one mount; a call that was killed may have left several.
    boolean more = true;
    for (Optional<MountPoint> there = FuseMounts.at(target);
        more && there.isPresent();
        there = FuseMounts.at(target)) {
      try {
        more = FuseMounts.detach(target, PATIENCE);
      } catch (LinuxException e) {
        log.warn("{} is aborted: {}", target, e.getMessage());
        FuseMounts.remove(there.get(), PATIENCE);
      }
    }
    requireNothingElse(target);
  }
}
