package io.windlass.cli.scratch;

import io.windlass.fuse.FuseMounts;
import io.windlass.linux.MountPoint;
import io.windlass.mounter.RunDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What outlives a node plugin, whichever way it ended: its mounts, and the mounter. */
final class NodeLeftovers {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Path MOUNTS = Path.of("/proc/self/mountinfo");

  private NodeLeftovers() {}

  /**
   * Takes it away.
   *
   * @param directory below which all mounts are
   * @param run of the mounter
   * @throws IOException when something cannot be; then files below must not be touched
   */
  static void remove(Path directory, RunDirectory run) throws IOException {
    if (Files.notExists(MOUNTS)) {
      return; // a system on which nothing can be mounted
    }
    // What is below comes to sight when what is above it has gone.
    for (List<MountPoint> mounts = seen(directory); !mounts.isEmpty(); mounts = seen(directory)) {
      // In the order in which they were made, which has to be undone from its end.
      for (MountPoint mount : mounts.reversed()) {
        FuseMounts.remove(mount, PATIENCE);
      }
    }
    for (ProcessHandle process :
        ProcessHandle.allProcesses().filter(each -> isOf(run, each)).toList()) {
      end(process);
    }
  }

  private static List<MountPoint> seen(Path directory) throws IOException {
    return FuseMounts.list().stream().filter(mount -> mount.path().startsWith(directory)).toList();
  }

  /** Its arguments tell whose it is. */
  private static boolean isOf(RunDirectory run, ProcessHandle process) {
    try {
      return Files.readString(
              Path.of("/proc", Long.toString(process.pid()), "cmdline"),
              StandardCharsets.ISO_8859_1)
          .contains("\0" + run.path() + "\0");
    } catch (IOException e) {
      return false; // it has just ended, or is another user's
    }
  }

  private static void end(ProcessHandle process) throws IOException {
    process.destroyForcibly();
    try {
      process.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("process %d does not end".formatted(process.pid()), e);
    }
  }
}
