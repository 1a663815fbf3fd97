package io.windlass.store.local;

import io.windlass.testing.Programs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A local backend in a process of its own, which can be killed. */
final class LocalProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  /** Starts one over the directory, with this class path. */
  LocalProcess(Path directory, String classPath) {
    List<String> command = new ArrayList<>();
    command.add("java");
    command.addAll(List.of("-cp", classPath, Main.class.getName(), directory.toString()));
    try {
      process = Programs.process(command).redirectErrorStream(true).start();
      output =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The first line that says how it went; others are its log. */
  String firstWord() throws IOException {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(Main.SAYS)) {
        return line.substring(Main.SAYS.length());
      }
    }
    throw new IOException("the process ended without a word");
  }

  /** Kills the process with SIGKILL. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** Opens the backend and serves until it is killed, or its input ends. */
  static final class Main {
    static final String SAYS = "says: ";

    private Main() {}

    public static void main(String[] arguments) throws IOException {
      try (LocalBackend backend = OpenStore.open(Path.of(arguments[0]))) {
        System.out.println(SAYS + backend.locate("any"));
        System.out.println(System.in.read());
      } catch (RuntimeException e) {
        System.out.println(SAYS + e.getClass().getSimpleName() + ": " + e.getMessage());
      }
    }
  }
}
