package io.windlass.cli;

import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.JsonText;
import io.windlass.cli.terminal.Terminal;
import io.windlass.config.SpecLevel;
import io.windlass.cosi.sanity.wire.ApiRevision;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Command that prints versions of the program, the APIs, the JDK and the system, for a bug report.
 */
@Command(name = "version", description = "Say what exactly this is and what it runs on.")
final class VersionCommand implements Callable<Integer> {
  private final Terminal terminal;

  VersionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Option(names = "--json", description = "Print it as JSON.")
  boolean json;

  @Override
  public Integer call() {
    Build build = Build.current();
    List<String> cosi = labels(ApiRevision.values(), ApiRevision::label);
    List<String> csi = labels(SpecLevel.values(), SpecLevel::toString);
    if (json) {
      terminal.out().println(JsonText.of(facts(build, cosi, csi)));
      return Exit.OK;
    }
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
            String.join(", ", cosi),
            String.join(", ", csi),
            Runtime.version(),
            System.getProperty("java.vendor"),
            System.getProperty("java.vm.name"),
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            System.getProperty("os.arch"));
    return Exit.OK;
  }

  private static Map<String, Object> facts(Build build, List<String> cosi, List<String> csi) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("version", build.version());
    facts.put("commit", build.commit());
    facts.put("cosi", cosi);
    facts.put("csi", csi);
    facts.put("jdk", Runtime.version().toString());
    facts.put("os", System.getProperty("os.name"));
    facts.put("osVersion", System.getProperty("os.version"));
    facts.put("architecture", System.getProperty("os.arch"));
    return facts;
  }

  private static <T> List<String> labels(T[] all, Function<T, String> label) {
    return Arrays.stream(all).map(label).toList();
  }
}
