package io.windlass.fuse;

import io.windlass.testing.Programs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A class of the tests that runs in a process of its own, with the same class path. */
public final class ChildJvm {
  private ChildJvm() {}

  /** Starts it. */
  public static Process start(Class<?> main, Object... arguments) throws IOException {
    return Programs.process(command(main, arguments)).inheritIO().start();
  }

  /** Starts it so that it can open few files; see {@link #openAll}. */
  public static Process startWithFewFiles(Class<?> main, Object... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("sh", "-c", "ulimit -n 160; exec \"$@\"", "sh"));
    command.addAll(Programs.command(command(main, arguments)));
    return Programs.process(command).inheritIO().start();
  }

  /** Opens as many files as this process may. */
  public static Deque<InputStream> openAll() {
    Deque<InputStream> open = new ArrayDeque<>();
    try {
      while (true) {
        open.push(Files.newInputStream(Path.of("/dev/null")));
      }
    } catch (IOException e) {
      return open; // too many open files
    }
  }

  private static List<String> command(Class<?> main, Object... arguments) {
    List<String> command = new ArrayList<>();
    command.add("java");
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return command;
  }
}
