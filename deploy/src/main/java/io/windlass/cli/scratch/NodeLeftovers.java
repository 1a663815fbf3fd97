package io.windlass.cli.scratch;

import io.windlass.fuse.FuseMounts;
import io.windlass.linux.MountPoint;
import io.windlass.mounter.run.RunDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Removes what outlives a node plugin, however it ended: its mounts and its mounter. */
final class NodeLeftovers {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** A process that is killed needs a processor for that. */
  private static final Duration END = Duration.ofMinutes(2);

  private static final Path MOUNTS = Path.of("/proc/self/mountinfo");

  private NodeLeftovers() {}

  /**
   * Removes the mounts, and kills the mounter.
   *
   * @param directory the directory that contains all mounts
   * @param run the run directory of the mounter
   * @throws IOException when something cannot be removed; then files in the directory must not be
   *     touched
   */
  static void remove(Path directory, RunDirectory run) throws IOException {
    if (Files.notExists(MOUNTS)) {
      return; // on this system nothing can be mounted
    }
    // A mount that another one covers becomes visible when that one has gone.
    for (List<MountPoint> mounts = seen(directory); !mounts.isEmpty(); mounts = seen(directory)) {
      // Mounts are listed in the order in which they were made, and removed in the reverse order.
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

  /** Returns whether a process has this run directory among its arguments. */
  private static boolean isOf(RunDirectory run, ProcessHandle process) {
    try {
      return Files.readString(
              Path.of("/proc", Long.toString(process.pid()), "cmdline"),
              StandardCharsets.ISO_8859_1)
          .contains("\0" + run.path() + "\0");
    } catch (IOException e) {
      return false; // the process has just ended, or belongs to another user
    }
  }

  private static void end(ProcessHandle process) throws IOException {
    process.destroyForcibly();
    try {
      process.onExit().get(END.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("process %d does not end".formatted(process.pid()), e);
    }
  }
}
