package io.windlass.config;

import java.util.List;

/** The configuration is wrong. Says everything that is, so that it can be put right at once. */
public final class ConfigurationException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  ConfigurationException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  /** A sentence for each problem: the variable, and what would be right. Never a value. */
  public List<String> problems() {
    return problems;
  }
}
