package io.windlass.cli.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.windlass.cli.serve.Serving;
import io.windlass.cli.settings.ConfigOption;
import io.windlass.cli.terminal.CountConverter;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Places;
import io.windlass.cli.terminal.Terminal;
import io.windlass.config.ConfigurationException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command that collects what a report of a problem needs. */
@Command(
    name = "support",
    header = "Collect what a report of a problem needs into one file, without secrets.%n",
    description = {
      "",
      "To be run in the environment of the driver. The file has the output of version, config,"
          + " doctor, mounts and ls, the mounts and the memory of the machine, the driver's metrics"
          + " if it serves them, and the end of the logs that are named. It names buckets,"
          + " directories, nodes and servers. Every secret that the configuration names is replaced"
          + " by ***. Look into the file before you give it away. It unpacks into a directory"
          + " windlass-support-TIME."
    })
public final class SupportCommand implements Callable<Integer> {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  private final Terminal terminal;
  private final Function<Terminal, CommandLine> commands;

  @Mixin ConfigOption config = new ConfigOption();

  @Option(
      names = "--to",
      paramLabel = "FILE",
      converter = Places.NewFile.class,
      description =
          "The file to write, which must not be there yet. Default: windlass-support-TIME.tar.gz")
  Optional<Path> to = Optional.empty();

  @Option(
      names = "--log",
      paramLabel = "FILE",
      converter = Places.ReadableFile.class,
      description = "A log whose end is added; can be repeated.")
  List<Path> logs = List.of();

  @Option(
      names = "--lines",
      paramLabel = "N",
      converter = CountConverter.class,
      description = "Lines of each log. Default: ${DEFAULT-VALUE}")
  int lines = 2000;

  /**
   * Makes the command.
   *
   * @param commands returns all commands with another terminal
   */
  public SupportCommand(Terminal terminal, Function<Terminal, CommandLine> commands) {
    this.terminal = terminal;
    this.commands = commands;
  }

  @Override
  public Integer call() throws IOException {
    Map<String, String> environment;
    try {
      environment = config.over(terminal.environment());
    } catch (ConfigurationException e) {
      return Serving.refuse(terminal, e);
    }
    Instant now = Instant.now();
    String name = "windlass-support-" + STAMP.format(now);
    Path file = to.orElseGet(() -> Path.of(name + ".tar.gz"));
    KnownSecrets secrets = KnownSecrets.of(environment);
    SupportParts parts = new SupportParts(environment, logs, lines);
    try (OutputStream out = create(file);
        TarFile tar = new TarFile(out, name, now)) {
      for (String command : SupportParts.COMMANDS) {
        terminal.err().println("windlass " + command + " …");
        tar.add(command.split(" ", 2)[0] + ".txt", secrets.masked(outputOf(command, environment)));
      }
      for (SupportParts.Part part : parts.all()) {
        tar.add(part.name(), secrets.masked(part.text()));
      }
    }
    terminal.out().println("%s has it all; look into it before you give it away.".formatted(file));
    return Exit.OK;
  }

  private static OutputStream create(Path file) throws IOException {
    Files.createFile(
        file,
        PosixFilePermissions.asFileAttribute(
            EnumSet.copyOf(PosixFilePermissions.fromString("rw-------"))));
    return Files.newOutputStream(file, StandardOpenOption.WRITE);
  }

  /** Runs a command as it would be run by hand, and returns all that it prints. */
  private String outputOf(String command, Map<String, String> environment) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, UTF_8)) {
      Terminal paper = new Terminal(out, out, environment, false, false, Terminal.WIDTH);
      int status = commands.apply(paper).execute(command.split(" ", -1));
      out.println("[status %d]".formatted(status));
    }
    return bytes.toString(UTF_8);
  }
}
