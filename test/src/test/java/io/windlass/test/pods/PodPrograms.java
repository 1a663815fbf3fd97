package io.windlass.test.pods;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.testing.Programs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A {@link PodWorkload} as a process. */
final class PodPrograms implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 200;

  private final Process process;
  private final Thread reader;
  private volatile int operations;
  private volatile Duration longest = Duration.ZERO;
  private volatile String failure = "";
  private volatile boolean done;

  private PodPrograms(Process process) {
    this.process = process;
    this.reader = Thread.ofPlatform().daemon().name("workload").start(this::read);
  }

  static PodPrograms start(Path directory, int blocks) throws IOException {
    return new PodPrograms(
        Programs.process(
                "java",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                PodWorkload.class.getName(),
                directory.toString(),
                Integer.toString(blocks))
            .redirectError(Redirect.INHERIT)
            .start());
  }

  private void read() {
    try (BufferedReader lines = process.inputReader()) {
      for (String line : (Iterable<String>) lines.lines()::iterator) {
        String[] words = line.split(" ", 2);
        switch (words[0]) {
          case "did" -> {
            String[] numbers = words[1].split(" ", 2);
            operations = Integer.parseInt(numbers[0]);
            longest = Duration.ofMillis(Long.parseLong(numbers[1]));
          }
          case "failed" -> failure = words[1];
          case "done" -> done = true;
          default -> failure = line;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the first error; empty if there was none. */
  String failure() {
    return failure.isEmpty() && !done && !process.isAlive() ? "it has ended" : failure;
  }

  /** Waits until the programs have done more, or one has failed, which fails the test. */
  void awaitMore(PodNode node) {
    int before = operations;
    node.keepUntil(() -> operations > before + 20 || !failure().isEmpty());
    assertThat(failure()).isEmpty();
  }

  /** Returns how many operations have been done. */
  int operations() {
    return operations;
  }

  /** Returns the longest time that one operation took. */
  Duration longest() {
    return longest;
  }

  /** Ends the program, which checks all that was written; gives the first error, or nothing. */
  String finish() throws IOException, InterruptedException {
    process.outputWriter().close();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      return "it hangs";
    }
    reader.join();
    return done ? failure : "it has not checked what it wrote: " + failure;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
