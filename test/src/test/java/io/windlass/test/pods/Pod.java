package io.windlass.test.pods;

import static org.awaitility.Awaitility.await;

import io.windlass.testing.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A pod that can be started again. It does not outlive this JVM unless that is killed. */
final class Pod implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final PodRuntime runtime;
  private final Supplier<List<String>> command;
  private final Map<String, String> environment;
  private final Path log;
  private final Thread hook = new Thread(this::kill, "end of a pod");
  private volatile Optional<Process> process = Optional.empty();

  /**
   * Creates a pod that does not run yet.
   *
   * @param command gives, at each start, the command that runs it
   */
  Pod(
      PodRuntime runtime,
      Supplier<List<String>> command,
      Map<String, String> environment,
      Path log) {
    this.runtime = runtime;
    this.command = command;
    this.environment = environment;
    this.log = log;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  void start() {
    ProcessBuilder builder = Programs.process(command.get());
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.redirectOutput(Redirect.appendTo(log.toFile()));
    builder.redirectError(Redirect.appendTo(log.toFile()));
    try {
      process = Optional.of(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean runs() {
    return process.filter(Process::isAlive).isPresent();
  }

  /** Returns the program in the pod: number 1 of its namespace. */
  ProcessHandle program() {
    return runtime.program(process.orElseThrow().toHandle());
  }

  /** Kills the program, and with it everything in its namespaces. */
  void kill() {
    process
        .filter(Process::isAlive)
        .ifPresent(command -> {
          ProcessHandle program = program();
          List<ProcessHandle> all =
              Stream.concat(Stream.of(program), program.descendants()).toList();
          all.forEach(ProcessHandle::destroyForcibly);
          await().atMost(PATIENCE).until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
          command.onExit().join();
        });
  }

  @Override
  public void close() {
    kill();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is ending: the hook finds nothing left to do.
    }
  }
}
