package io.windlass.cli.man;

import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Places;
import io.windlass.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command that writes the man pages of all commands. */
@Command(
    name = "man",
    header = "Write the man pages of all commands.%n",
    description = {
      "",
      "A page says what --help says. For example:",
      "  windlass man ~/.local/share/man/man1",
      "  man windlass-mount"
    })
public final class ManCommand implements Callable<Integer> {
  private final Terminal terminal;
  private final String version;

  @Spec CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "DIRECTORY",
      converter = Places.DirectoryToMake.class,
      description =
          "Where to write them. It is made if it is missing; pages that are there are replaced.")
  Path directory = Path.of("");

  /**
   * Creates the command.
   *
   * @param version of Windlass, for the foot of the pages
   */
  public ManCommand(Terminal terminal, String version) {
    this.terminal = terminal;
    this.version = version;
  }

  @Override
  public Integer call() throws IOException {
    Files.createDirectories(directory);
    List<ManPage> pages = ManPage.all(spec.root(), version).toList();
    for (ManPage page : pages) {
      Files.writeString(directory.resolve(page.name() + ".1"), page.text());
    }
    terminal.out().printf("%d man pages are in %s.%n", pages.size(), directory);
    return Exit.OK;
  }
}
