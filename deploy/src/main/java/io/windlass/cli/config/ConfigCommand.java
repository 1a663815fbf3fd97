package io.windlass.cli.config;

import io.windlass.cli.serve.Serving;
import io.windlass.cli.settings.ConfigOption;
import io.windlass.cli.stores.Stores;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Ink;
import io.windlass.cli.terminal.JsonText;
import io.windlass.cli.terminal.Terminal;
import io.windlass.config.ConfigurationException;
import io.windlass.config.UnderstoodSetting;
import io.windlass.config.UnderstoodSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command that shows what was understood of a configuration. */
@Command(
    name = "config",
    header = "Show what a driver would understand of this configuration.%n",
    description = {
      "",
      "To be run in the environment of the driver, or with its file of settings. Checks every"
          + " value, opens nothing, and shows no secret: settings only name files of secrets.",
      "",
      "The output can be the file for --config: defaults are comments there."
    })
public final class ConfigCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin ConfigOption config = new ConfigOption();

  @Option(names = "--json", description = "Print JSON, for programs.")
  boolean json;

  public ConfigCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    try {
      List<UnderstoodSetting> settings =
          UnderstoodSettings.read(config.over(terminal.environment()), Stores.kinds());
      if (json) {
        terminal.out().println(JsonText.of(settings.stream().map(this::fields).toList()));
      } else {
        settings.forEach(this::show);
      }
      return Exit.OK;
    } catch (ConfigurationException e) {
      return Serving.refuse(terminal, e);
    }
  }

  /** Shows a setting as a file of settings has it. A default is a comment there. */
  private void show(UnderstoodSetting setting) {
    String line = "%s=%s".formatted(setting.variable(), setting.value());
    terminal.out().println(setting.given() ? terminal.paint(Ink.BOLD, line) : "# " + line);
  }

  private SequencedMap<String, Object> fields(UnderstoodSetting setting) {
    SequencedMap<String, Object> fields = new LinkedHashMap<>();
    fields.put("variable", setting.variable());
    fields.put("value", setting.value());
    fields.put("from", source(setting));
    return fields;
  }

  private String source(UnderstoodSetting setting) {
    Map<String, String> environment = terminal.environment();
    if (!setting.given()) {
      return "default";
    }
    return environment.containsKey(setting.variable()) || config.file().isEmpty()
        ? "environment"
        : config.file().get().toString();
  }
}
