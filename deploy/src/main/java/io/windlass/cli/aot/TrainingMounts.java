package io.windlass.cli.aot;

import io.windlass.cli.scratch.Launcher;
import io.windlass.cli.scratch.ProgressDeadlineOption;
import io.windlass.cli.scratch.ScratchDirectory;
import io.windlass.mounter.VolumeMounts;
import io.windlass.mounter.keeper.ProgressWatch;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Mounts of the bucket of a training store, one after the other at one directory.
 *
 * @param directory where they are
 */
record TrainingMounts(
    Launcher launcher, ScratchDirectory place, ProgressDeadlineOption deadline, Path directory) {
  static TrainingMounts of(
      Launcher launcher, ScratchDirectory place, ProgressDeadlineOption deadline)
      throws IOException {
    return new TrainingMounts(
        launcher, place, deadline, Files.createDirectory(place.directory().resolve("mount")));
  }

  /**
   * Mounts, and returns when the mount can be used.
   *
   * @param keeper options for the JVM of its keeper
   * @param mounter options for that of its mounter
   */
  Mount start(TrainingStore store, String keeper, String mounter) throws IOException {
    ProcessBuilder command = command(store);
    command.environment().keySet().removeIf(name -> name.startsWith("WINDLASS_"));
    command.environment().put("WINDLASS_JAVA_OPTS", keeper);
    command.environment().put("WINDLASS_MOUNTER_JAVA_OPTS", mounter);
    // Not by the directory: a key that is told takes more than one that is read from files.
    command.environment().put("AWS_ACCESS_KEY_ID", store.key("accessKeyId"));
    command.environment().put("AWS_SECRET_ACCESS_KEY", store.key("secretAccessKey"));
    Process started = command.start();
    if (started.inputReader().readLine() == null) {
      throw new IOException("the directory is not mounted");
    }
    return Mount.of(started);
  }

  private ProcessBuilder command(TrainingStore store) {
    List<String> command =
        new ArrayList<>(
            List.of(
                launcher.path().toString(),
                "mount",
                "s3://" + TrainingStore.BUCKET,
                directory.toString(),
                "--endpoint",
                store.endpoint(),
                "--staging",
                place.directory().resolve("staging").toString(),
                "--run-directory",
                place.run().path().toString(),
                "--foreground"));
    command.addAll(deadline.arguments());
    return new ProcessBuilder(command).redirectError(Redirect.appendTo(place.log().toFile()));
  }

  /**
   * Unmounts, and waits until both processes have ended. Nobody gets a signal: a keeper that does
   * halts, and its JVM writes no cache. The one that writes it does so when it exits, with the help
   * of another process, so it ends later than the other.
   */
  void stop(Mount mount) throws IOException, InterruptedException {
    boolean _ = VolumeMounts.unmount(directory);
    for (ProcessHandle process : mount.processes) {
      ProgressWatch watch = deadline.value().watch("the mount", () -> Optional.of(process));
      while (process.isAlive()) {
        watch.check();
        Thread.sleep(50);
      }
    }
  }

  /**
   * A mount.
   *
   * @param keeper process that {@link #close} kills
   * @param processes keeper and mounter
   */
  record Mount(Process keeper, List<ProcessHandle> processes) implements AutoCloseable {
    private static Mount of(Process keeper) {
      return new Mount(
          keeper, Stream.concat(Stream.of(keeper.toHandle()), keeper.descendants()).toList());
    }

    @Override
    public void close() {
      keeper.destroyForcibly();
    }
  }
}
