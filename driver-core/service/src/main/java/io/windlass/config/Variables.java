package io.windlass.config;

import io.windlass.setting.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads settings from environment variables and collects problems. Each method reads at once; the
 * returned supplier may be called after {@link #requireNoProblems}.
 */
final class Variables {
  /** From this length on, a text may be a secret. */
  private static final int SECRET = 8;

  private final Map<String, String> environment;
  private final List<String> problems = new ArrayList<>();

  Variables(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * Returns the value of a variable without surrounding white space; an empty value counts as not
   * set.
   */
  Optional<String> text(String variable) {
    return Optional.ofNullable(environment.get(variable))
        .map(String::strip)
        .filter(text -> !text.isEmpty());
  }

  /** Reads a setting of the driver itself that always has a value. */
  <T> Supplier<T> value(Setting<T> setting) {
    return value(setting.name(), setting);
  }

  /** Reads a setting of the driver itself that may have no value. */
  <T> Supplier<Optional<T>> option(Setting<T> setting) {
    return option(setting.name(), setting);
  }

  /** Reads a setting that always has a value. */
  <T> Supplier<T> value(String variable, Setting<T> setting) {
    Optional<T> value = read(variable, setting);
    return value::orElseThrow;
  }

  /** Reads a setting that may have no value. */
  <T> Supplier<Optional<T>> option(String variable, Setting<T> setting) {
    Optional<T> value = read(variable, setting);
    return () -> value;
  }

  /** Notes a problem if a variable is set to what the setting cannot be. */
  void checkGiven(String variable, Setting<?> setting) {
    if (text(variable).isPresent()) {
      var _ = read(variable, setting);
    }
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
      problem("%s must be %s" + shown(text.get()), variable, setting);
    }
    return value;
  }

  /** A longer value, or one with a user, may be a secret that was put into the wrong place. */
  private static String shown(String value) {
    boolean harmless = value.length() < SECRET && !value.contains("@");
    String clean = value.replaceAll("\\p{Cntrl}", "?").replace("%", "%%");
    return harmless ? ", and is '" + clean + "'" : "";
  }

  private void problem(String sentence, String variable, Setting<?> setting) {
    problem(sentence.formatted(variable, setting.format().right()));
  }

  /** Notes a problem in a sentence that names the variable and contains no secret. */
  void problem(String sentence) {
    problems.add(sentence);
  }

  /** Returns the problems so far. */
  List<String> problems() {
    return List.copyOf(problems);
  }

  /** Throws if there were problems. */
  void requireNoProblems() throws ConfigurationException {
    if (!problems.isEmpty()) {
      throw new ConfigurationException(problems);
    }
  }
}
