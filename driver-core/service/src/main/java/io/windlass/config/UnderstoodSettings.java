package io.windlass.config;

import io.windlass.connect.BackendKind;
import io.windlass.connect.BackendKinds;
import io.windlass.setting.Setting;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * All settings that a configuration has or could have, with what was understood of them. Settings
 * hold no secrets; they name files.
 */
public final class UnderstoodSettings {
  private final Map<String, String> environment;
  private final List<UnderstoodSetting> all = new ArrayList<>();

  private UnderstoodSettings(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * Reads the configuration of a COSI driver, unless only CSI is configured, and that of a CSI
   * plugin, if there is one. Checks the values of those settings, too, that neither of them reads.
   *
   * @throws ConfigurationException naming everything that is wrong
   */
  public static List<UnderstoodSetting> read(Map<String, String> environment, BackendKinds kinds)
      throws ConfigurationException {
    boolean csi = isCsi(environment);
    boolean cosi = !csi || environment.containsKey(Settings.COSI_ENDPOINT.name());
    Set<String> problems = new LinkedHashSet<>();
    List<BackendEntry> backends = new ArrayList<>();
    if (csi) {
      try {
        backends.addAll(CsiConfiguration.read(environment, kinds).backends());
      } catch (ConfigurationException e) {
        problems.addAll(e.problems());
      }
    }
    if (cosi) {
      try {
        List<BackendEntry> read = Configuration.read(environment, kinds).backends();
        if (backends.isEmpty()) {
          backends.addAll(read);
        }
      } catch (ConfigurationException e) {
        problems.addAll(e.problems());
      }
    }
    problems.addAll(wrongValues(environment, new BackendSettings(kinds)));
    if (!problems.isEmpty()) {
      throw new ConfigurationException(List.copyOf(problems));
    }
    UnderstoodSettings settings = new UnderstoodSettings(environment);
    Settings.GLOBAL.stream()
        .filter(setting -> cosi || !Settings.COSI.contains(setting))
        .forEach(setting -> settings.add(setting.name(), setting));
    if (csi) {
      Settings.CSI.forEach(setting -> settings.add(setting.name(), setting));
    }
    for (BackendEntry backend : backends) {
      settings.addBackend(backend.name(), new BackendSettings(kinds));
    }
    return List.copyOf(settings.all);
  }

  private static List<String> wrongValues(
      Map<String, String> environment, BackendSettings settings) {
    Variables given = new Variables(environment);
    Stream.concat(Settings.GLOBAL.stream(), Settings.CSI.stream())
        .forEach(setting -> given.checkGiven(setting.name(), setting));
    new BackendsReader(given, settings).checkGiven();
    return given.problems();
  }

  private static boolean isCsi(Map<String, String> environment) {
    return environment.containsKey(Settings.CSI_ENDPOINT.name())
        || environment.keySet().stream()
            .anyMatch(name -> name.startsWith(Settings.PREFIX + "CSI_"));
  }

  private void addBackend(String backend, BackendSettings settings) {
    String kindVariable = BackendVariables.variable(backend, settings.kind());
    BackendKind kind =
        settings
            .kind()
            .format()
            .parse(environment.getOrDefault(kindVariable, ""))
            .orElseGet(settings::usual);
    for (Setting<?> setting : settings.all()) {
      if (settings.has(kind, setting)) {
        add(BackendVariables.variable(backend, setting), setting);
      }
    }
  }

  private void add(String variable, Setting<?> setting) {
    String given = environment.getOrDefault(variable, "").strip();
    all.add(
        new UnderstoodSetting(
            variable, given.isEmpty() ? unset(setting) : given, !given.isEmpty()));
  }

  private static String unset(Setting<?> setting) {
    return switch (setting.unset()) {
      case Setting.Unset.Default(String value) -> value;
      case Setting.Unset.Required() -> "";
      case Setting.Unset.Otherwise(String description) -> "(" + description + ")";
    };
  }
}
