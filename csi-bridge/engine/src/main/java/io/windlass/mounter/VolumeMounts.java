package io.windlass.mounter;

import io.windlass.fuse.FuseMounts;
import io.windlass.fuse.MountOptions;
import io.windlass.linux.Descriptor;
import io.windlass.linux.Errno;
import io.windlass.linux.LinuxException;
import io.windlass.linux.MountPoint;
import io.windlass.linux.Mounting;
import io.windlass.mounter.keeper.Keeper;
import io.windlass.mounter.keeper.ServeException;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.mounter.volume.KeyedVolume;
import io.windlass.mounter.volume.VolumeName;
import io.windlass.proto.mounter.Options;
import io.windlass.proto.mounter.Volume;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mounts and unmounts the volumes of a keeper: one in {@code windlass mount}, many in a node
 * plugin.
 */
public record VolumeMounts(RunDirectory run, Keeper keeper) {
  private static final Logger log = LoggerFactory.getLogger(VolumeMounts.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /**
   * Bytes that the kernel reads ahead of a sequential reader, so that requests are as long as
   * possible.
   */
  private static final long READ_AHEAD = 1 << 20;

  /**
   * Mounts a volume and has the mounter serve it. When this fails, nothing stays mounted.
   *
   * @param keyed volume; its mount point exists and nothing is mounted on it
   * @throws ServeException when the mounter cannot serve it, for example because the bucket does
   *     not exist
   * @throws IOException when it cannot be mounted, or no mounter answers
   */
  public void mount(KeyedVolume keyed) throws IOException, InterruptedException {
    Volume volume = keyed.volume();
    if (!keeper.awaitEnd(volume.getId(), PATIENCE) && !endsGivenUp(volume.getId(), PATIENCE)) {
      throw new IOException(
          "the last mount of %s is still in use".formatted(volume.getMountPoint()));
    }
    run.forget(volume.getId());
    Path place = Path.of(volume.getMountPoint());
    Descriptor device = mounted(place, options(volume));
    requireAt(place, device);
    boolean done = false;
    try {
      keeper.serve(keyed, device);
      FuseMounts.at(place).ifPresent(mount -> FuseMounts.setReadAhead(mount, readAhead(volume)));
      done = true;
    } finally {
      if (!done) {
        FuseMounts.at(place).ifPresent(VolumeMounts::remove);
      }
    }
  }

  /**
   * Has a volume given up that was unmounted and does not end: its mount is in use, or there is a
   * copy of it in another mount namespace, as container runtimes make them. Returns whether it has
   * ended.
   */
  public boolean endsGivenUp(String id, Duration patience) throws InterruptedException {
    keeper.giveUp(id);
    return keeper.awaitEnd(id, patience);
  }

  private static long readAhead(Volume volume) {
    Options options = volume.getOptions();
    return options.hasReadAheadBytes() ? options.getReadAheadBytes() : READ_AHEAD;
  }

  private static Descriptor mounted(Path place, MountOptions options) throws IOException {
    try {
      return FuseMounts.mount(place, options);
    } catch (LinuxException e) {
      if (e.is(Errno.EINVAL) && options.context().isPresent()) {
        throw new IOException(
            "the kernel of this node does not take the SELinux context %s: it has no SELinux, or no"
                    .formatted(options.context().get())
                + " such context",
            e);
      }
      if (!FuseMounts.isOffered()) {
        throw new IOException(
            "this machine has no /dev/fuse: modprobe fuse; in a container, give it the device", e);
      }
      if (e.is(Errno.EPERM) || e.is(Errno.EACCES)) {
        throw new IOException(
            "%s: run it as root, or with CAP_SYS_ADMIN; a container has to be privileged, or to have"
                    .formatted(e.getMessage())
                + " that and the device /dev/fuse",
            e);
      }
      throw e;
    }
  }

  /** Closes the descriptor, and with it the session, of a mount that lies elsewhere. */
  private static void requireAt(Path place, Descriptor device) throws IOException {
    if (FuseMounts.at(place).isEmpty()) {
      device.close();
      throw new IOException(
          "the volume was mounted, and the mount table does not have it at %s".formatted(place));
    }
  }

  private static Set<Mounting.Flag> flags(Options options) {
    Set<Mounting.Flag> flags = EnumSet.noneOf(Mounting.Flag.class);
    if (options.getReadOnly()) {
      flags.add(Mounting.Flag.READ_ONLY);
    }
    if (options.getNoExec()) {
      flags.add(Mounting.Flag.NOEXEC);
    }
    if (options.getSync()) {
      flags.add(Mounting.Flag.SYNCHRONOUS);
    }
    return flags;
  }

  private static MountOptions options(Volume volume) {
    return new MountOptions(
        VolumeName.uri(volume.getSource()),
        flags(volume.getOptions()),
        volume.getOptions().getAllowOther(),
        true,
        volume.getOptions().hasMaxReadBytes()
            ? (int) Math.min(volume.getOptions().getMaxReadBytes(), Mounter.MAX_REQUEST)
            : Mounter.MAX_REQUEST,
        Optional.of(volume.getOptions().getSeLinuxContext()).filter(context -> !context.isEmpty()));
  }

  /**
   * Unmounts the driver's mount that is visible at {@code place}. If it is in use, it is detached,
   * and its users can go on until they are done. If it does not answer, it is aborted, and its
   * users get errors. Takes seconds at most.
   *
   * @return false if no mount of the driver is visible there
   */
  public static boolean unmount(Path place) throws IOException {
    Optional<MountPoint> mount = FuseMounts.at(place);
    if (mount.isEmpty()) {
      return false;
    }
    try {
      return FuseMounts.unmount(place, PATIENCE);
    } catch (LinuxException e) {
      if (e.is(Errno.EBUSY)) {
        log.warn(
            "{} is in use: it is detached now, and ends when the last program stops using it",
            place);
        return FuseMounts.detach(place, PATIENCE);
      }
      log.warn("{} is aborted: {}", place, e.getMessage());
      FuseMounts.remove(mount.get(), PATIENCE);
      return true;
    }
  }

  private static void remove(MountPoint mount) {
    try {
      FuseMounts.remove(mount, PATIENCE);
    } catch (IOException e) {
      log.warn("{} stays mounted: {}", mount.path(), e.getMessage());
    }
  }
}
