package io.windlass.csi.node;

import io.windlass.csi.Renewal;
import io.windlass.csi.node.request.VolumeAccess;
import io.windlass.error.DriverException;
import io.windlass.fs.staging.LeftFile;
import io.windlass.fs.staging.StagingDirectory;
import io.windlass.fuse.FuseMounts;
import io.windlass.linux.Errno;
import io.windlass.linux.LinuxException;
import io.windlass.linux.MountPoint;
import io.windlass.mounter.VolumeMounts;
import io.windlass.mounter.keeper.Keeper;
import io.windlass.mounter.keeper.ServeException;
import io.windlass.mounter.volume.KeyedVolume;
import io.windlass.mounter.volume.StagedVolume;
import io.windlass.proto.mounter.Options;
import io.windlass.proto.mounter.Unpublished;
import io.windlass.proto.mounter.Volume;
import io.windlass.proto.mounter.VolumeReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The mounts of a node's volumes, by node record. Every method ends within a minute, even if a
 * mounter hangs.
 */
final class NodeMounts {
  private static final Logger log = LoggerFactory.getLogger(NodeMounts.class);

  /** How long it may take to upload what was written to it. */
  private static final Duration FINISHING = Duration.ofSeconds(20);

  /** How long an abort may take, and then the end of the aborted volume. */
  private static final Duration ABORTED = Duration.ofSeconds(5);

  /** Number of unanswered pings after which a mounter counts as hung; each waits for seconds. */
  private static final int PATIENT_QUESTIONS = 3;

  /** Longest time without a mounter: another one starts within this time. */
  private static final Duration BETWEEN_MOUNTERS = Duration.ofSeconds(10);

  /** What callers are told instead of the words of a server that is none of the backends. */
  private static final String UNQUOTED =
      "the volume's server does not serve it; the log of the node plugin says why";

  private final VolumeMounts mounts;
  private final Keeper keeper;
  private final VolumeMessages messages;
  private final Path staging;
  private final Duration inUseTimeout;

  /**
   * Creates the mounts of a node.
   *
   * @param staging directory in which mounters stage what is written
   * @param inUseTimeout how long an unmounted volume may stay in use until it is ended
   */
  NodeMounts(VolumeMounts mounts, VolumeMessages messages, Path staging, Duration inUseTimeout) {
    this.staging = staging;
    this.inUseTimeout = inUseTimeout;
    this.mounts = mounts;
    this.keeper = mounts.keeper();
    this.messages = messages;
  }

  /**
   * Returns whether the volume is mounted and its session can be served, by this mounter or the
   * next.
   */
  boolean lives(NodeRecord record) throws IOException {
    return FuseMounts.at(record.place()).isPresent() && keeper.volume(record.id()).isPresent();
  }

