package io.windlass.fuse;

import io.windlass.testing.Programs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A class of the tests that runs in a process of its own, with the same class path. */
public final class ChildJvm {
  private ChildJvm() {}

  /** Starts it. */
  public static Process start(Class<?> main, Object... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add("java");
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return Programs.process(command).inheritIO().start();
  }
}
