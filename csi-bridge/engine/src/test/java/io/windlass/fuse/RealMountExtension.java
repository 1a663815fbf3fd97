package io.windlass.fuse;

import io.windlass.linux.Descriptor;
import io.windlass.linux.MountPoint;
import io.windlass.linux.Mounting;
import io.windlass.testing.BuildOutput;
import io.windlass.testing.Missing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Implements {@link RealMount}. */
final class RealMountExtension implements BeforeAllCallback, ParameterResolver, AfterEachCallback {
  private static final Namespace NAMESPACE = Namespace.create(RealMountExtension.class);
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Why nothing can be mounted here, if so; found out once in a run. */
  private record Obstacle(Optional<String> reason) {}

  /** The directories of one test. */
  private record Directories(List<Path> paths) {}

  @Override
  public void beforeAll(ExtensionContext context) {
    Obstacle obstacle =
        context
            .getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE)
            .computeIfAbsent(Obstacle.class, key -> find(), Obstacle.class);
    if (obstacle.reason().isPresent()) {
      throw Missing.of("root and /dev/fuse", obstacle.reason().get());
    }
  }

  private static Obstacle find() {
    try {
      Path directory = make();
      try (Descriptor _ =
          FuseMounts.mount(
              directory,
              new MountOptions(
                  "probe",
                  Set.of(Mounting.Flag.READ_ONLY),
                  false,
                  false,
                  4096,
                  Optional.empty()))) {
        remove(directory);
      } finally {
        Files.delete(directory);
      }
      return new Obstacle(Optional.empty());
    } catch (IOException e) {
      BuildOutput.say("Real mounts were not tested: " + e.getMessage() + ".");
      return new Obstacle(Optional.of(String.valueOf(e.getMessage())));
    }
  }

  private static Path make() throws IOException {
    return Files.createTempDirectory("windlass-mount").toRealPath();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType().equals(Path.class)
        && parameter.getParameter().getAnnotations().length == 0;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    try {
      Path directory = make();
      directories(context).paths().add(directory);
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Directories directories(ExtensionContext context) {
    return context
        .getStore(NAMESPACE)
        .computeIfAbsent(
            context.getUniqueId(), key -> new Directories(new ArrayList<>()), Directories.class);
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    for (Path directory : directories(context).paths()) {
      remove(directory);
      Files.delete(directory);
    }
  }

  /** Removes all that is mounted at {@code directory}, one on another. */
  private static void remove(Path directory) throws IOException {
    for (Optional<MountPoint> mount = FuseMounts.at(directory);
        mount.isPresent();
        mount = FuseMounts.at(directory)) {
      FuseMounts.remove(mount.get(), PATIENCE);
    }
  }
}
