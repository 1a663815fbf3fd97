package io.windlass.fuse;

import io.windlass.linux.Descriptor;
import io.windlass.linux.LinuxException;
import io.windlass.linux.MountPoint;
import io.windlass.linux.MountTable;
import io.windlass.linux.Mounting;
import io.windlass.linux.TimeLimit;
import io.windlass.store.Errno;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes mounts, finds them and removes them. Nothing here waits without end, whatever state a mount
 * is in: what touches a mount does so on a thread that can be lost.
 */
public final class FuseMounts {
  private static final Logger log = LoggerFactory.getLogger(FuseMounts.class);

  /** The type of our mounts in the mount table. */
  public static final String TYPE = "fuse.windlass";

  private static final Path DEVICE = Path.of("/dev/fuse");
  private static final Path CONNECTIONS = Path.of("/sys/fs/fuse/connections");
  private static final Path BDI = Path.of("/sys/class/bdi");

  private FuseMounts() {}

  /** What a mount is found to be. */
  public enum Health {
    /** Somebody serves it, and answered. */
    SERVED,
    /** Its session is over: every call fails with ENOTCONN. It can only be removed. */
    DEAD,
    /** Nobody answered in time: it hangs, or is being taken over. */
    SILENT
  }

  /**
   * Mounts, and gives the descriptor to serve it with. While nobody does, whoever touches the mount
   * waits; once all duplicates of the descriptor are closed it is dead.
   *
   * @param directory is there, absolute and without links
   */
  public static Descriptor mount(Path directory, MountOptions options) throws LinuxException {
    Descriptor device = Descriptor.open(DEVICE, Descriptor.READ_WRITE);
    try {
      Set<Mounting.Flag> flags = EnumSet.of(Mounting.Flag.NOSUID, Mounting.Flag.NODEV);
      if (options.readOnly()) {
        flags.add(Mounting.Flag.READ_ONLY);
      }
      String data =
          "fd=%d,rootmode=40000,user_id=0,group_id=0,max_read=%d%s%s"
              .formatted(
                  device.number(),
                  options.maxRead(),
                  options.allowOther() ? ",allow_other" : "",
                  options.checkPermissions() ? ",default_permissions" : "");
      Mounting.mount(options.source(), directory, TYPE, flags, data);
      return device;
    } catch (LinuxException | RuntimeException e) {
      device.close();
      throw e;
    }
  }

  /**
   * Shows a mount at a second place, too.
   *
   * @param target a directory
   * @param readOnly whether it can only be read there
   */
  public static void bind(Path mount, Path target, boolean readOnly, Duration patience)
      throws LinuxException {
    TimeLimit.run(
        "bind " + target,
        patience,
        () -> Mounting.mount(mount.toString(), target, "", List.of(Mounting.Flag.BIND), ""));
    if (!readOnly) {
      return;
    }
    // That of a bind mount is set in a second step, and replaces all of its flags.
    Set<Mounting.Flag> flags =
        EnumSet.of(
            Mounting.Flag.BIND,
            Mounting.Flag.REMOUNT,
            Mounting.Flag.READ_ONLY,
            Mounting.Flag.NOSUID,
            Mounting.Flag.NODEV);
    try {
      TimeLimit.run(
          "remount " + target, patience, () -> Mounting.mount("none", target, "", flags, ""));
    } catch (LinuxException e) {
      detach(target, patience);
      throw e;
    }
  }

  /**
   * All of our mounts that a path leads to, also dead ones, also those that were bound. What
   * another mount hides is left out: nothing can be done to it by its path.
   */
  public static List<MountPoint> list() throws IOException {
    MountTable table = MountTable.read();
    return table.mounts().stream().filter(FuseMounts::isOurs).filter(table::isSeen).toList();
  }

  /** Our mount that is seen at {@code directory}. */
  public static Optional<MountPoint> at(Path directory) throws IOException {
    return MountTable.read().at(directory).filter(FuseMounts::isOurs);
  }

  private static boolean isOurs(MountPoint mount) {
    return mount.type().equals(TYPE);
  }

