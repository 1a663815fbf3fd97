package io.windlass.cli.scratch;

import io.windlass.fuse.FuseMounts;
import io.windlass.fuse.MountOptions;
import io.windlass.linux.Descriptor;
import io.windlass.linux.LinuxException;
import io.windlass.linux.Mounting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Checks whether this process can mount at all. */
public final class Mountable {
  private static final Path DEVICE = Path.of("/dev/fuse");
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int MAX_READ = 1 << 17;

  private Mountable() {}

  /**
   * Tries to mount, and returns why that fails, if it does.
   *
   * @param directory to try it at; made if it is missing
   */
  public static Optional<String> problem(Path directory) throws IOException {
    if (Files.notExists(DEVICE)) {
      return Optional.of("there is no %s here".formatted(DEVICE));
    }
    Files.createDirectories(directory);
    MountOptions options =
        new MountOptions(
            "windlass", Set.of(Mounting.Flag.READ_ONLY), false, false, MAX_READ, Optional.empty());
    try (Descriptor _ = FuseMounts.mount(directory, options)) {
      FuseMounts.detach(directory, PATIENCE);
      return Optional.empty();
    } catch (LinuxException e) {
      return Optional.of("it takes root's rights to mount (%s)".formatted(e.getMessage()));
    }
  }
}
