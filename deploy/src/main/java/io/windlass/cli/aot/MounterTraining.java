package io.windlass.cli.aot;

import io.windlass.cli.aot.TrainingMounts.Mount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.stream.Stream;

/** Training of a mounter: programs read and write files of all sizes in a mount. */
record MounterTraining(TrainingMounts mounts) implements Training {
  private static final int SMALL = 100 << 10;
  private static final int MIDDLING = 5 << 20;
  private static final int LARGE = 24 << 20;
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
    Path directory = mounts.directory();
    try (Mount mount = mounts.start(store, "", "")) {
      write(directory);
      mounts.stop(mount);
    }
    try (Mount mount = mounts.start(store, "", "-XX:AOTCacheOutput=" + cache)) {
      read(directory);
      change(directory);
      mounts.stop(mount);
    }
  }

  private static void write(Path directory) throws IOException {
    for (int i = 0; i < FILES; i++) {
      Path folder = Files.createDirectories(directory.resolve("small/" + i % 10));
      Files.write(folder.resolve("file-" + i), new byte[SMALL]);
    }
    for (int i = 0; i < FILES / 10; i++) {
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
}
