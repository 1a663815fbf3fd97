package io.windlass.provision;

import io.windlass.store.DriverException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads parameters and gathers everything that is wrong with them, to be told in one error. */
public final class ParameterReader {
  private final Map<String, String> given;
  private final List<String> problems = new ArrayList<>();

  /**
   * Notes a problem for each parameter that is not among those known.
   *
   * @param known all that there may be
   */
  public ParameterReader(Map<String, String> given, List<Parameter> known) {
    this.given = given;
    List<String> names = known.stream().map(Parameter::name).toList();
    given.keySet().stream()
        .filter(name -> !names.contains(name))
        .sorted()
        .forEach(name ->
            problems.add(
                "parameter %s is unknown; there is %s"
                    .formatted(printable(name), Parameter.names(known))));
  }

  /**
   * Reads one.
   *
   * @param right what would be right, for the error
   * @param read gives empty for a value that is wrong
   */
  public <T> Optional<T> read(String name, String right, Function<String, Optional<T>> read) {
    String value = given.get(name);
    if (value == null) {
      return Optional.empty();
    }
    Optional<T> result = read.apply(value);
    if (result.isEmpty()) {
      problem("parameter %s is '%s', not %s".formatted(name, printable(value), right));
    }
    return result;
  }

  /** The value as it was given. */
  public Optional<String> text(String name) {
    return Optional.ofNullable(given.get(name));
  }

  /** Notes what is wrong, in a sentence that names the parameter. */
  public void problem(String sentence) {
    problems.add(sentence);
  }

  /**
   * To be called when all has been read.
   *
   * @throws DriverException.InvalidArgument with everything that is wrong
   */
  public void finish() {
    if (!problems.isEmpty()) {
      throw new DriverException.InvalidArgument(String.join("; ", problems));
    }
  }

  /** Values go into messages that people read in a terminal: no control characters, not endless. */
  private static String printable(String text) {
    String clean = text.replaceAll("\\p{Cntrl}", "?");
    return clean.length() <= 64 ? clean : clean.substring(0, 64) + "…";
  }
}
