package io.windlass.provision;

import io.windlass.error.DriverException;
import io.windlass.setting.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads parameters and collects all problems with them, to be reported in one error. */
public final class ParameterReader {
  private final Map<String, String> given;
  private final List<String> problems = new ArrayList<>();

  /**
   * Creates the reader, and adds a problem for each unknown parameter.
   *
   * @param known all parameters that are allowed
   */
  public ParameterReader(Map<String, String> given, List<Parameter> known) {
    this.given = given;
    List<String> names = known.stream().map(Parameter::name).toList();
    given.keySet().stream()
        .filter(name -> !names.contains(name))
        .sorted()
        .forEach(name ->
            problems.add(
                "parameter %s is unknown%s; known parameters: %s"
                    .formatted(
                        Mistakes.printable(name),
                        NearestName.of(name, names).map("; did you mean %s?"::formatted).orElse(""),
                        String.join(", ", names))));
  }

  /**
   * Reads one parameter; empty if it is not given, or is wrong, which adds a problem.
   *
   * @param right description of a right value, for the error
   * @param read converts a value; empty if the value is wrong
   */
  public <T> Optional<T> read(String name, String right, Function<String, Optional<T>> read) {
    String value = given.get(name);
    if (value == null) {
      return Optional.empty();
    }
    Optional<T> result = read.apply(value);
    if (result.isEmpty()) {
      problem(
          "parameter %s is '%s', but must be %s".formatted(name, Mistakes.printable(value), right));
    }
    return result;
  }

  /** Returns the value as it was given. */
  public Optional<String> text(String name) {
    return Optional.ofNullable(given.get(name));
  }

  /** Adds a problem: a sentence that names the parameter. */
  public void problem(String sentence) {
    problems.add(sentence);
  }

  /**
   * Ends the reading. To be called when all parameters have been read.
   *
   * @throws DriverException.InvalidArgument with all problems
   */
  public void finish() {
    if (!problems.isEmpty()) {
      throw new DriverException.InvalidArgument(String.join("; ", problems));
    }
  }
}
