package io.windlass.config;

import java.util.List;

/**
 * One setting, and everything that is to be known of it.
 *
 * @param name the variable's name; of a backend's setting, what follows the backend's name
 * @param format how values are written
 * @param unset what holds where the variable is not set, or empty
 * @param kinds of backend that have the setting; empty for a setting of the driver itself
 * @param meaning a sentence for the help
 */
record Setting<T>(
    String name, Format<T> format, Unset unset, List<BackendKind> kinds, String meaning) {

  /** What holds where a variable is not set. */
  sealed interface Unset {
    /** As if it were set to this. */
    record Default(String value) implements Unset {}

    /** It has to be set. */
    record Required() implements Unset {}

    /** Something that no value says. */
    record Otherwise(String description) implements Unset {}
  }

  /** A setting of the driver itself. */
  static <T> Setting<T> global(String name, Format<T> format, Unset unset, String meaning) {
    return new Setting<>(name, format, unset, List.of(), meaning);
  }

  /** A setting of each backend of some kinds. */
  static <T> Setting<T> backend(
      String name, Format<T> format, Unset unset, List<BackendKind> kinds, String meaning) {
    return new Setting<>(name, format, unset, kinds, meaning);
  }

  static Unset byDefault(String value) {
    return new Unset.Default(value);
  }

  static Unset required() {
    return new Unset.Required();
  }

  static Unset otherwise(String description) {
    return new Unset.Otherwise(description);
  }
}
