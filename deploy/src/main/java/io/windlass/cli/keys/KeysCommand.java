package io.windlass.cli.keys;

import io.windlass.cli.serve.BackendEntries;
import io.windlass.cli.serve.BackendLifetime;
import io.windlass.cli.serve.Serving;
import io.windlass.cli.settings.ConfigOption;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.JsonText;
import io.windlass.cli.terminal.Terminal;
import io.windlass.cli.terminal.TextTable;
import io.windlass.config.ConfigurationException;
import io.windlass.secret.Keyring;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command that shows the driver's own keys, and which of them can go. */
@Command(
    name = "keys",
    header = "Show the driver's own keys, what needs them, and which can go.%n",
    description = {
      "",
      "To be run in the environment of the driver. A key is shown by its name, a hash that tells"
          + " nothing of it. ACCESS is how many keys of access were derived from it or are sealed"
          + " with it, also those of nodes to their volumes. The accesses that keep an old key from"
          + " going are listed below, for 'windlass rotate'."
    })
public final class KeysCommand implements Callable<Integer> {
  /** Accesses of a key that are listed for people. */
  private static final int LISTED = 50;

  private final Terminal terminal;

  @Mixin ConfigOption config = new ConfigOption();

  @Option(names = "--json", description = "Print JSON, for programs.")
  boolean json;

  public KeysCommand(Terminal terminal) {
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
    if (stores.keys().isEmpty()) {
      terminal
          .err()
          .println(
              "windlass: no keys are configured, so the embedded server keeps its own: set"
                  + " WINDLASS_KEYS, and make a key with 'windlass keys new'");
      return Exit.FAILED;
    }
    Keyring ring = BackendLifetime.keys(stores.keys()).get();
    KeyUse use;
    Optional<BackendEntries> present = stores.present();
    if (present.isPresent()) {
      try (BackendLifetime backends = present.get().open()) {
        use = KeyUse.of(present.get(), backends.configured());
      }
    } else {
      use = KeyUse.NONE;
    }
    show(ring, use);
    return use.missing(ring).isEmpty() ? Exit.OK : Exit.FAILED;
  }

  private void show(Keyring ring, KeyUse use) {
    List<SequencedMap<String, Object>> rows = new ArrayList<>();
    for (String name : ring.names()) {
      rows.add(row(name, use, advice(name, ring, use)));
    }
    for (String name : use.missing(ring)) {
      rows.add(row(name, use, "MISSING: put it back, or grant these accesses anew"));
    }
    if (json) {
      rows.forEach(row -> row.put("accesses", use.accesses(String.valueOf(row.get("key")))));
      terminal.out().println(JsonText.of(rows));
      return;
    }
    TextTable.lines(rows).forEach(terminal.out()::println);
    rows.stream()
        .map(row -> String.valueOf(row.get("key")))
        .filter(name -> !name.equals(ring.current()))
        .forEach(name -> list(name, use.accesses(name)));
  }

  private void list(String key, List<String> accesses) {
    if (accesses.isEmpty()) {
      return;
    }
    terminal.out().printf("%nThese need %s:%n", key);
    accesses.stream().limit(LISTED).forEach(id -> terminal.out().println("  " + id));
    if (accesses.size() > LISTED) {
      terminal.out().printf("  and %d more, which --json lists%n", accesses.size() - LISTED);
    }
  }

  private static SequencedMap<String, Object> row(String name, KeyUse use, String advice) {
    SequencedMap<String, Object> row = new LinkedHashMap<>();
    row.put("key", name);
    row.put("access", use.keys(name));
    row.put("advice", advice);
    return row;
  }

  private static String advice(String name, Keyring ring, KeyUse use) {
    if (name.equals(ring.current())) {
      return "the newest: all that is made now needs it";
    }
    if (use.keys(name) > 0) {
      return "stays: rotate these accesses first (windlass rotate)";
    }
    return "can go: no record needs it";
  }
}
