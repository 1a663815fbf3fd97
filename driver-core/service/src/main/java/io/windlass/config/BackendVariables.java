package io.windlass.config;

import static io.windlass.config.Settings.PREFIX;

import io.windlass.setting.Setting;
import io.windlass.setting.SettingReader;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads the settings of one backend from the variables of the process.
 *
 * @param backend name of the backend
 */
record BackendVariables(String backend, Variables variables) implements SettingReader {
  @Override
  public <T> Supplier<T> value(Setting<T> setting) {
    return variables.value(variable(setting), setting);
  }

  @Override
  public <T> Supplier<Optional<T>> option(Setting<T> setting) {
    return variables.option(variable(setting), setting);
  }

  @Override
  public String variable(Setting<?> setting) {
    return variable(backend, setting);
  }

  @Override
  public Optional<String> environment(String variable) {
    return variables.text(variable);
  }

  @Override
  public void problem(String sentence) {
    variables.problem(sentence);
  }

  /** Returns the name of the variable of a backend's setting. */
  static String variable(String backend, Setting<?> setting) {
    return PREFIX + backend.toUpperCase(Locale.ROOT).replace('-', '_') + "_" + setting.name();
  }
}