  /**
   * Asks whoever serves the mount at {@code directory} for a sign of life. An error is one, too.
   * Each call of which SILENT came has a thread wait until somebody answers or the session ends.
   *
   * @throws LinuxException if there is no such directory for us
   */
  public static Health probe(Path directory, Duration patience) throws LinuxException {
    try {
      TimeLimit.run("probe " + directory, patience, () -> Mounting.statfs(directory));
      return Health.SERVED;
    } catch (LinuxException e) {
      if (e.is(Errno.ENOTCONN) || e.is(Errno.ECONNABORTED)) {
        return Health.DEAD;
      }
      if (e.is(Errno.ETIMEDOUT)) {
        return Health.SILENT;
      }
      if (e.is(Errno.ENOENT) || e.is(Errno.ENOTDIR) || e.is(Errno.EACCES) || e.is(Errno.EINTR)) {
        throw e;
      }
      return Health.SERVED;
    }
  }

  /**
   * Unmounts what nobody uses.
   *
   * @return false if nothing is mounted there any more
   * @throws LinuxException EBUSY if somebody uses it, ETIMEDOUT
   */
  public static boolean unmount(Path directory, Duration patience) throws LinuxException {
    return took("unmount " + directory, patience, () -> Mounting.unmount(directory));
  }

  /**
   * Takes a mount out of sight. Whoever uses it goes on, and its session ends after the last of
   * them.
   *
   * @return false if nothing is mounted there any more
   */
  public static boolean detach(Path directory, Duration patience) throws LinuxException {
    return took("detach " + directory, patience, () -> Mounting.detach(directory));
  }

  /** The kernel says EINVAL of what is not a mount point: somebody else has unmounted it. */
  private static boolean took(String what, Duration patience, TimeLimit.Call call)
      throws LinuxException {
    try {
      TimeLimit.run(what, patience, call);
      return true;
    } catch (LinuxException e) {
      if (e.is(Errno.EINVAL)) {
        return false;
      }
      throw e;
    }
  }

  /**
   * Ends a session for good: calls in flight fail with ECONNABORTED, later ones with ENOTCONN, at
   * every place where it is mounted. Nobody can take it over any more.
   */
  public static void abort(MountPoint mount, Duration patience) throws LinuxException {
    try {
      Path file = CONNECTIONS.resolve(mount.minor() + "/abort");
      Files.writeString(file, "1", StandardOpenOption.WRITE);
    } catch (IOException e) {
      // The control file system is not mounted everywhere.
      log.debug("{} is aborted by force", mount.path(), e);
      forced(mount.path(), patience);
    }
  }

  private static void forced(Path directory, Duration patience) throws LinuxException {
    try {
      TimeLimit.run("abort " + directory, patience, () -> Mounting.force(directory));
    } catch (LinuxException e) {
      // In use, and aborted all the same; or unmounted by somebody else.
      if (!e.is(Errno.EBUSY) && !e.is(Errno.EINVAL)) {
        throw e;
      }
    }
  }

  /** Aborts and detaches, whatever state the mount is in; nothing if it is gone already. */
  public static void remove(MountPoint mount, Duration patience) throws IOException {
    if (!isSeen(mount)) {
      return;
    }
    abort(mount, patience);
    // To abort may have unmounted it, and what is seen at the path now is another's.
    if (isSeen(mount)) {
      detach(mount.path(), patience);
    }
  }

  private static boolean isSeen(MountPoint mount) throws IOException {
    return at(mount.path()).filter(seen -> seen.id() == mount.id()).isPresent();
  }

  /**
   * Sets how far the kernel reads ahead of a sequential reader. INIT can only lower this, so it is
   * set from outside.
   *
   * @param bytes rounded down to whole KiB
   * @return whether it could be set; a container may have /sys read-only
   */
  public static boolean setReadAhead(MountPoint mount, long bytes) {
    Path file = BDI.resolve("%d:%d/read_ahead_kb".formatted(mount.major(), mount.minor()));
    try {
      Files.writeString(file, Long.toString(bytes / 1024), StandardOpenOption.WRITE);
      return true;
    } catch (NoSuchFileException e) {
      log.debug("{} has no read-ahead to set", mount.path());
    } catch (IOException e) {
      log.debug("the read-ahead of {} could not be set", mount.path(), e);
    }
    return false;
  }
}
