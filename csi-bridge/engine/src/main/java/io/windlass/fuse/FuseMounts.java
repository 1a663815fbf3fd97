package io.windlass.fuse;

import io.windlass.linux.Descriptor;
import io.windlass.linux.Errno;
import io.windlass.linux.LinuxException;
import io.windlass.linux.MountPoint;
import io.windlass.linux.MountTable;
import io.windlass.linux.Mounting;
import io.windlass.linux.TimeLimit;
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
 * Creates, finds and removes FUSE mounts. No call waits for ever, whatever state a mount is in:
 * each access to a mount runs on a thread that may be abandoned.
 */
public final class FuseMounts {
  private static final Logger log = LoggerFactory.getLogger(FuseMounts.class);

  /** File system type of this driver's mounts in the mount table. */
  public static final String TYPE = "fuse.windlass";

  private static final Path DEVICE = Path.of("/dev/fuse");
  private static final Path CONNECTIONS = Path.of("/sys/fs/fuse/connections");
  private static final Path BDI = Path.of("/sys/class/bdi");

  private FuseMounts() {}

  /** State of a mount. */
  public enum Health {
    /** A process serves the mount and answered. */
    SERVED,
    /** The session is over: every call fails with ENOTCONN. The mount can only be removed. */
    DEAD,
    /** No process answered in time: the mount hangs, or is being taken over. */
    SILENT
  }

  /** Returns whether this machine, or this container, has the device of FUSE. */
  public static boolean isOffered() {
    return Files.exists(DEVICE);
  }

  /**
   * Mounts a file system, and returns the descriptor by which it is served. Until a process serves
   * it, whoever accesses the mount waits. Once all duplicates of the descriptor are closed, the
   * mount is dead.
   *
   * @param directory existing directory, absolute and without symbolic links
   */
  public static Descriptor mount(Path directory, MountOptions options) throws LinuxException {
    Descriptor device = Descriptor.open(DEVICE, Descriptor.READ_WRITE);
    try {
      Set<Mounting.Flag> flags = EnumSet.of(Mounting.Flag.NOSUID, Mounting.Flag.NODEV);
      flags.addAll(options.flags());
      String data =
          "fd=%d,rootmode=40000,user_id=0,group_id=0,max_read=%d%s%s%s"
              .formatted(
                  device.number(),
                  options.maxRead(),
                  options.allowOther() ? ",allow_other" : "",
                  options.checkPermissions() ? ",default_permissions" : "",
                  options.context().map(",context=\"%s\""::formatted).orElse(""));
      Mounting.mount(options.source(), directory, TYPE, flags, data);
      return device;
    } catch (LinuxException | RuntimeException e) {
      device.close();
      throw e;
    }
  }

  /**
   * Bind-mounts a mount at a second directory. Nothing runs there either, if nothing runs in the
   * mount.
   *
   * @param target existing directory
   * @param readOnly whether the bind mount is read-only
   */
  public static void bind(MountPoint mount, Path target, boolean readOnly, Duration patience)
      throws LinuxException {
    TimeLimit.run(
        "bind " + target,
        patience,
        () -> Mounting.mount(mount.path().toString(), target, "", List.of(Mounting.Flag.BIND), ""));
    if (!readOnly) {
      return;
    }
    // A bind mount becomes read-only in a second step only, which replaces all of its flags.
    Set<Mounting.Flag> flags =
        EnumSet.of(
            Mounting.Flag.BIND,
            Mounting.Flag.REMOUNT,
            Mounting.Flag.READ_ONLY,
            Mounting.Flag.NOSUID,
            Mounting.Flag.NODEV);
    if (mount.noExec()) {
      flags.add(Mounting.Flag.NOEXEC);
    }
    try {
      TimeLimit.run(
          "remount " + target, patience, () -> Mounting.mount("none", target, "", flags, ""));
    } catch (LinuxException e) {
      detach(target, patience);
      throw e;
    }
  }

  /**
   * Lists all of this driver's mounts that can be reached by a path, dead ones and bind mounts
   * included. A mount that another mount hides is left out, as no path leads to it.
   */
  public static List<MountPoint> list() throws IOException {
    MountTable table = MountTable.read();
    return table.mounts().stream().filter(FuseMounts::isOurs).filter(table::isSeen).toList();
  }

