package io.windlass.config;

import io.windlass.setting.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads settings from environment variables and notes what is wrong with them. Results are asked
 * for when all has been read, and only if nothing was wrong.
 */
final class Variables {
  private final Map<String, String> environment;
  private final List<String> problems = new ArrayList<>();

  Variables(Map<String, String> environment) {
    this.environment = environment;
  }

  /** What a variable is set to; empty counts as not set. */
  Optional<String> text(String variable) {
    return Optional.ofNullable(environment.get(variable))
        .map(String::strip)
        .filter(text -> !text.isEmpty());
  }

  /** The value of a setting of the driver itself that always has one. */
  <T> Supplier<T> value(Setting<T> setting) {
    return value(setting.name(), setting);
  }

  /** The value of a setting of the driver itself, if it has one. */
  <T> Supplier<Optional<T>> option(Setting<T> setting) {
    return option(setting.name(), setting);
  }

  /** The value of a setting that always has one. */
  <T> Supplier<T> value(String variable, Setting<T> setting) {
    Optional<T> value = read(variable, setting);
    return value::orElseThrow;
  }

  /** The value of a setting, if it has one. */
  <T> Supplier<Optional<T>> option(String variable, Setting<T> setting) {
    Optional<T> value = read(variable, setting);
    return () -> value;
  }

  private <T> Optional<T> read(String variable, Setting<T> setting) {
    Optional<String> text = text(variable);
    if (text.isEmpty()) {
      switch (setting.unset()) {
        case Setting.Unset.Default(String value) -> text = Optional.of(value);
        case Setting.Unset.Required() -> problem("%s is missing: it must be %s", variable, setting);
        case Setting.Unset.Otherwise(_) -> {}
      }
    }
    Optional<T> value = text.flatMap(setting.format()::parse);
    if (text.isPresent() && value.isEmpty()) {
      problem("%s must be %s", variable, setting);
    }
    return value;
  }

  private void problem(String sentence, String variable, Setting<?> setting) {
    problem(sentence.formatted(variable, setting.format().right()));
  }

  /** Notes what is wrong, in a sentence that names the variable and contains no value. */
  void problem(String sentence) {
    problems.add(sentence);
  }

  /** Ends the reading if anything was wrong. */
  void requireNoProblems() throws ConfigurationException {
    if (!problems.isEmpty()) {
      throw new ConfigurationException(problems);
    }
  }
}
