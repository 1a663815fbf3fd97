package io.windlass.csi.node;

import io.windlass.fuse.FuseMounts;
import io.windlass.linux.LinuxException;
import io.windlass.linux.MountPoint;
import io.windlass.mounter.Keeper;
import io.windlass.mounter.KeyedVolume;
import io.windlass.mounter.VolumeMounts;
import io.windlass.proto.mounter.Options;
import io.windlass.proto.mounter.Volume;
import io.windlass.proto.mounter.VolumeReport;
import io.windlass.store.DriverException;
import io.windlass.store.Errno;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The mounts of a node's volumes, by records. All of it ends within a minute, whatever hangs. */
final class NodeMounts {
  private static final Logger log = LoggerFactory.getLogger(NodeMounts.class);

  /** How long an unmounted volume may take to bring what was written to the server. */
  private static final Duration FINISHING = Duration.ofSeconds(30);

  /** The same of one that had to be aborted, and how long that may take. */
  private static final Duration ABORTED = Duration.ofSeconds(5);

  /** A mounter that leaves so many unanswered hangs; each waits for seconds. */
  private static final int PATIENT_QUESTIONS = 3;

  /** How long a mounter may be away: another one comes within this time. */
  private static final Duration BETWEEN_MOUNTERS = Duration.ofSeconds(10);

  private final VolumeMounts mounts;
  private final Keeper keeper;
  private final VolumeMessages messages;

  NodeMounts(VolumeMounts mounts, VolumeMessages messages) {
    this.mounts = mounts;
    this.keeper = mounts.keeper();
    this.messages = messages;
  }

  /** Whether it is mounted, and its session can be served: now, or by the next mounter. */
  boolean lives(NodeRecord record) throws IOException {
    return FuseMounts.at(record.place()).isPresent() && keeper.volume(record.id()).isPresent();
  }

  /** What the mounter was told of it; empty if nobody serves it. */
  Optional<Volume> served(NodeRecord record) {
    return keeper.volume(record.id()).map(KeyedVolume::volume);
  }

  /**
   * Mounts it where nothing of it lives; what is there of a mount that died is taken away. What a
   * mounter may still serve that does not answer is left alone.
   */
  void mount(NodeRecord record, VolumeAccess access, Options.Builder options)
      throws IOException, InterruptedException {
    keeper.requireMounter();
    takeAway(record.place());
    Targets.make(record.place());
    mounts.mount(messages.of(record, access, options));
  }

  /**
   * Gives a volume that lives the key and the bounds that it is to have now.
   *
   * @throws DriverException.AlreadyExists when it is to come from elsewhere now, which takes
   *     another mount
   */
  void refresh(NodeRecord record, VolumeAccess access) throws IOException, InterruptedException {
    KeyedVolume now = keeper.volume(record.id()).orElseThrow(() -> gone(record));
    String from = messages.from(now.volume());
    String wanted = messages.from(access);
    if (!from.equals(wanted)) {
      throw new DriverException.AlreadyExists(
          "volume %s is mounted from %s and was asked for from %s: unstage it first"
              .formatted(record.volumeId(), from, wanted),
          null);
    }
    update(now, VolumeMessages.changed(now, record, access));
  }

  /** Gives a volume that lives the capacity of its record. */
  void grow(NodeRecord record) throws IOException, InterruptedException {
    KeyedVolume now = keeper.volume(record.id()).orElseThrow(() -> gone(record));
    update(now, VolumeMessages.grown(now, record));
  }

  private void update(KeyedVolume now, KeyedVolume wanted)
      throws IOException, InterruptedException {
    if (!wanted.equals(now)) {
      keeper.update(wanted);
      log.info("volume at {} has another key or capacity now", now.volume().getMountPoint());
    }
  }

  private static IOException gone(NodeRecord record) {
    return new IOException("the mount at %s is dead".formatted(record.mountPoint()));
  }

  /**
   * Takes it away, and gives it time to bring what was written to the server. Where its mounter
   * hangs it is aborted, and who waits for it gets an error.
   */
  void unmount(NodeRecord record) throws IOException, InterruptedException {
    Optional<MountPoint> mount = FuseMounts.at(record.place());
    boolean aborted = mount.isPresent() && hangs();
    if (aborted) {
      log.warn(
          "volume {} at {} is aborted: its mounter does not answer",
          record.volumeId(),
          record.mountPoint());
      // As long as it is to be seen: later not every machine has a way to do it.
      FuseMounts.remove(mount.get(), ABORTED);
    }
    takeAway(record.place());
    if (!keeper.awaitEnd(record.id(), aborted ? ABORTED : FINISHING)) {
      log.warn(
          "volume {} is unmounted from {}, and still in use or not yet written to its server",
          record.volumeId(),
          record.mountPoint());
    }
  }

  /** Whether a mounter is there that does not answer, though it is asked several times. */
  private boolean hangs() {
    for (int i = 0; i < PATIENT_QUESTIONS; i++) {
      try {
        keeper.ping();
        return false;
      } catch (IOException e) {
        if (!isSilence(e)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isSilence(IOException failure) {
    return failure instanceof LinuxException e && e.is(Errno.EAGAIN);
  }

  /** Takes away all of ours that is seen at {@code place}. */
  private static void takeAway(Path place) throws IOException {
    boolean more = true;
    while (more) {
      more = VolumeMounts.unmount(place);
    }
  }

  /** What the mounter says of it; waits for one that is just coming, not for one that hangs. */
  VolumeReport report(NodeRecord record) throws IOException, InterruptedException {
    long end = System.nanoTime() + BETWEEN_MOUNTERS.toNanos();
    while (true) {
      try {
        return keeper.report(record.id());
      } catch (IOException e) {
        if (isSilence(e) || !lives(record) || System.nanoTime() - end > 0) {
          throw e;
        }
        Thread.sleep(Duration.ofMillis(100));
      }
    }
  }
}
