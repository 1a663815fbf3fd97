package io.windlass.test.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import io.windlass.cli.Main;
import io.windlass.cli.terminal.Terminal;
import io.windlass.testing.ProcessWait;
import io.windlass.testing.Programs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
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
 * A command to be run in an environment that holds nothing of this one's but PATH, HOME and
 * JAVA_HOME: as a process of its own, or, if it is one of windlass, in this JVM.
 *
 * @param command program and arguments
 * @param environment what the command sees
 * @param here whether it runs in this JVM
 */
public record Launch(List<String> command, Map<String, String> environment, boolean here) {

  public Launch {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  /** A process. */
  public Launch(List<String> command, Map<String, String> environment) {
    this(command, environment, false);
  }

  /**
   * A command of windlass in this JVM, which takes a tenth of the time of a process. There is one
   * test at least that starts a process for each command.
   */
  public static Launch inThisJvm(String... arguments) {
    Launch process = windlass(arguments);
    return new Launch(process.command(), process.environment(), true);
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

  /** In exactly this environment. */
  public Launch in(Map<String, String> other) {
    return new Launch(command, other, here);
  }

  /** With one more variable. */
  public Launch with(String name, String value) {
    Map<String, String> more = new HashMap<>(environment);
    more.put(name, value);
    return new Launch(command, more, here);
  }

  /** Without a variable. */
  public Launch without(String name) {
    Map<String, String> fewer = new HashMap<>(environment);
    fewer.remove(name);
    return new Launch(command, fewer, here);
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
    if (here) {
      throw new IllegalStateException("no process: " + command);
    }
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
              Programs.process(command).redirectErrorStream(true).redirectOutput(output.toFile())),
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

  /** Runs it again and again until it has this outcome. */
  public Outcome runUntil(Predicate<Outcome> expected) {
    return await().until(this::run, expected);
  }

  /** Runs it to its end; one that stands still is killed, and fails the test. */
  public Outcome run() {
    return here ? runHere() : runProcess();
  }

  private Outcome runHere() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    try (PrintStream printed = new PrintStream(out, true, UTF_8);
        PrintStream told = new PrintStream(err, true, UTF_8)) {
      int status =
          Main.run(
              new Terminal(printed, told, environment, false, false, Terminal.WIDTH),
              command.stream().skip(1).toArray(String[]::new));
      return new Outcome(status, out.toString(UTF_8), err.toString(UTF_8));
    }
  }

  private Outcome runProcess() {
    // A virtual thread that reads a pipe holds a processor.
    try (ExecutorService readers =
        Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().factory())) {
      Process process = start(Programs.process(command));
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
