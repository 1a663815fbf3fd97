package io.windlass.setting;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads the settings of one backend and notes what is wrong with them. The returned suppliers may
 * be called only after all settings were read, and only if nothing was wrong.
 */
public interface SettingReader {

  /** Reads a setting that always has a value. */
  <T> Supplier<T> value(Setting<T> setting);

  /** Reads a setting that may have no value. */
  <T> Supplier<Optional<T>> option(Setting<T> setting);

  /** Returns the name of the environment variable that a setting is read from. */
  String variable(Setting<?> setting);

  /**
   * Returns the value of an environment variable of the process; an empty value counts as not set.
   */
  Optional<String> environment(String variable);

  /** Notes a problem, in a sentence that names the variable and contains no value. */
  void problem(String sentence);
}
