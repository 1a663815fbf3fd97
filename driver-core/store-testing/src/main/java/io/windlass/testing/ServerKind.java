package io.windlass.testing;

import java.lang.reflect.Type;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * A kind of server that tests run against. Says how it is started, not where: one description
 * serves the container and the process.
 *
 * @param <S> what a test needs to know of a running one: where it is, and its credentials
 */
sealed interface ServerKind<S> permits Azurite, Minio, SeaweedFs, Versity {

  /** Returns the kind whose servers are of {@code type}; empty if there is none. */
  static Optional<ServerKind<?>> find(Type type) {
    return Stream.<ServerKind<?>>of(new Minio(), new Azurite(), new SeaweedFs(), new Versity())
        .filter(kind -> kind.type().equals(type))
        .findAny();
  }

  /** Returns the kind whose servers are of {@code type}. */
  static ServerKind<?> of(Type type) {
    return find(type)
        .orElseThrow(() -> new IllegalArgumentException("no real server gives a " + type));
  }

  /** Returns its name for people. */
  String title();

  /** The class of {@code S}. */
  Class<S> type();

  /** The name of its executable on PATH. */
  String executable();

  /** The environment variable that names the executable; with {@code _IMAGE}, the image. */
  String variable();

  /** Returns how it runs in containers; empty if it only runs as a process. */
  Optional<Containers<S>> containers();

  /**
   * Returns the description of a server to be started at {@code endpoint}, with new random
   * credentials.
   */
  S plan(URI endpoint);

  /** Returns a server that is there already, which the environment names; usually there is none. */
  default Optional<S> given(Map<String, String> environment) {
    return Optional.empty();
  }

  /**
   * Returns the server that all JVMs of this run share, if the environment names one, see {@code
   * .ci/run}. A test that freezes or kills one has one of its own all the same.
   */
  Optional<S> shared(Map<String, String> environment);

  /** A process that runs {@code server}, with all its files below {@code home}. */
  ProcessBuilder process(Path executable, S server, Path home);

  /** Returns within seconds whether the server answers and can do its work. */
  boolean isReady(S server);

  /** How a kind of server runs in containers. */
  interface Containers<S> {
    /** The image unless the environment names another. */
    DockerImageName image();

    /** The port it serves on inside its container. */
    int port();

    /** A container that runs {@code server}; {@link #port()} is published by the caller. */
    GenericContainer<?> container(DockerImageName image, S server);
  }
}
