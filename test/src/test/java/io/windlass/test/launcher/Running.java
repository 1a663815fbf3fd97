package io.windlass.test.launcher;

import io.windlass.secret.Keyring;
import io.windlass.testing.ProcessWait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/** A process that goes on until it is told to stop; closing kills it if it is still there. */
public record Running(Process process, Path output) implements AutoCloseable {
  /** A driver on an embedded server, both in this directory. */
  public static Launch driver(Path directory) {
    return Launch.windlass("cosi")
        .with("COSI_ENDPOINT", "unix://" + directory.resolve("cosi.sock"))
        .with("WINDLASS_LOCAL_DIRECTORY", directory.resolve("store").toString())
        .with("WINDLASS_LOCAL_LISTEN", "127.0.0.1:0");
  }

  /** Starts {@link #driver}, and waits until it serves. */
  public static Running serving(Path directory) {
    return serving(driver(directory), directory);
  }

  /**
   * Starts a driver, and waits until it serves on {@code cosi.sock} in this directory.
   *
   * @throws AssertionError when it does not come to serve
   */
  public static Running serving(Launch launch, Path directory) {
    return serving(launch, directory.resolve("cosi.sock"), directory);
  }

  /** Starts a controller and node of CSI on an embedded server, all in this directory. */
  public static Running servingVolumes(Path directory) throws IOException {
    Path keys = Files.writeString(directory.resolve("keys"), Keyring.generate().reveal());
    Launch driver =
        Launch.windlass("csi")
            .with("WINDLASS_LOCAL_DIRECTORY", directory.resolve("store").toString())
            .with("WINDLASS_LOCAL_LISTEN", "127.0.0.1:0")
            .with("CSI_ENDPOINT", "unix://" + directory.resolve("csi.sock"))
            .with("WINDLASS_CSI_MODE", "both")
            .with("WINDLASS_KEYS", keys.toString())
            .with("WINDLASS_CSI_STATE", directory.resolve("state").toString())
            .with("WINDLASS_CSI_STAGING", directory.resolve("staged").toString())
            .with("WINDLASS_CSI_RUN", directory.resolve("run").toString());
    return serving(driver, directory.resolve("csi.sock"), directory);
  }

  /** The same on any socket; what it says goes to a file in this directory. */
  static Running serving(Launch launch, Path socket, Path directory) {
    Running driver = launch.start(directory.resolve("log"));
    driver.until("it serves", () -> isServed(socket));
    return driver;
  }

  /**
   * Waits until something is so, for as long as it works for that.
   *
   * @throws AssertionError when it ends, or stands still, before
   */
  public void until(String what, Callable<Boolean> condition) {
    ProcessWait.on(process, this::said)
        .await(what)
        .until(() -> {
          boolean runs = process.isAlive();
          if (condition.call()) {
            return true;
          }
          if (!runs) {
            throw new AssertionError(
                "it ended with status %d:%n%s".formatted(process.exitValue(), said()));
          }
          return false;
        });
  }

  /** Waits until it has said this. */
  public void untilSaid(String text) {
    until("it says " + text, () -> said().contains(text));
  }

  private static boolean isServed(Path socket) {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      return channel.connect(UnixDomainSocketAddress.of(socket));
    } catch (IOException e) {
      return false;
    }
  }

  /** Tells it to stop (SIGTERM), and gives its exit status. */
  public int stop() {
    process.destroy();
    return status();
  }

  /** Waits until it ends by itself, and gives its exit status. */
  public int status() {
    return ProcessWait.end(process, this::said);
  }

  /** Returns the output so far. */
  public String said() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
