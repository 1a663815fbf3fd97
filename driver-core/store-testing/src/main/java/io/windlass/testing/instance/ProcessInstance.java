package io.windlass.testing.instance;

import io.windlass.testing.Patience;
import io.windlass.testing.Programs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A server as a child process. It does not outlive this JVM unless that is killed. */
public final class ProcessInstance implements Instance {

  private final ProcessBuilder command;
  private final Path home;
  private final OutputTail output = new OutputTail();
  private final Thread hook = new Thread(this::destroy, "end of a test server");
  private volatile Optional<Process> process = Optional.empty();

  /** Creates a server with a home directory of its own, which is removed with it. */
  public ProcessInstance(ProcessBuilder command, Path home) {
    this.command = command.redirectErrorStream(true);
    this.home = home;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  @Override
  public void start() {
    try {
      Process started = command.start();
      process = Optional.of(started);
      // A virtual thread that reads a pipe holds a processor; with two servers that can be all.
      Thread.ofPlatform().daemon().name("server-output").start(() -> pump(started));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void pump(Process from) {
    try (BufferedReader reader = from.inputReader()) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        output.add(line);
      }
    } catch (IOException e) {
      output.add("(its output ended: " + e.getMessage() + ")");
    }
  }

  @Override
  public void signal(Signal signal) {
    Process target = process.orElseThrow(() -> new IllegalStateException("not started"));
    if (signal == Signal.KILL) {
      await(target.destroyForcibly());
    } else {
      Programs.signal(signal.toString(), target.pid());
    }
    if (signal == Signal.STOP) {
      StoppedProcess.await(target.pid());
    }
  }

  @Override
  public boolean isRunning() {
    return process.filter(Process::isAlive).isPresent();
  }

  @Override
  public String output() {
    return output.toString();
  }

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
    process.ifPresent(target -> await(target.destroyForcibly()));
    try {
      removeTree(home);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void await(Process process) {
    try {
      if (!process.waitFor(Patience.LONG.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("process " + process.pid() + " does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while process " + process.pid() + " ended", e);
    }
  }

  private static void removeTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
