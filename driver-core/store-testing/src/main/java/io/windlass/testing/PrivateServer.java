package io.windlass.testing;

import static org.awaitility.Awaitility.await;

import io.windlass.testing.instance.ContainerInstance;
import io.windlass.testing.instance.GivenInstance;
import io.windlass.testing.instance.Instance;
import io.windlass.testing.instance.Instance.Signal;
import io.windlass.testing.instance.ProcessInstance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.core.ConditionTimeoutException;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.IsRunningStartupCheckStrategy;
import org.testcontainers.containers.wait.strategy.WaitAllStrategy;

/**
 * A server that belongs to one test, to be frozen, killed and started again: always at the same
 * address, with the same data and credentials. Used by one thread at a time.
 *
 * @param <S> the type of {@link #server()}
 */
public final class PrivateServer<S> implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(50);
  private static final int PORT_ATTEMPTS = 5;

  private final ServerKind<S> kind;
  private final S server;
  private final Instance instance;

  private PrivateServer(ServerKind<S> kind, S server, Instance instance) {
    this.kind = kind;
    this.server = server;
    this.instance = instance;
  }

  /**
   * Starts a MinIO as a process, with further settings in its environment, and waits until it is
   * ready. Its class is to need a {@link RealServer}.
   */
  public static PrivateServer<MinioServer> minio(Map<String, String> settings) {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put(Place.VARIABLE, "process");
    Minio kind = new Minio(settings);
    return start(kind, Place.find(kind, environment));
  }

  /**
   * Starts a SeaweedFS whose token service has this configuration, in JSON, and waits until it is
   * ready. Its class is to need a {@link RealServer}.
   */
  public static PrivateServer<SeaweedFsServer> seaweedFs(String roles) {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put(Place.VARIABLE, "process");
    SeaweedFs kind = new SeaweedFs(Optional.of(roles));
    return start(kind, Place.find(kind, environment));
  }

  /** Starts a server in {@code place} and waits until it is ready. */
  static <S> PrivateServer<S> start(ServerKind<S> kind, Place place) {
    for (int attempt = 1; ; attempt++) {
      int port = FreePort.pick();
      PrivateServer<S> started = at(kind, place, port);
      try {
        started.startAndAwait();
        return started;
      } catch (RuntimeException e) {
        started.close();
        if (attempt == PORT_ATTEMPTS || FreePort.isFree(port)) {
          throw e;
        } // otherwise another process has taken the port meanwhile
      }
    }
  }

  private static <S> PrivateServer<S> at(ServerKind<S> kind, Place place, int port) {
    return switch (place) {
      case Place.Engine(var image) -> {
        String host = DockerClientFactory.instance().dockerHostIpAddress();
        S server = kind.plan(URI.create("http://%s:%d".formatted(host, port)));
        ServerKind.Containers<S> containers = kind.containers().orElseThrow();
        GenericContainer<?> container = containers.container(image, server);
        container.setPortBindings(List.of("%d:%d".formatted(port, containers.port())));
        container.setWaitStrategy(new WaitAllStrategy());
        container.setStartupCheckStrategy(new IsRunningStartupCheckStrategy());
        yield new PrivateServer<>(kind, server, new ContainerInstance(container));
      }
      case Place.Executable(var file) -> {
        S server = kind.plan(URI.create("http://127.0.0.1:" + port));
        Path home = temporaryDirectory(kind);
        ProcessBuilder process = kind.process(file, server, home);
        yield new PrivateServer<>(kind, server, new ProcessInstance(process, home));
      }
      case Place.Given(var server) ->
          new PrivateServer<>(kind, kind.type().cast(server), new GivenInstance());
      case Place.Nowhere(var reason) -> throw Missing.of(kind.title(), reason);
    };
  }

  private static Path temporaryDirectory(ServerKind<?> kind) {
    try {
      return Files.createTempDirectory("windlass-" + kind.executable());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the address and the credentials of the server. */
  public S server() {
    return server;
  }

  /** Freezes it (SIGSTOP): it accepts connections and answers nothing. */
  public void pause() {
    instance.signal(Signal.STOP);
  }

  /** Lets it go on after {@link #pause}. */
  public void resume() {
    instance.signal(Signal.CONT);
  }

  /** Kills it (SIGKILL): connections are refused when this returns. */
  public void kill() {
    instance.signal(Signal.KILL);
  }

  /** Starts it again, killing it first if it runs, and waits until it is ready. */
  public void restart() {
    if (instance.isRunning()) {
      kill();
    }
    startAndAwait();
  }

  /** Returns the last lines that it wrote. */
  public String output() {
    return instance.output();
  }

  /** Ends it and removes its data. */
  @Override
  public void close() {
    instance.close();
  }

  private void startAndAwait() {
    instance.start();
    try {
      await(kind.title())
          .atMost(Patience.LONGEST)
          .pollDelay(Duration.ZERO)
          .pollInterval(POLL)
          .failFast("it has ended", () -> !instance.isRunning())
          .until(() -> kind.isReady(server));
    } catch (ConditionTimeoutException | org.awaitility.core.TerminalFailureException e) {
      throw new IllegalStateException(
          "%s did not become ready; it wrote:%n%s".formatted(kind.title(), instance.output()), e);
    }
  }

  @Override
  public String toString() {
    return kind.title() + " " + server;
  }
}
