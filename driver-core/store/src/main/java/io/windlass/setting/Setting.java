package io.windlass.setting;

/**
 * Setting that the driver reads from an environment variable.
 *
 * @param name the name of the variable; for a backend's setting, the part after the backend's name
 * @param format the format of its values
 * @param unset what applies if the variable is not set, or is empty
 * @param meaning a sentence for the help
 */
public record Setting<T>(String name, Format<T> format, Unset unset, String meaning) {

  /** What applies if a variable is not set. */
  public sealed interface Unset {
    /** The default value applies. */
    record Default(String value) implements Unset {}

    /** The variable must be set. */
    record Required() implements Unset {}

    /** Something applies that no value expresses; the description says what. */
    record Otherwise(String description) implements Unset {}
  }

  /** Returns the sentence that a variable which is set has no effect without another one. */
  public static String idle(String variable, String needed) {
    return "%s has a meaning only with %s: set that too, or remove it".formatted(variable, needed);
  }

  /** Returns the rule that an unset variable has a default value. */
  public static Unset byDefault(String value) {
    return new Unset.Default(value);
  }

  /** Returns the rule that the variable must be set. */
  public static Unset required() {
    return new Unset.Required();
  }

  /** Returns the rule that an unset variable means what the description says. */
  public static Unset otherwise(String description) {
    return new Unset.Otherwise(description);
  }
}
