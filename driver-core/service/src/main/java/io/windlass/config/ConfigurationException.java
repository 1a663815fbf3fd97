package io.windlass.config;

import java.util.List;

/**
 * Thrown when the configuration is wrong. It names all problems, so that they can be fixed
 * together.
 */
public final class ConfigurationException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  /** Creates the exception; each problem is a sentence that names the variable. */
  public ConfigurationException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  /**
   * Returns a sentence for each problem, with the variable and what would be right, but never a
   * value.
   */
  public List<String> problems() {
    return problems;
  }
}
