package io.windlass.cli.scratch;

import io.windlass.mounter.keeper.ProgressDeadline;
import io.windlass.mounter.keeper.ProgressWatch;
import io.windlass.rpc.UnixEndpoint;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Process of {@code windlass cosi} or {@code windlass csi}, which can be killed. */
public final class Driver implements AutoCloseable {
  private static final Duration STOP = Duration.ofSeconds(10);

  private final Process process;

  private Driver(Process process) {
    this.process = process;
  }

  /**
   * Starts a driver on an embedded store, and waits until it serves.
   *
   * @throws IOException when it does not begin to serve; the message contains its log
   */
  public static Driver start(
      Launcher launcher, ScratchDirectory place, Spec spec, ProgressDeadline deadline)
      throws IOException, InterruptedException {
    return start(launcher, place, spec, place.embedded(), deadline);
  }

  /**
   * Starts a driver on a store, and waits until it serves.
   *
   * @param store settings of the store
   * @throws IOException when it does not begin to serve; the message contains its log
   */
  public static Driver start(
      Launcher launcher,
      ScratchDirectory place,
      Spec spec,
      Map<String, String> store,
      ProgressDeadline deadline)
      throws IOException, InterruptedException {
    Map<String, String> settings = new HashMap<>(spec.settings(place));
    settings.putAll(store);
    return start(launcher, place, spec, place.endpoint(spec), settings, deadline);
  }

  /**
   * Starts a driver with these settings and no others, and waits until it serves.
   *
   * @throws IOException when it does not begin to serve; the message contains its log
   */
  public static Driver start(
      Launcher launcher,
      ScratchDirectory place,
      Spec spec,
      String endpoint,
      Map<String, String> settings,
      ProgressDeadline deadline)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(launcher.path().toString(), spec.command())
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(place.log().toFile()));
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("WINDLASS_"));
    environment.putAll(settings);
    environment.put(spec.endpoint(), endpoint);
    Driver driver = new Driver(builder.start());
    try {
      driver.awaitServing(UnixEndpoint.parse(endpoint).path(), place.log(), deadline);
      return driver;
    } catch (IOException | InterruptedException e) {
      driver.kill();
      throw e;
    }
  }

  private void awaitServing(Path socket, Path log, ProgressDeadline deadline)
      throws IOException, InterruptedException {
    ProgressWatch watch = deadline.watch("the driver", () -> Optional.of(process.toHandle()));
    while (!listens(socket)) {
      try {
        if (process.waitFor(10, TimeUnit.MILLISECONDS)) {
          throw new IOException("the driver ended with status " + process.exitValue());
        }
        watch.check();
      } catch (IOException e) {
        throw new IOException(
            "%s; it does not serve, and says:%n%s".formatted(e.getMessage(), Files.readString(log)),
            e);
      }
    }
  }

  private static boolean listens(Path socket) {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      return channel.connect(UnixDomainSocketAddress.of(socket));
    } catch (IOException e) {
      return false;
    }
  }

  public long pid() {
    return process.pid();
  }

  /** Sends SIGKILL, so that the driver cannot clean up, and waits until it has ended. */
  public void kill() {
    process.destroyForcibly();
    awaitEnd(STOP);
  }

  /** Sends SIGTERM, and SIGKILL if the driver makes no progress any more and has not ended. */
  public void stop(ProgressDeadline deadline) throws InterruptedException {
    process.destroy();
    ProgressWatch watch = deadline.watch("the driver", () -> Optional.of(process.toHandle()));
    try {
      while (!process.waitFor(10, TimeUnit.MILLISECONDS)) {
        watch.check();
      }
    } catch (IOException e) {
      kill();
    }
  }

  /** Sends SIGTERM, and SIGKILL if the driver does not end in time. */
  public void stop(Duration time) {
    process.destroy();
    awaitEnd(time);
  }

  private void awaitEnd(Duration time) {
    try {
      if (!process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    stop(STOP);
  }
}
