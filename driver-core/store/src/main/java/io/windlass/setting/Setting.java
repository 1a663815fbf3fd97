package io.windlass.setting;

/**
 * One setting, and everything that is to be known of it.
 *
 * @param name the variable's name; of a backend's setting, what follows the backend's name
 * @param format how values are written
 * @param unset what holds where the variable is not set, or empty
 * @param meaning a sentence for the help
 */
public record Setting<T>(String name, Format<T> format, Unset unset, String meaning) {

  /** What holds where a variable is not set. */
  public sealed interface Unset {
    /** As if it were set to this. */
    record Default(String value) implements Unset {}

    /** It has to be set. */
    record Required() implements Unset {}

    /** Something that no value says. */
    record Otherwise(String description) implements Unset {}
  }

  /** As if it were set to this. */
  public static Unset byDefault(String value) {
    return new Unset.Default(value);
  }

  /** It has to be set. */
  public static Unset required() {
    return new Unset.Required();
  }

  /** Something that no value says. */
  public static Unset otherwise(String description) {
    return new Unset.Otherwise(description);
  }
}
