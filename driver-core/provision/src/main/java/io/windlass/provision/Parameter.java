package io.windlass.provision;

import java.util.List;

/**
 * Description of a parameter of a class, for documents.
 *
 * @param name key of the parameter; case matters
 * @param values allowed values
 * @param otherwise default, in words
 * @param meaning one sentence
 */
public record Parameter(String name, String values, String otherwise, String meaning) {

  /** Returns the names of {@code parameters}, for an error that lists the valid ones. */
  static String names(List<Parameter> parameters) {
    return String.join(", ", parameters.stream().map(Parameter::name).toList());
  }
}
