package io.windlass.test.csi;

import static org.awaitility.Awaitility.await;

import io.grpc.ManagedChannel;
import io.windlass.fuse.FuseMounts;
import io.windlass.linux.MountPoint;
import io.windlass.mounter.MounterReports;
import io.windlass.mounter.RunDirectory;
import io.windlass.test.driver.DriverProcess;
import io.windlass.test.driver.DriverSetup;
import io.windlass.test.driver.Sockets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * A CSI plugin as a process, controller and node in one, and what belongs to it. Closing ends its
 * processes and takes all of its mounts away.
 */
final class CsiPlugin implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final DriverSetup setup;
  private final DriverProcess process;
  private final ManagedChannel channel;

  private CsiPlugin(DriverSetup setup) {
    this.setup = setup;
    this.process = DriverProcess.start(setup);
    this.channel = Sockets.channel(setup.socket());
  }

  static CsiPlugin start(DriverSetup setup) {
    try {
      Files.createDirectories(setup.mounts());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new CsiPlugin(setup.asCsi());
  }

  DriverProcess process() {
    return process;
  }

  ManagedChannel channel() {
    return channel;
  }

  Path socket() {
    return setup.socket();
  }

  /** Below it volumes are mounted. */
  Path mounts() {
    return setup.mounts();
  }

  /** What of its is mounted. */
  List<MountPoint> mounted() {
    try {
      return FuseMounts.list().stream()
          .filter(mount -> mount.path().startsWith(setup.mounts()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills the plugin, not its mounter, and starts it again. */
  void restart() {
    process.kill();
    process.start();
  }

  /** The mounter, once there is one that answers. */
  ProcessHandle mounter() {
    return await()
        .atMost(PATIENCE)
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(
            () -> ProcessHandle.of(MounterReports.ask(new RunDirectory(setup.run())).getPid()),
            handle -> handle.isPresent())
        .orElseThrow();
  }

  /** Kills the mounter, and waits until another serves. */
  void killMounter() {
    ProcessHandle old = mounter();
    old.destroyForcibly();
    await().atMost(PATIENCE).until(() -> mounter().pid() != old.pid());
  }

  /** Kills both processes at once, so that all mounts are dead, and starts the plugin again. */
  void killBoth() {
    ProcessHandle mounter = mounter();
    signal("STOP", process.pid()); // so that it starts no other mounter
    mounter.destroyForcibly();
    process.kill();
    await().atMost(PATIENCE).until(() -> !mounter.isAlive());
    process.start();
  }

  static void signal(String name, long pid) {
    try {
      int status =
          new ProcessBuilder("kill", "-" + name, Long.toString(pid)).inheritIO().start().waitFor();
      if (status != 0) {
        throw new IllegalStateException("no process %d to be sent %s".formatted(pid, name));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** What is on disk of volumes, the log of the plugin too: for a search. */
  Stream<Path> files() {
    try {
      return Files.walk(setup.run().resolveSibling("state"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
    if (process.isRunning()) {
      process.kill();
    }
    for (MountPoint mount : mounted().reversed()) {
      try {
        FuseMounts.remove(mount, PATIENCE);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    await()
        .atMost(PATIENCE)
        .until(() -> {
          List<ProcessHandle> left = ProcessHandle.allProcesses().filter(this::isOurs).toList();
          left.forEach(ProcessHandle::destroyForcibly);
          return left.isEmpty();
        });
    process.close();
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
