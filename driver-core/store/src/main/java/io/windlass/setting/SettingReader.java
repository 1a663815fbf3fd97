package io.windlass.setting;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads the settings of one backend and notes what is wrong with them. Results are asked for when
 * all has been read, and only if nothing was wrong.
 */
public interface SettingReader {

  /** The value of a setting that always has one. */
  <T> Supplier<T> value(Setting<T> setting);

  /** The value of a setting, if it has one. */
  <T> Supplier<Optional<T>> option(Setting<T> setting);

  /** The variable that a setting is read from. */
  String variable(Setting<?> setting);

  /** What a variable of the process is set to; empty counts as not set. */
  Optional<String> environment(String variable);

  /** Notes what is wrong, in a sentence that names the variable and contains no value. */
  void problem(String sentence);
}
