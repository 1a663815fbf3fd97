package io.windlass.provision;

import java.util.List;

/**
 * A parameter of a class, as documents show it.
 *
 * @param name the key; case matters
 * @param values what it may be
 * @param otherwise what holds when it is not given
 * @param meaning one sentence
 */
public record Parameter(String name, String values, String otherwise, String meaning) {

  /** The names of {@code parameters}, for an error that lists what would be right. */
  static String names(List<Parameter> parameters) {
    return String.join(", ", parameters.stream().map(Parameter::name).toList());
  }
}
