package io.windlass.test.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.windlass.testing.ProcessWait;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;

/**
 * A command to be run as a process of its own, in an environment that holds nothing of this one's
 * but PATH, HOME and JAVA_HOME.
 *
 * @param command program and arguments
 * @param environment what the process sees
 */
public record Launch(List<String> command, Map<String, String> environment) {
  /** How often a command is run until it says what it should. */
  private static final int TRIES = 20;

  public Launch {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  /** The launcher of the distribution that this build assembled. */
  public static Launch windlass(String... arguments) {
    List<String> command =
        new ArrayList<>(List.of(distribution().resolve("bin/windlass").toString()));
    command.addAll(Arrays.asList(arguments));
    return of(command);
  }

  /** Any program. */
  public static Launch of(List<String> command) {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.keySet().retainAll(List.of("PATH", "HOME"));
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    return new Launch(command, environment);
  }

  /** Returns the directory of the distribution. */
  public static Path distribution() {
    Path directory = root().resolve("deploy/target/windlass");
    if (!Files.isExecutable(directory.resolve("bin/windlass"))) {
      throw new IllegalStateException(directory + " is not there: these tests need ./mvnw verify");
    }
    return directory;
  }

  /** The top of the source tree. */
  public static Path root() {
    return Path.of("..").toAbsolutePath().normalize();
  }

  /** With one more variable. */
  public Launch with(String name, String value) {
    Map<String, String> more = new HashMap<>(environment);
    more.put(name, value);
    return new Launch(command, more);
  }

  /** Without a variable. */
  public Launch without(String name) {
    Map<String, String> fewer = new HashMap<>(environment);
    fewer.remove(name);
    return new Launch(command, fewer);
  }

  /**
   * Outcome of a command.
   *
   * @param status the exit status
   * @param out standard output
   * @param err standard error
   */
  public record Outcome(int status, String out, String err) {}

  private Process start(ProcessBuilder builder) throws IOException {
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    return process;
  }

  /** Starts it; its output goes to a file. */
  public Running start(Path output) {
    try {
      return new Running(
          start(
              new ProcessBuilder(command)
                  .redirectErrorStream(true)
                  .redirectOutput(output.toFile())),
          output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Runs it until it succeeds: on a slow machine, a driver may say that its server does not answer
   * in time, and is to be called again.
   */
  public Outcome succeed() {
    return runUntil(outcome -> outcome.status() == 0);
  }

  /** Runs it again and again until it has this outcome, but not for ever. */
  public Outcome runUntil(Predicate<Outcome> expected) {
    Outcome outcome = run();
    for (int tries = 1; !expected.test(outcome); tries++) {
      if (tries == TRIES) {
        throw new AssertionError("%s, run %d times: %s".formatted(command, TRIES, outcome));
      }
      outcome = run();
    }
    return outcome;
  }

  /** Runs it to its end; one that stands still is killed, and fails the test. */
  public Outcome run() {
    // A virtual thread that reads a pipe holds a processor.
    try (ExecutorService readers =
        Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().factory())) {
      Process process = start(new ProcessBuilder(command));
      Future<String> out = readers.submit(all(process.getInputStream()));
      Future<String> err = readers.submit(all(process.getErrorStream()));
      int status = ProcessWait.end(process, () -> end(process, out, err));
      return new Outcome(status, out.get(), err.get());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Kills it, so that its output ends, and returns that. */
  private String end(Process process, Future<String> out, Future<String> err) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    try {
      return "%s%n%s%n%s".formatted(command, out.get(), err.get());
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Callable<String> all(InputStream stream) {
    return () -> new String(stream.readAllBytes(), UTF_8);
  }
}
