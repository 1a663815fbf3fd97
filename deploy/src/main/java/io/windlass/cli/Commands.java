package io.windlass.cli;

import io.windlass.cli.access.RotateCommand;
import io.windlass.cli.aot.AotCommand;
import io.windlass.cli.audit.AuditCommand;
import io.windlass.cli.call.CallCommand;
import io.windlass.cli.config.ConfigCommand;
import io.windlass.cli.demo.DemoCommand;
import io.windlass.cli.doctor.DoctorCommand;
import io.windlass.cli.keys.KeysCommand;
import io.windlass.cli.keys.NewKeyCommand;
import io.windlass.cli.man.ManCommand;
import io.windlass.cli.mount.KeeperCommand;
import io.windlass.cli.mount.MountCommand;
import io.windlass.cli.mount.MounterCommand;
import io.windlass.cli.mount.MountsCommand;
import io.windlass.cli.mount.TopCommand;
import io.windlass.cli.mount.UnmountCommand;
import io.windlass.cli.mount.UpgradeCommand;
import io.windlass.cli.records.ListCommand;
import io.windlass.cli.records.ShowCommand;
import io.windlass.cli.sanity.CosiSanityCommand;
import io.windlass.cli.serve.CosiCommand;
import io.windlass.cli.serve.CsiCommand;
import io.windlass.cli.stats.InfoCommand;
import io.windlass.cli.stats.StatsCommand;
import io.windlass.cli.stores.Stores;
import io.windlass.cli.support.SupportCommand;
import io.windlass.cli.terminal.Terminal;
import io.windlass.connect.BucketConnectors;
import io.windlass.http.Proxies;
import io.windlass.observe.BuildInfo;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;

/**
 * The commands of {@code windlass}, each made when it is asked for.
 *
 * @param build this build
 * @param connectors connectors of all installed stores
 */
record Commands(Terminal terminal, BuildInfo build, BucketConnectors connectors) {
  /** The names of all commands, in the order of the help. */
  static final List<String> NAMES =
      List.of(
          "demo",
          "cosi",
          "csi",
          "doctor",
          "ls",
          "show",
          "rotate",
          "keys",
          "config",
          "audit",
          "support",
          "call",
          "cosi-sanity",
          "mount",
          "unmount",
          "mounts",
          "top",
          "stats",
          "info",
          "upgrade",
          "mounter",
          "keeper",
          "aot",
          "version",
          "help",
          "completion",
          "man");

  /** Commands about the other commands. */
  private static final Set<String> ABOUT_ALL = Set.of("help", "completion", "man");

  static Commands of(Terminal terminal) {
    return new Commands(terminal, Build.current().info(), Stores.connectors());
  }

  /** Returns the command that the first argument names if it does and needs no other, or all. */
  static List<String> needed(String... arguments) {
    return NAMES.stream()
        .filter(name -> arguments.length > 0 && name.equals(arguments[0]))
        .filter(name -> !ABOUT_ALL.contains(name))
        .findFirst()
        .map(List::of)
        .orElse(NAMES);
  }

  /**
   * Makes a command.
   *
   * @param name one of {@link #NAMES}
   */
  Object make(String name) {
    return switch (name) {
      case "demo" -> new DemoCommand(terminal, build.version());
      case "cosi" -> withSettings(new CosiCommand(terminal, build), CosiCommand.settings(terminal));
      case "csi" ->
          withSettings(new CsiCommand(terminal, build, connectors), CsiCommand.settings(terminal));
      case "doctor" -> new DoctorCommand(terminal);
      case "ls" -> new ListCommand(terminal);
      case "show" -> new ShowCommand(terminal);
      case "rotate" -> new RotateCommand(terminal);
      case "keys" ->
          new CommandLine(new KeysCommand(terminal)).addSubcommand(new NewKeyCommand(terminal));
      case "config" -> new ConfigCommand(terminal);
      case "audit" -> new AuditCommand(terminal);
      case "support" -> new SupportCommand(terminal, Windlass::commandLine);
      case "call" -> new CallCommand(terminal);
      case "cosi-sanity" -> new CosiSanityCommand(terminal);
      case "mount" -> new MountCommand(terminal, connectors);
      case "unmount" -> new UnmountCommand(terminal);
      case "mounts" -> new MountsCommand(terminal, connectors);
      case "top" -> new TopCommand(terminal);
      case "upgrade" -> new UpgradeCommand(terminal, build);
      case "info" -> new InfoCommand(terminal);
      case "stats" -> new StatsCommand(terminal);
      case "mounter" ->
          new MounterCommand(build, connectors, Proxies.ofEnvironment(terminal.environment()));
      case "keeper" -> new KeeperCommand(connectors);
      case "aot" -> new AotCommand(terminal);
      case "version" -> new VersionCommand(terminal);
      case "help" -> new HelpCommand(terminal);
      case "completion" -> new CompletionCommand(terminal);
      case "man" -> new ManCommand(terminal, build.version());
      default -> throw new IllegalArgumentException("there is no command " + name);
    };
  }

  private static CommandLine withSettings(Object command, String... settings) {
    CommandLine line = new CommandLine(command);
    line.getCommandSpec().usageMessage().footer(settings);
    return line;
  }
}