  /** Returns those of {@code records} whose mounts live, by one look at the mount table. */
  Set<NodeRecord> living(List<NodeRecord> records) throws IOException {
    Set<Path> seen =
        FuseMounts.list().stream().map(MountPoint::path).collect(Collectors.toUnmodifiableSet());
    return records.stream()
        .filter(record -> seen.contains(record.place()))
        .filter(record -> keeper.volume(record.id()).isPresent())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns the volume as the mounter received it; empty if no mounter serves it. */
  Optional<Volume> served(NodeRecord record) {
    return keeper.volume(record.id()).map(KeyedVolume::volume);
  }

  /**
   * Mounts a volume that has no living mount. A dead mount stays below the new one, until the
   * volume is unmounted: what is written at the path never gets to the disk of the node. Fails
   * while no mounter answers, because one that hangs may still serve the volume.
   */
  void mount(NodeRecord record, VolumeAccess access, Options.Builder options)
      throws IOException, InterruptedException {
    keeper.requireMounter();
    Targets.prepare(record.place());
    try {
      mounts.mount(messages.of(record, access, options));
    } catch (ServeException e) {
      throw access.foreign() ? unquoted(record, e) : e;
    }
  }

  /**
   * A caller chose the server, and would read through this node what that answers. All failures
   * look alike, as a difference would tell which addresses answer.
   */
  private static IOException unquoted(NodeRecord record, ServeException failure) {
    log.warn(
        "volume {} at {} is not served, and its server is none of a configured backend: {}",
        record.volumeId(),
        record.mountPoint(),
        failure.getMessage());
    return new IOException(UNQUOTED);
  }

  /**
   * Gives a mounted volume the credential and the bounds of a new call. A call that repeats what
   * was told before the mount names the location that the volume had then.
   *
   * @throws DriverException.AlreadyExists when the call names another location, which needs a new
   *     mount
   */
  void refresh(NodeRecord record, VolumeAccess access) throws IOException, InterruptedException {
    KeyedVolume now = keeper.volume(record.id()).orElseThrow(() -> gone(record));
    String from = messages.from(now.volume());
    String wanted = messages.from(access);
    if (!from.equals(wanted) && !VolumeMessages.isOlder(access, now)) {
      throw new DriverException.AlreadyExists(
          "volume %s is mounted from %s and was asked for from %s: unstage it first"
              .formatted(record.volumeId(), from, wanted),
          null);
    }
    update(now, VolumeMessages.changed(now, record, access));
  }

  /** Returns how the credential of a mounted volume is renewed; empty if it lasts. */
  Optional<Renewal> renewal(NodeRecord record) {
    return keeper.volume(record.id()).flatMap(VolumeMessages::renewal);
  }

  /** Gives a mounted volume the capacity of its record. */
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
   * Unmounts a volume, and gives it time to upload what was written to it. If its mounter hangs,
   * the mount is aborted, and processes that wait for it get an error.
   */
  void unmount(NodeRecord record) throws IOException, InterruptedException {
    Optional<MountPoint> mount = FuseMounts.at(record.place());
    boolean aborted = mount.isPresent() && (hangs() || waits(record));
    if (aborted) {
      log.warn(
          "volume {} at {} is aborted: its mounter does not answer",
          record.volumeId(),
          record.mountPoint());
      // Abort while the mount is visible: afterwards, some machines have no way to do it.
      FuseMounts.remove(mount.get(), ABORTED);
    }
    takeAway(record.place());
    if (!keeper.awaitEnd(record.id(), inUseTimeout)
        && !mounts.endsGivenUp(record.id(), aborted ? ABORTED : FINISHING)) {
      log.warn(
          "volume {} is unmounted from {}, but is not yet written to its server",
          record.volumeId(),
          record.mountPoint());
    }
  }

  /** Returns whether the volume is in quarantine, and nobody serves it there. */
  private boolean waits(NodeRecord record) {
    try {
      return keeper.report(record.id()).getWaiting();
    } catch (IOException e) {
      return false; // It is not served at all, or its mounter is starting.
    }
  }

  /** Returns whether there is a mounter that leaves several pings unanswered. */
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

  /** Removes all mounts of this driver that are visible at {@code place}. */
  private static void takeAway(Path place) throws IOException {
    boolean more = true;
    while (more) {
      more = VolumeMounts.unmount(place);
    }
  }

  /** Pods see the health of their inline volumes, too, in events. */
  private VolumeReport quotable(NodeRecord record, VolumeReport report) {
    boolean foreign = record.ephemeral() && served(record).filter(messages::isForeign).isPresent();
    return foreign && !report.getTrouble().isEmpty()
        ? report.toBuilder().setTrouble(UNQUOTED).build()
        : report;
  }

  /**
   * Returns a report on the volume that tells what is not sent: the mounter's, or if the mount is
   * dead or its mounter does not answer, what is staged on local disk; empty if nothing is.
   */
  Optional<VolumeReport> unsent(NodeRecord record) throws IOException, InterruptedException {
    if (!lives(record)) {
      return staged(record, "its mount is dead");
    }
    try {
      VolumeReport report = report(record);
      return report.getWaiting() ? staged(record, report.getTrouble()) : Optional.of(report);
    } catch (IOException e) {
      log.warn(
          "volume {} at {}: its mounter does not say what is sent: {}",
          record.volumeId(),
          record.mountPoint(),
          e.getMessage());
      return staged(record, "its mounter does not answer");
    }
  }

  private Optional<VolumeReport> staged(NodeRecord record, String trouble) throws IOException {
    for (StagedVolume volume : StagedVolume.list(staging)) {
      if (volume.volume().filter(of -> of.getId().equals(record.id())).isPresent()) {
        List<LeftFile> unsent = new StagingDirectory(volume.directory()).unsent();
        return Optional.of(
            VolumeReport.newBuilder()
                .setTrouble(trouble)
                .setStagingDirectory(volume.directory().toString())
                .setUnpublished(
                    Unpublished.newBuilder()
                        .setFiles(unsent.size())
                        .setBytes(unsent.stream().mapToLong(LeftFile::bytes).sum()))
                .build());
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the mounter's report on the volume. Waits for a mounter that is starting, but not for
   * one that hangs.
   */
  VolumeReport report(NodeRecord record) throws IOException, InterruptedException {
    long end = System.nanoTime() + BETWEEN_MOUNTERS.toNanos();
    while (true) {
      try {
        return quotable(record, keeper.report(record.id()));
      } catch (IOException e) {
        if (isSilence(e) || !lives(record) || System.nanoTime() - end > 0) {
          throw e;
        }
        Thread.sleep(Duration.ofMillis(100));
      }
    }
  }
}
