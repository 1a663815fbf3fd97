package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.Programs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A program that commits one transaction after another to a database of SQLite. */
final class Database implements AutoCloseable {
  private static final Path PROGRAM = Path.of("src/test/sqlite/transactions.py");

  private final Process process;
  private final Writer input;
  private final BufferedReader output;
  private final StringBuilder said = new StringBuilder();
  private final AtomicInteger committed = new AtomicInteger();

  Database(Path file) throws IOException {
    this.process =
        Programs.process("python3", "-u", PROGRAM.toString(), file.toString())
            .redirectErrorStream(true)
            .start();
    this.input = process.outputWriter();
    this.output = process.inputReader();
  }

  /** Returns the number of transactions that are known to be committed. */
  int committed() {
    return committed.get();
  }

  /** Waits until so many more are. */
  void goOn(int more) throws IOException {
    int wanted = committed.get() + more;
    while (committed.get() < wanted) {
      assertThat(line()).as("it ended: %s", said).isTrue();
    }
  }

  /** Has it commit no more for now. */
  void pause() throws IOException {
    input.write('\n');
    input.flush();
    while (!said.toString().endsWith("paused\n")) {
      assertThat(line()).as("it ended: %s", said).isTrue();
    }
  }

  /** Has it go on. */
  void resume() throws IOException {
    input.write('\n');
    input.flush();
  }

  /** Waits for the end of the process, which something else causes, and returns its output. */
  String end() throws IOException {
    while (line()) {}
    return said.toString();
  }

  private boolean line() throws IOException {
    String line = output.readLine();
    if (line == null) {
      return false;
    }
    said.append(line).append('\n');
    if (line.matches("\\d+")) {
      committed.set(Integer.parseInt(line));
    }
    return true;
  }

  /** Checks a database, as one who opens it does after a crash; how many transactions it has. */
  static int check(Path database) {
    String wanted = "pragma integrity_check; select count(*) = max(id), count(*) from done";
    Outcome outcome = Launch.of(List.of("sqlite3", database.toString(), wanted)).run();
    assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
    assertThat(outcome.out()).startsWith("ok\n1|");
    return Integer.parseInt(outcome.out().strip().replaceAll("(?s).*\\|", ""));
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      input.close();
    } catch (IOException e) {
      // It is gone already.
    }
  }
}
