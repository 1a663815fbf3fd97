package io.windlass.testing;

import java.lang.reflect.Type;
import java.net.URI;
import java.nio.file.Path;
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
sealed interface ServerKind<S> permits Azurite, Minio {

  /** The kind that gives tests a {@code type}; empty where none does. */
  static Optional<ServerKind<?>> find(Type type) {
    return Stream.<ServerKind<?>>of(new Minio(), new Azurite())
        .filter(kind -> kind.type().equals(type))
        .findAny();
  }

  /** The kind that gives tests a {@code type}. */
  static ServerKind<?> of(Type type) {
    return find(type)
        .orElseThrow(() -> new IllegalArgumentException("no real server gives a " + type));
  }

  /** Its name, as people write it. */
  String title();

  /** The class of {@code S}. */
  Class<S> type();

  /** The name of its executable on PATH. */
  String executable();

  /** The environment variable that names the executable; with {@code _IMAGE}, the image. */
  String variable();

  /** How it runs in containers; empty where it only runs as a process. */
  Optional<Containers<S>> containers();

  /** A server to be started at {@code endpoint}, with fresh random credentials. */
  S plan(URI endpoint);

  /** A process that runs {@code server}, with all its files below {@code home}. */
  ProcessBuilder process(Path executable, S server, Path home);

  /** Whether it answers and can do its work. Returns within seconds. */
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
