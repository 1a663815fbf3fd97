package io.windlass.cli;

import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Terminal;
import io.windlass.config.SpecLevel;
import io.windlass.cosi.sanity.wire.ApiRevision;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/**
 * Command that prints versions of the program, the APIs, the JDK and the system, for a bug report.
 */
@Command(name = "version", description = "Say what exactly this is and what it runs on.")
final class VersionCommand implements Callable<Integer> {
  private final Terminal terminal;

  VersionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Build build = Build.current();
    terminal
        .out()
        .printf(
            """
            windlass %s, commit %s
            COSI  %s
            CSI   %s
            JDK   %s (%s, %s)
            OS    %s %s on %s
            """,
            build.version(),
            build.commit(),
            labels(ApiRevision.values(), ApiRevision::label),
            labels(SpecLevel.values(), SpecLevel::toString),
            Runtime.version(),
            System.getProperty("java.vendor"),
            System.getProperty("java.vm.name"),
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            System.getProperty("os.arch"));
    return Exit.OK;
  }

  private static <T> String labels(T[] all, Function<T, String> label) {
    return Arrays.stream(all).map(label).collect(Collectors.joining(", "));
  }
}
