package io.windlass.config;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The table of settings for people: in the README and in the help of commands. */
public final class ConfigurationHelp {
  private static final int INDENT = 6;

  private ConfigurationHelp() {}

  /** Tables in Markdown: the driver's settings, those of CSI, and those of each backend. */
  public static String markdown() {
    return markdown(Settings.GLOBAL)
        + "\n`windlass csi` has these beside them:\n\n"
        + markdown(Settings.CSI)
        + "\n"
        + "Each backend has its own settings. `NAME` is its name in capitals, with `_` for `-`:\n\n"
        + markdown(Settings.BACKEND);
  }

  private static String markdown(List<Setting<?>> settings) {
    return settings.stream()
        .map(setting ->
            "| `%s` | %s | %s | %s |\n"
                .formatted(
                    variable(setting), unset(setting, "`"), meaning(setting), right(setting)))
        .collect(
            Collectors.joining(
                "", "| Variable | Default | Meaning | Value |\n|---|---|---|---|\n", ""));
  }

  private static String right(Setting<?> setting) {
    return setting.format().right();
  }

  /** A paragraph for each setting of the driver. */
  public static String text(int width) {
    return text(Settings.GLOBAL, width) + backends(width);
  }

  /** The same, and those that only CSI has. */
  public static String csiText(int width) {
    List<Setting<?>> ofBoth =
        Settings.GLOBAL.stream().filter(setting -> !Settings.COSI.contains(setting)).toList();
    return text(Settings.CSI, width) + text(ofBoth, width) + backends(width);
  }

  private static String backends(int width) {
    return "\nEach backend has its own settings. NAME is its name in capitals, with _ for -:\n\n"
        + text(Settings.BACKEND, width);
  }

  private static String text(List<Setting<?>> settings, int width) {
    return settings.stream()
        .map(setting ->
            "  %s (%s)\n%s"
                .formatted(
                    variable(setting),
                    unset(setting, ""),
                    wrapped(meaning(setting) + " Value: " + right(setting) + ".", width)))
        .collect(Collectors.joining());
  }

  private static String variable(Setting<?> setting) {
    return setting.kinds().isEmpty() ? setting.name() : Settings.PREFIX + "NAME_" + setting.name();
  }

  private static String unset(Setting<?> setting, String quote) {
    return switch (setting.unset()) {
      case Setting.Unset.Default(String value) -> quote + value + quote;
      case Setting.Unset.Required() -> "required";
      case Setting.Unset.Otherwise(String description) -> description;
    };
  }

  private static String meaning(Setting<?> setting) {
    boolean some =
        !setting.kinds().isEmpty() && setting.kinds().size() < BackendKind.values().length;
    String kinds =
        setting.kinds().stream()
            .map(kind -> kind.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "));
    return some ? "(%s) %s".formatted(kinds, setting.meaning()) : setting.meaning();
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
