package io.windlass.cli.records;

import io.windlass.cli.serve.BackendEntries;
import io.windlass.cli.serve.BackendLifetime;
import io.windlass.cli.serve.Serving;
import io.windlass.cli.settings.ConfigOption;
import io.windlass.cli.terminal.Amounts;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Ink;
import io.windlass.cli.terminal.OutputOption;
import io.windlass.cli.terminal.Terminal;
import io.windlass.config.ConfigurationException;
import io.windlass.error.DriverException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Command that shows all that the driver has recorded of one thing. */
@Command(
    name = "show",
    header = "Show all that is recorded of a bucket, an access, a volume or a snapshot.%n",
    description = {
      "",
      "To be run in the environment of the driver. Changes nothing, and shows no secret. An id can"
          + " be of a bucket and of a volume; both are shown. CLAIM says which call works on it,"
          + " and since when; if that call did not finish, STUCK says what happens next.",
      "",
      "While a driver runs on an embedded store, only that driver can read its records."
    })
public final class ShowCommand implements Callable<Integer> {
  private static final int NAME = 16;

  private final Terminal terminal;

  @Mixin ConfigOption config = new ConfigOption();

  @Parameters(paramLabel = "ID", description = "BACKEND/NAME, as 'windlass ls' shows it.")
  String id = "";

  @Mixin OutputOption output = new OutputOption();

  public ShowCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    BackendEntries stores;
    try {
      stores = BackendEntries.read(config.over(terminal.environment()));
    } catch (ConfigurationException e) {
      return Serving.refuse(terminal, e);
    }
    SequencedMap<RecordedThings, SequencedMap<String, Object>> found = new LinkedHashMap<>();
    Optional<BackendEntries> present = stores.present();
    if (present.isPresent()) {
      try (BackendLifetime backends = present.get().open()) {
        RecordReader reader = new RecordReader(backends.configured());
        for (RecordedThings kind : RecordedThings.values()) {
          reader.one(kind, id).ifPresent(fields -> found.put(kind, fields));
        }
      }
    }
    if (found.isEmpty()) {
      throw new DriverException.NotFound(
          "nothing is recorded under '%s': 'windlass ls' lists what is".formatted(id), null);
    }
    switch (output.form()) {
      case JSON, YAML -> output.print(terminal, found);
      case NAME -> terminal.out().println(id);
      case TABLE, WIDE -> found.forEach(this::print);
    }
    return Exit.OK;
  }

  private void print(RecordedThings kind, SequencedMap<String, Object> fields) {
    terminal.out().println(terminal.paint(Ink.BOLD, kind.one()));
    Instant now = InstantSource.system().instant();
    fields.forEach((name, value) -> {
      String text = text(value, now);
      if (!text.isEmpty()) {
        terminal.print("  %-16s ".formatted(name), NAME + 3, text);
      }
    });
  }

  /** Returns a value in full, with what people make of it. */
  private static String text(Object value, Instant now) {
    return switch (value) {
      case Instant at ->
          "%s (%s)".formatted(at.truncatedTo(ChronoUnit.SECONDS), Amounts.when(at, now));
      // No other number is long.
      case Long bytes -> "%d (%s)".formatted(bytes, Amounts.size(bytes));
      default -> value.toString();
    };
  }
}
