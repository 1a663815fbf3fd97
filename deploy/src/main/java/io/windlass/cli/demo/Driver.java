package io.windlass.cli.demo;

import io.windlass.rpc.UnixEndpoint;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code windlass cosi} as a process of its own, so that it can be killed. */
final class Driver implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration STOP = Duration.ofSeconds(10);

  private final Process process;

  private Driver(Process process) {
    this.process = process;
  }

  /**
   * Starts it, and waits until it serves.
   *
   * @param launcher the {@code windlass} to run
   * @throws IOException when it does not come to serve; the message tells what it logged
   */
  static Driver start(Path launcher, Place place) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(launcher.toString(), "cosi")
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(place.log().toFile()));
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("WINDLASS_"));
    environment.put("COSI_ENDPOINT", place.endpoint());
    environment.put("WINDLASS_LOCAL_DIRECTORY", place.store().toString());
    Driver driver = new Driver(builder.start());
    try {
      driver.awaitServing(place);
      return driver;
    } catch (IOException | InterruptedException e) {
      driver.kill();
      throw e;
    }
  }

  private void awaitServing(Place place) throws IOException, InterruptedException {
    Path socket = UnixEndpoint.parse(place.endpoint()).path();
    long deadline = System.nanoTime() + START.toNanos();
    while (!listens(socket)) {
      if (process.waitFor(10, TimeUnit.MILLISECONDS) || System.nanoTime() > deadline) {
        throw new IOException(
            "the driver does not serve; it says:\n" + Files.readString(place.log()));
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

  long pid() {
    return process.pid();
  }

  /** SIGKILL: it has no time for a last word. */
  void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /** SIGTERM, and SIGKILL if it does not end in time. */
  @Override
  public void close() {
    process.destroy();
    awaitEnd();
  }

  private void awaitEnd() {
    try {
      if (!process.waitFor(STOP.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
