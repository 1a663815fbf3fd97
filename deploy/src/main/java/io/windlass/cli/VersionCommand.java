package io.windlass.cli;

import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Says what exactly is running here, for a bug report. */
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
            COSI  v1alpha1, and v1alpha2 in its revisions A to E
            CSI   not yet
            JDK   %s (%s, %s)
            OS    %s %s on %s
            """,
            build.version(),
            build.commit(),
            Runtime.version(),
            System.getProperty("java.vendor"),
            System.getProperty("java.vm.name"),
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            System.getProperty("os.arch"));
    return Exit.OK;
  }
}
