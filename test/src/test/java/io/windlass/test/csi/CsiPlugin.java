package io.windlass.test.csi;

import static java.util.stream.Collectors.toSet;

import io.grpc.ManagedChannel;
import io.windlass.fuse.FuseMounts;
import io.windlass.linux.MountPoint;
import io.windlass.mounter.keeper.MounterReports;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.test.driver.DriverProcess;
import io.windlass.test.driver.DriverSetup;
import io.windlass.test.driver.Sockets;
import io.windlass.testing.LiveFiles;
import io.windlass.testing.MountRights;
import io.windlass.testing.Patience;
import io.windlass.testing.ProcessWait;
import io.windlass.testing.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;

/**
 * A CSI plugin that mounts volumes, as a process, and what belongs to it. Closing ends its
 * processes and takes all of its mounts away.
 */
public final class CsiPlugin implements AutoCloseable {
  private final DriverSetup setup;
  private final DriverProcess process;
  private final ManagedChannel channel;

  private CsiPlugin(DriverSetup setup) {
    this.setup = setup;
    this.process = DriverProcess.start(setup);
    this.channel = Sockets.channel(setup.socket());
  }

  /** Controller and node in one. */
  public static CsiPlugin start(DriverSetup setup) {
    return over(setup.asCsi());
  }

  /** A node of this controller. */
  public static CsiPlugin node(DriverSetup controller) {
    return over(controller.csiNode());
  }

  /** Returns a plugin that mounts, for this set-up. */
  public static CsiPlugin over(DriverSetup setup) {
    MountRights.require();
    try {
      Files.createDirectories(setup.mounts());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new CsiPlugin(setup);
  }

  /** The plugin. */
  public DriverProcess process() {
    return process;
  }

  /** To its socket. */
  public ManagedChannel channel() {
    return channel;
  }

  /** Its socket. */
  public Path socket() {
    return setup.socket();
  }

  /** Below it volumes are mounted. */
  public Path mounts() {
    return setup.mounts();
  }

  /** Returns the mounts of the plugin. */
  public List<MountPoint> mounted() {
    try {
      return FuseMounts.list().stream()
          .filter(mount -> mount.path().startsWith(setup.mounts()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills the plugin, not its mounter, and starts it again. */
  public void restart() {
    process.kill();
    process.start();
  }

  /** The mounter, once there is one that answers. */
  public ProcessHandle mounter() {
    return whileTheyWork("a mounter")
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(
            () -> ProcessHandle.of(MounterReports.ask(new RunDirectory(setup.run())).getPid()),
            handle -> handle.isPresent())
        .orElseThrow();
  }

  /**
   * Kills the mounter, and waits until another serves all that is mounted: until then, the plugin
   * alone holds what is needed for that.
   */
  public void killMounter() {
    kill(mounter());
    Set<Integer> devices = mounted().stream().map(MountPoint::minor).collect(toSet());
    whileTheyWork("another mounter that serves all")
        .until(() -> {
          Set<Path> served = served();
          Set<Integer> left = mounted().stream().map(MountPoint::minor).collect(toSet());
          left.retainAll(devices);
          mounted().stream()
              .filter(mount -> served.contains(mount.path()))
              .forEach(mount -> left.remove(mount.minor()));
          return left.isEmpty();
        });
  }

  /** Kills the mounter, and waits until another serves at least so many volumes. */
  public void killMounter(int least) {
    kill(mounter());
    whileTheyWork("another mounter").until(() -> served().size() >= least);
  }

  private void kill(ProcessHandle mounter) {
    mounter.destroyForcibly();
    whileTheyWork("its end").until(() -> !mounter.isAlive());
  }

  /**
   * Returns the mount points of the volumes that the mounter serves; empty while there is no
   * mounter.
   */
  private Set<Path> served() {
    try {
      return MounterReports.ask(new RunDirectory(setup.run())).getVolumesList().stream()
          .map(volume -> Path.of(volume.getMountPoint()))
          .collect(toSet());
    } catch (IOException e) {
      return Set.of();
    }
  }

  /** Kills both processes at once, so that all mounts are dead, and starts the plugin again. */
  void killBoth() {
    ProcessHandle mounter = mounter();
    Programs.signal("STOP", process.pid()); // so that it starts no other mounter
    mounter.destroyForcibly();
    process.kill();
    whileTheyWork("its end").until(() -> !mounter.isAlive());
    process.start();
  }

  /** Returns the files of volumes on disk and the log of the plugin, to be searched. */
  List<Path> files() {
    return LiveFiles.in(setup.state());
  }

  @Override
  public void close() {
    channel.shutdownNow();
    if (process.isRunning()) {
      process.kill();
    }
    for (MountPoint mount : mounted().reversed()) {
      try {
        FuseMounts.remove(mount, Patience.LONG);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    whileTheyWork("the end of its processes")
        .until(() -> {
          List<ProcessHandle> left = others();
          left.forEach(ProcessHandle::destroyForcibly);
          return left.isEmpty();
        });
    process.close();
  }

  /** Waits for as long as the plugin or a process of its mounts works. */
  private ConditionFactory whileTheyWork(String what) {
    return ProcessWait.on(
            () -> Stream.concat(process.handle().stream(), others().stream()), process::output)
        .await(what);
  }

  /** Its processes beside the plugin, which live on without it. */
  public List<ProcessHandle> others() {
    return ProcessHandle.allProcesses().filter(this::isOurs).toList();
  }

  private boolean isOurs(ProcessHandle candidate) {
    try {
      return Files.readString(
              Path.of("/proc", Long.toString(candidate.pid()), "cmdline"),
              StandardCharsets.ISO_8859_1)
          .contains("\0" + setup.run() + "\0");
    } catch (IOException e) {
      return false;
    }
  }
}
