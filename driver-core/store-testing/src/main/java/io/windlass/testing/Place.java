package io.windlass.testing;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.images.RemoteDockerImage;
import org.testcontainers.utility.DockerImageName;

/** Place on this machine where a kind of server can be started. */
sealed interface Place {

  /** A container engine answers, and has the image. */
  record Engine(DockerImageName image) implements Place {}

  /** The executable is installed. */
  record Executable(Path file) implements Place {}

  /** The environment names a server that is there already. */
  record Given(Object server) implements Place {}

  /** Neither is available; {@code reason} says why, as the end of a sentence after a colon. */
  record Nowhere(String reason) implements Place {}

  /** Restricts the choice: {@code container} or {@code process}. */
  String VARIABLE = "WINDLASS_TEST_SERVERS";

  /** Most time to find a container engine and pull an image. */
  Duration ENGINE_PATIENCE = Duration.ofMinutes(2);

  /** Returns the first of container and process that is available. */
  static Place find(ServerKind<?> kind, Map<String, String> environment) {
    return kind.given(environment)
        .<Place>map(Given::new)
        .orElseGet(() -> startable(kind, environment));
  }

  private static Place startable(ServerKind<?> kind, Map<String, String> environment) {
    Optional<DockerImageName> image = kind.containers().map(ServerKind.Containers::image);
    if (image.isEmpty()) {
      return executable(kind, environment);
    }
    return switch (environment.getOrDefault(VARIABLE, "")) {
      case "container" -> engine(kind, image.get(), environment);
      case "process" -> executable(kind, environment);
      case "" -> either(kind, image.get(), environment);
      default -> throw new IllegalArgumentException(VARIABLE + " is neither container nor process");
    };
  }

  private static Place either(
      ServerKind<?> kind, DockerImageName image, Map<String, String> environment) {
    Place engine = engine(kind, image, environment);
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
    Programs programs = new Programs(environment);
    return programs
        .find(kind.executable(), kind.variable())
        .<Place>map(Executable::new)
        .orElseGet(() -> new Nowhere(programs.absence(kind.executable(), kind.variable())));
  }

  /** Asks in a thread of its own, since an engine that hangs must not hang the build. */
  private static Place engine(
      ServerKind<?> kind, DockerImageName usual, Map<String, String> environment) {
    String named = environment.getOrDefault(kind.variable() + "_IMAGE", "");
    DockerImageName image = named.isEmpty() ? usual : DockerImageName.parse(named);
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
