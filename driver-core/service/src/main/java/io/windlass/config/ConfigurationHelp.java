package io.windlass.config;

import io.windlass.connect.BackendKinds;
import io.windlass.setting.Setting;
import java.util.List;
import java.util.stream.Collectors;

/** Table of the settings for people, in the README and in the help of commands. */
public final class ConfigurationHelp {
  private static final int INDENT = 6;

  private final BackendSettings backendSettings;

  /** Creates the help for the settings of the driver and of backends of these kinds. */
  public ConfigurationHelp(BackendKinds kinds) {
    this.backendSettings = new BackendSettings(kinds);
  }

  /**
   * Entry for one setting.
   *
   * @param variable name of its environment variable
   */
  private record Line(String variable, Setting<?> setting, String meaning) {
    String right() {
      return setting.format().right();
    }
  }

  private static List<Line> ofDriver(List<Setting<?>> settings) {
    return settings.stream()
        .map(setting -> new Line(setting.name(), setting, setting.meaning()))
        .toList();
  }

  private List<Line> ofBackends() {
    return backendSettings.all().stream().map(this::ofBackends).toList();
  }

  private Line ofBackends(Setting<?> setting) {
    List<String> kinds = backendSettings.onlyOf(setting);
    String meaning =
        kinds.isEmpty()
            ? setting.meaning()
            : "(%s) %s".formatted(String.join(", ", kinds), setting.meaning());
    return new Line(Settings.PREFIX + "NAME_" + setting.name(), setting, meaning);
  }

  /** Returns tables in Markdown: the driver's settings, those of CSI, and those of each backend. */
  public String markdown() {
    return markdown(ofDriver(Settings.GLOBAL))
        + "\n`windlass csi` has these beside them:\n\n"
        + markdown(ofDriver(Settings.CSI))
        + "\n"
        + "Each backend has its own settings. `NAME` is its name in capitals, with `_` for `-`:\n\n"
        + markdown(ofBackends());
  }

  private static String markdown(List<Line> settings) {
    return settings.stream()
        .map(line ->
            "| `%s` | %s | %s | %s |\n"
                .formatted(
                    line.variable(), unset(line.setting(), "`"), line.meaning(), line.right()))
        .collect(
            Collectors.joining(
                "", "| Variable | Default | Meaning | Value |\n|---|---|---|---|\n", ""));
  }

  /** Returns a paragraph for each setting of the COSI driver and of backends. */
  public String text(int width) {
    return text(ofDriver(Settings.GLOBAL), width) + backends(width);
  }

  /** Returns a paragraph for each setting of the CSI plugin and of backends. */
  public String csiText(int width) {
    List<Setting<?>> ofBoth =
        Settings.GLOBAL.stream().filter(setting -> !Settings.COSI.contains(setting)).toList();
    return text(ofDriver(Settings.CSI), width) + text(ofDriver(ofBoth), width) + backends(width);
  }

  private String backends(int width) {
    return "\nEach backend has its own settings. NAME is its name in capitals, with _ for -:\n\n"
        + text(ofBackends(), width);
  }

  private static String text(List<Line> settings, int width) {
    return settings.stream()
        .map(line ->
            "  %s (%s)\n%s"
                .formatted(
                    line.variable(),
                    unset(line.setting(), ""),
                    wrapped(line.meaning() + " Value: " + line.right() + ".", width)))
        .collect(Collectors.joining());
  }

  private static String unset(Setting<?> setting, String quote) {
    return switch (setting.unset()) {
      case Setting.Unset.Default(String value) -> quote + value + quote;
      case Setting.Unset.Required() -> "required";
      case Setting.Unset.Otherwise(String description) -> description;
    };
  }

  private static String wrapped(String text, int width) {
    StringBuilder lines = new StringBuilder();
    String indent = " ".repeat(INDENT);
    StringBuilder line = new StringBuilder(indent);
    for (String word : List.of(text.split(" ", -1))) {
      if (line.length() > INDENT && line.length() + 1 + word.length() > width) {
        lines.append(line).append('\n');
        line = new StringBuilder(indent);
      }
      line.append(line.length() > INDENT ? " " : "").append(word);
    }
    return lines.append(line).append('\n').toString();
  }
}
