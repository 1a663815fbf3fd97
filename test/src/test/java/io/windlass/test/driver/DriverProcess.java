package io.windlass.test.driver;

import io.windlass.testing.ProcessWait;
import io.windlass.testing.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.awaitility.core.TerminalFailureException;

/**
 * A driver as a process. It can be killed and started again, always on the same socket and with the
 * same configuration. Used by one thread at a time; it does not outlive this JVM unless that is
 * killed.
 */
public final class DriverProcess implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(20);
  private static final int MAX_SHOWN = 20_000;

  private final DriverSetup setup;
  private final Thread hook = new Thread(this::destroy, "end of a driver");
  private volatile Optional<Process> process = Optional.empty();

  private DriverProcess(DriverSetup setup) {
    this.setup = setup;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Starts a driver and waits until its socket answers. */
  public static DriverProcess start(DriverSetup setup) {
    DriverProcess driver = new DriverProcess(setup);
    try {
      driver.start();
      return driver;
    } catch (RuntimeException | Error e) {
      driver.close();
      throw e;
    }
  }

  /** Starts a driver and does not wait. */
  public static DriverProcess launch(DriverSetup setup) {
    DriverProcess driver = new DriverProcess(setup);
    driver.launch();
    return driver;
  }

  /** Returns the set-up of the driver. */
  public DriverSetup setup() {
    return setup;
  }

  /** Starts it again after {@link #kill} or {@link #stop}, and waits until its socket answers. */
  public void start() {
    launch();
    try {
      ProcessWait.on(running(), this::output)
          .await("a driver")
          .pollDelay(Duration.ZERO)
          .pollInterval(POLL)
          .until(() -> answers() || !isRunning());
    } catch (TerminalFailureException e) {
      throw new IllegalStateException("the driver does not answer", e);
    }
    if (!isRunning()) {
      throw new IllegalStateException("the driver has ended; it wrote:\n" + output());
    }
  }

  private void launch() {
    if (isRunning()) {
      throw new IllegalStateException("it runs already");
    }
    ProcessBuilder builder = Programs.process(setup.command());
    builder.environment().clear();
    builder.environment().putAll(setup.environment());
    builder.directory(setup.work().toFile());
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(setup.out().toFile()));
    builder.redirectError(ProcessBuilder.Redirect.appendTo(setup.err().toFile()));
    try {
      process = Optional.of(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean answers() {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      return channel.connect(UnixDomainSocketAddress.of(setup.socket()));
    } catch (IOException e) {
      return false;
    }
  }

  /** Kills it at once (SIGKILL) and waits for its end. */
  public void kill() {
    awaitEnd(running().destroyForcibly());
  }

  /** Asks it to end (SIGTERM) and waits until it did; gives its exit status. */
  public int stop() {
    Process target = running();
    target.destroy();
    awaitEnd(target);
    return target.exitValue();
  }

  /** Waits until it has ended by itself; gives its exit status. */
  public int awaitEnd() {
    Process target = running();
    awaitEnd(target);
    return target.exitValue();
  }

  private void awaitEnd(Process target) {
    int _ = ProcessWait.end(target, this::output);
  }

  private Process running() {
    return process.orElseThrow(() -> new IllegalStateException("not started"));
  }

  /** Returns whether the process runs. */
  public boolean isRunning() {
    return process.filter(Process::isAlive).isPresent();
  }

  /** Returns whether it runs, or how it ended, for messages. */
  public String state() {
    return process
        .map(target -> target.isAlive() ? "runs" : "has ended with status " + target.exitValue())
        .orElse("was not started");
  }

  /** Returns the process, if it runs. */
  public Optional<ProcessHandle> handle() {
    return process.map(Process::toHandle).filter(ProcessHandle::isAlive);
  }

  /** Its process id. */
  public long pid() {
    return running().pid();
  }

  /** A file of {@code /proc} about it, byte for byte. */
  public byte[] proc(String name) {
    try {
      return Files.readAllBytes(Path.of("/proc", Long.toString(pid()), name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The last of what it wrote to standard output and error. */
  public String output() {
    StringBuilder all = new StringBuilder();
    for (Path file : List.of(setup.out(), setup.err())) {
      try {
        String text = Files.readString(file);
        all.append(file.getFileName()).append(":\n");
        all.append(text, Math.max(0, text.length() - MAX_SHOWN), text.length());
      } catch (IOException e) {
        all.append(e);
      }
    }
    return all.toString();
  }

  /** Ends it, if it runs, and removes everything that it has of its own. */
  @Override
  public void close() {
    destroy();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is ending: the hook finds nothing left to do.
    }
  }

  private void destroy() {
    process.ifPresent(target -> awaitEnd(target.destroyForcibly()));
    setup.remove();
  }
}