  /** Returns this driver's mount that is visible at {@code directory}, if there is one. */
  public static Optional<MountPoint> at(Path directory) throws IOException {
    return MountTable.lookUp(directory).filter(FuseMounts::isOurs);
  }

  private static boolean isOurs(MountPoint mount) {
    return mount.type().equals(TYPE);
  }

  /**
   * Probes the process that serves the mount at {@code directory}, by statfs(2). An error from that
   * process counts as an answer. Each call that returns SILENT leaves a thread waiting until the
   * process answers or the session ends.
   *
   * @throws LinuxException if the directory does not exist or this process may not access it
   */
  public static Health probe(Path directory, Duration patience) throws LinuxException {
    try {
      TimeLimit.run("probe " + directory, patience, () -> Mounting.statfs(directory));
      return Health.SERVED;
    } catch (LinuxException e) {
      return health(e);
    }
  }

  /**
   * Probes the mount as {@link #probe(Path, Duration)} does, and waits for an answer for as long as
   * {@code silence} allows: never returns SILENT.
   *
   * @param look how often {@code silence} is asked
   * @throws IOException that of {@code silence}; or if the directory does not exist or this process
   *     may not access it
   */
  public static Health probe(Path directory, Duration look, TimeLimit.Silence silence)
      throws IOException {
    try {
      TimeLimit.run("probe " + directory, look, () -> Mounting.statfs(directory), silence);
      return Health.SERVED;
    } catch (LinuxException e) {
      return health(e);
    }
  }

  private static Health health(LinuxException e) throws LinuxException {
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

  /**
   * Unmounts a mount that is not in use.
   *
   * @return false if nothing is mounted there any more
   * @throws LinuxException EBUSY if the mount is in use, ETIMEDOUT if the call took longer than
   *     {@code patience}
   */
  public static boolean unmount(Path directory, Duration patience) throws LinuxException {
    return took("unmount " + directory, patience, () -> Mounting.unmount(directory));
  }

  /**
   * Detaches a mount from the file tree (MNT_DETACH). Programs that have files open there can go
   * on, and the session ends after the last of them.
   *
   * @return false if nothing is mounted there any more
   */
  public static boolean detach(Path directory, Duration patience) throws LinuxException {
    return took("detach " + directory, patience, () -> Mounting.detach(directory));
  }

  /**
   * Runs an unmount. Returns false after EINVAL, by which the kernel says that the directory is not
   * a mount point: another process has unmounted it.
   */
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
   * Aborts a session for good: calls in flight fail with ECONNABORTED and later calls with
   * ENOTCONN, at every place where it is mounted. It cannot be taken over any more.
   */
  public static void abort(MountPoint mount, Duration patience) throws LinuxException {
    try {
      Path file = CONNECTIONS.resolve(mount.minor() + "/abort");
      Files.writeString(file, "1", StandardOpenOption.WRITE);
    } catch (IOException e) {
      // The FUSE control file system is not mounted everywhere.
      log.debug("{} is aborted by force", mount.path(), e);
      forced(mount.path(), patience);
    }
  }

  private static void forced(Path directory, Duration patience) throws LinuxException {
    try {
      TimeLimit.run("abort " + directory, patience, () -> Mounting.force(directory));
    } catch (LinuxException e) {
      // EBUSY: the mount is in use, and the session is aborted all the same. EINVAL: another
      // process has unmounted it.
      if (!e.is(Errno.EBUSY) && !e.is(Errno.EINVAL)) {
        throw e;
      }
    }
  }

  /** Aborts and detaches a mount in any state. Does nothing if it is gone already. */
  public static void remove(MountPoint mount, Duration patience) throws IOException {
    if (!isSeen(mount)) {
      return;
    }
    abort(mount, patience);
    // The abort may have unmounted it; then the path shows another mount, which must stay.
    if (isSeen(mount)) {
      detach(mount.path(), patience);
    }
  }

  private static boolean isSeen(MountPoint mount) throws IOException {
    return at(mount.path()).filter(seen -> seen.id() == mount.id()).isPresent();
  }

  /**
   * Sets how far the kernel reads ahead of a sequential reader. INIT can only lower this limit, so
   * it is set through /sys.
   *
   * @param bytes bytes to read ahead, rounded down to whole KiB
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
