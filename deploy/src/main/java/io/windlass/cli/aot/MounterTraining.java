package io.windlass.cli.aot;

import io.windlass.cli.scratch.Launcher;
import io.windlass.cli.scratch.ProgressDeadlineOption;
import io.windlass.cli.scratch.ScratchDirectory;
import io.windlass.mounter.keeper.ProgressWatch;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Training of a mounter: programs read and write files of all sizes in a mount. */
record MounterTraining(Launcher launcher, ScratchDirectory place, ProgressDeadlineOption deadline)
    implements Training {
  private static final int SMALL = 100 << 10;
  private static final int MIDDLING = 5 << 20;
  private static final int LARGE = 64 << 20;
  private static final int FILES = 60;

  @Override
  public String of() {
    return "a mounter";
  }

  /**
   * Mounts twice: a mount has what it wrote itself in memory, and only the next mount reads it from
   * the server.
   */
  @Override
  public void run(TrainingStore store, Path cache) throws IOException, InterruptedException {
    Path directory = Files.createDirectory(place.directory().resolve("mount"));
    try (Mount mount = Mount.start(command(store, directory), "")) {
      write(directory);
      awaitEnd(mount.stop());
    }
    try (Mount mount = Mount.start(command(store, directory), "-XX:AOTCacheOutput=" + cache)) {
      read(directory);
      change(directory);
      awaitEnd(mount.stop());
    }
  }

  private ProcessBuilder command(TrainingStore store, Path directory) {
    List<String> command =
        new ArrayList<>(
            List.of(
                launcher.path().toString(),
                "mount",
                "s3://" + TrainingStore.BUCKET,
                directory.toString(),
                "--endpoint",
                store.endpoint(),
                "--credentials",
                store.credentials().toString(),
                "--staging",
                place.directory().resolve("staging").toString(),
                "--run-directory",
                place.run().path().toString(),
                "--foreground"));
    command.addAll(deadline.arguments());
    return new ProcessBuilder(command).redirectError(Redirect.appendTo(place.log().toFile()));
  }

  private static void write(Path directory) throws IOException {
    for (int i = 0; i < FILES; i++) {
      Path folder = Files.createDirectories(directory.resolve("small/" + i % 10));
      Files.write(folder.resolve("file-" + i), new byte[SMALL]);
    }
    for (int i = 0; i < FILES / 5; i++) {
      Files.write(directory.resolve("middling-" + i), new byte[MIDDLING]);
    }
    Files.write(directory.resolve("large"), new byte[LARGE]);
  }

  private static void read(Path directory) throws IOException {
    byte[] buffer = new byte[256 << 10];
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        try (var stream = Files.newInputStream(file)) {
          while (stream.read(buffer) >= 0) {
            // The bytes are not needed; reading them trains the mounter.
          }
        }
      }
    }
  }

  private static void change(Path directory) throws IOException {
    Path folder = Files.createDirectory(directory.resolve("changed"));
    for (int i = 0; i < FILES; i++) {
      Path file = folder.resolve("file-" + i);
      Files.write(file, new byte[4096]);
      Files.write(file, new byte[100], StandardOpenOption.APPEND);
      Files.move(file, folder.resolve("renamed-" + i));
    }
    Files.write(folder.resolve("large"), new byte[LARGE]);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /**
   * Waits until the processes have ended. The JVM of the mounter writes the cache when it exits,
   * with the help of another process, so it ends later than its keeper.
   */
  private void awaitEnd(List<ProcessHandle> processes) throws IOException, InterruptedException {
    for (ProcessHandle process : processes) {
      ProgressWatch watch = deadline.value().watch("the mount", () -> Optional.of(process));
      while (process.isAlive()) {
        watch.check();
        Thread.sleep(50);
      }
    }
  }

  /** A process of {@code windlass mount}. */
  private record Mount(Process process) implements AutoCloseable {
    static Mount start(ProcessBuilder command, String options) throws IOException {
      command.environment().keySet().removeIf(name -> name.startsWith("WINDLASS_"));
      command.environment().put("WINDLASS_MOUNTER_JAVA_OPTS", options);
      Mount mount = new Mount(command.start());
      BufferedReader said = mount.process.inputReader();
      if (said.readLine() == null) {
        throw new IOException("the directory is not mounted");
      }
      return mount;
    }

    /** Sends SIGTERM, which unmounts. Returns the processes that end because of it. */
    List<ProcessHandle> stop() {
      List<ProcessHandle> all =
          Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
      process.destroy();
      return all;
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }
}
