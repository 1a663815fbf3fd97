package io.windlass.cli.keys;

import io.windlass.cli.serve.BackendEntries;
import io.windlass.cli.serve.BackendLifetime;
import io.windlass.cli.serve.Serving;
import io.windlass.cli.settings.ConfigOption;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.OutputOption;
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

/** Command that shows the driver's own keys, and which of them can go. */
@Command(
    name = "keys",
    header = "Show the driver's own keys, what needs them, and which can go.%n",
    description = {
      "",
      "To be run in the environment of the driver. A key is shown by its name, a hash that tells"
          + " nothing of it. ACCESS is how many keys of access were derived from it or are sealed"
          + " with it, also those of nodes to their volumes. Below the table are the accesses that an"
          + " older key stays for: ten of each key, or all with -o wide and -o json."
    })
public final class KeysCommand implements Callable<Integer> {
  /** Accesses of a key that are listed unless all are asked for. */
  private static final int LISTED = 10;

  private final Terminal terminal;

  @Mixin ConfigOption config = new ConfigOption();

  @Mixin OutputOption output = new OutputOption();

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
    switch (output.form()) {
      case JSON, YAML -> {
        rows.forEach(row ->
            row.put(
                "accesses",
                use.accesses(String.valueOf(row.get("key"))).stream().distinct().toList()));
        output.print(terminal, rows);
      }
      case NAME -> rows.forEach(row -> terminal.out().println(row.get("key")));
      case TABLE -> print(rows, ring, use, LISTED);
      case WIDE -> print(rows, ring, use, Integer.MAX_VALUE);
    }
  }

  private void print(List<SequencedMap<String, Object>> rows, Keyring ring, KeyUse use, int most) {
    TextTable.lines(rows).forEach(terminal.out()::println);
    for (SequencedMap<String, Object> row : rows) {
      String key = String.valueOf(row.get("key"));
      List<String> ids = use.accesses(key).stream().distinct().toList();
      if (!key.equals(ring.current()) && !ids.isEmpty()) {
        terminal.out().println();
        terminal.out().println(key + " is needed by");
        ids.stream().limit(most).forEach(id -> terminal.out().println("  " + id));
        if (ids.size() > most) {
          terminal.out().printf("  and %d more: -o wide lists them%n", ids.size() - most);
        }
      }
    }
  }

  private static SequencedMap<String, Object> row(String name, KeyUse use, String advice) {
    SequencedMap<String, Object> row = new LinkedHashMap<>();
    row.put("key", name);
    row.put("access", use.accesses(name).size());
    row.put("advice", advice);
    return row;
  }

  private static String advice(String name, Keyring ring, KeyUse use) {
    if (name.equals(ring.current())) {
      return "the newest: all that is made now needs it";
    }
    if (!use.accesses(name).isEmpty()) {
      return "stays: rotate these accesses first (windlass rotate)";
    }
    return "can go: no record needs it";
  }
}
