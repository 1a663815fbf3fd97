package io.windlass.cli;

import java.io.Console;
import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;

/**
 * What a command has of the process around it.
 *
 * @param out what was asked for
 * @param err everything else
 * @param environment of the process
 * @param colour whether somebody looks at {@code out} who wants colour
 */
record Terminal(PrintStream out, PrintStream err, Map<String, String> environment, boolean colour) {
  Terminal {
    environment = Map.copyOf(environment);
  }

  /** That of this process. Respects {@code NO_COLOR} (no-color.org) and {@code TERM=dumb}. */
  static Terminal ofProcess() {
    Map<String, String> environment = System.getenv();
    boolean wanted =
        environment.getOrDefault("NO_COLOR", "").isEmpty()
            && !environment.getOrDefault("TERM", "dumb").equals("dumb");
    boolean interactive =
        Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    return new Terminal(System.out, System.err, environment, wanted && interactive);
  }
}
