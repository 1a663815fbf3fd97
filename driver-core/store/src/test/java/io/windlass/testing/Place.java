package io.windlass.testing;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.images.RemoteDockerImage;
import org.testcontainers.utility.DockerImageName;

/** Where on this machine a kind of server can be started. */
sealed interface Place {

  /** A container engine answers, and has the image. */
  record Engine(DockerImageName image) implements Place {}

  /** The executable is installed. */
  record Executable(Path file) implements Place {}

  /** Neither; says why in words that go on after a colon. */
  record Nowhere(String reason) implements Place {}

  /** Restricts the choice: {@code container} or {@code process}. */
  String VARIABLE = "WINDLASS_TEST_SERVERS";

  /** Most time to find a container engine and pull an image. */
  Duration ENGINE_PATIENCE = Duration.ofMinutes(2);

  /** The first of container and process that can be had. */
  static Place find(ServerKind<?> kind, Map<String, String> environment) {
    return switch (environment.getOrDefault(VARIABLE, "")) {
      case "container" -> engine(kind, environment);
      case "process" -> executable(kind, environment);
      case "" -> either(kind, environment);
      default -> throw new IllegalArgumentException(VARIABLE + " is neither container nor process");
    };
  }

  private static Place either(ServerKind<?> kind, Map<String, String> environment) {
    Place engine = engine(kind, environment);
    if (!(engine instanceof Nowhere noEngine)) {
      return engine;
    }
    Place executable = executable(kind, environment);
    if (!(executable instanceof Nowhere noExecutable)) {
      return executable;
    }
    return new Nowhere(noEngine.reason() + ", and " + noExecutable.reason());
  }

  private static Place executable(ServerKind<?> kind, Map<String, String> environment) {
    String named = environment.getOrDefault(kind.variable(), "");
    if (!named.isEmpty()) {
      Path file = Path.of(named).toAbsolutePath();
      return Files.isExecutable(file)
          ? new Executable(file)
          : new Nowhere(kind.variable() + " names no executable file");
    }
    Optional<Path> found =
        Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
            .filter(directory -> !directory.isEmpty())
            .map(directory -> Path.of(directory, kind.executable()).toAbsolutePath())
            .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
            .findFirst();
    return found.isPresent()
        ? new Executable(found.get())
        : new Nowhere("there is no '%s' on PATH".formatted(kind.executable()));
  }

  /** Asks in a thread of its own, since an engine that hangs must not hang the build. */
  private static Place engine(ServerKind<?> kind, Map<String, String> environment) {
    String named = environment.getOrDefault(kind.variable() + "_IMAGE", "");
    DockerImageName image = named.isEmpty() ? kind.image() : DockerImageName.parse(named);
    try {
      return CompletableFuture.supplyAsync(
              () -> askEngine(image), task -> Thread.ofVirtual().start(task))
          .orTimeout(ENGINE_PATIENCE.toSeconds(), TimeUnit.SECONDS)
          .join();
    } catch (CompletionException e) {
      return new Nowhere("the container engine cannot give the image " + image);
    }
  }

  private static Place askEngine(DockerImageName image) {
    if (!DockerClientFactory.instance().isDockerAvailable()) {
      return new Nowhere("no container engine answers");
    }
    new RemoteDockerImage(image).get();
    return new Engine(image);
  }
}
