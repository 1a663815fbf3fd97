package io.windlass.cli.records;

import io.windlass.cli.serve.BackendEntries;
import io.windlass.cli.serve.BackendLifetime;
import io.windlass.cli.serve.Serving;
import io.windlass.cli.settings.ConfigOption;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Ink;
import io.windlass.cli.terminal.OutputOption;
import io.windlass.cli.terminal.Terminal;
import io.windlass.cli.terminal.TextTable;
import io.windlass.config.ConfigurationException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command that lists what the driver has recorded. */
@Command(
    name = "ls",
    header = "List the buckets, access, volumes and snapshots that the driver has made.%n",
    description = {
      "",
      "To be run in the environment of the driver. Reads the records in the registry buckets, and"
          + " changes nothing. CLAIM names the call that works on something now, and says so when"
          + " a call did not finish: the next call for the same thing goes on from there.",
      "",
      "Records do not keep when something was made: CHANGED is when its record was written last."
          + " A narrow terminal has fewer columns. -o json has all, with sizes in bytes and times"
          + " in full.",
      "",
      "While a driver runs on an embedded store, only that driver can read its records."
    })
public final class ListCommand implements Callable<Integer> {
  private static final String INDENT = "  ";

  private final Terminal terminal;

  @Parameters(
      arity = "0..*",
      paramLabel = "KIND",
      completionCandidates = Kinds.class,
      description = "What to list: ${COMPLETION-CANDIDATES}. Default: all of them.")
  List<String> kinds = List.of();

  @Spec CommandSpec spec = CommandSpec.create();

  @Mixin OutputOption output = new OutputOption();

  /** What can be listed, for the help and for shells. */
  private static final class Kinds extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    Kinds() {
      super(Arrays.stream(RecordedThings.values()).map(RecordedThings::toString).toList());
    }
  }

  @Mixin ConfigOption config = new ConfigOption();

  public ListCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    List<RecordedThings> wanted =
        kinds.isEmpty()
            ? List.of(RecordedThings.values())
            : kinds.stream().map(this::kind).toList();
    BackendEntries settings;
    try {
      settings = BackendEntries.read(config.over(terminal.environment()));
    } catch (ConfigurationException e) {
      return Serving.refuse(terminal, e);
    }
    for (Path missing : settings.missing()) {
      terminal
          .err()
          .println("windlass: %s is not there yet: the driver makes it".formatted(missing));
    }
    Optional<BackendEntries> present = settings.present();
    if (present.isEmpty()) {
      return Exit.OK;
    }
    try (BackendLifetime backends = present.get().open()) {
      RecordReader reader = new RecordReader(backends.configured());
      if (output.form() == OutputOption.Form.NAME) {
        wanted.stream()
            .flatMap(kind -> reader.ids(kind).stream())
            .distinct()
            .forEach(terminal.out()::println);
        return Exit.OK;
      }
      SequencedMap<RecordedThings, List<SequencedMap<String, Object>>> found =
          new LinkedHashMap<>();
      wanted.forEach(kind -> found.put(kind, reader.read(kind)));
      if (output.isForPrograms()) {
        output.print(terminal, found);
      } else {
        found.forEach(this::print);
      }
      return Exit.OK;
    }
  }

  private RecordedThings kind(String name) {
    return Arrays.stream(RecordedThings.values())
        .filter(kind -> kind.isCalled(name))
        .findFirst()
        .orElseThrow(() ->
            new ParameterException(
                spec.commandLine(),
                "'%s' cannot be listed: one of %s"
                    .formatted(name, String.join(", ", new Kinds()))));
  }

  private void print(RecordedThings kind, List<SequencedMap<String, Object>> records) {
    terminal.out().println(terminal.paint(Ink.BOLD, "%s: %d".formatted(kind, records.size())));
    if (records.isEmpty()) {
      return;
    }
    boolean wide = output.form() == OutputOption.Form.WIDE;
    RecordRows rows = new RecordRows(InstantSource.system().instant(), wide);
    int width = output.width(terminal) - INDENT.length();
    TextTable.lines(records.stream().map(rows::row).toList(), width, RecordRows.OPTIONAL)
        .forEach(line -> terminal.out().println(INDENT + line));
    for (SequencedMap<String, Object> record : records) {
      if (record.containsKey("why")) {
        terminal.print(INDENT, 2, "%s: %s".formatted(record.get("id"), record.get("why")));
      }
    }
  }
}
