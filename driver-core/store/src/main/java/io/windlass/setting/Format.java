package io.windlass.setting;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Format of the value of a setting.
 *
 * @param right what a valid value is, as the end of a sentence
 * @param parser reads a value, or throws any {@link RuntimeException}. Its message is not used: it
 *     might contain the value, and a value might be a secret that was put into the wrong place
 */
public record Format<T>(String right, Function<String, T> parser) {

  /** Parses a value; empty if it is not valid. */
  public Optional<T> parse(String text) {
    try {
      return Optional.of(parser.apply(text));
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  /** Returns a format for text that matches a regular expression as a whole. */
  public static Format<String> matching(String regex, String right) {
    return new Format<>(right, text -> require(text.matches(regex), text));
  }

  /** Returns a format for the constants of an enum, written in lower case. */
  public static <E extends Enum<E>> Format<E> oneOf(Class<E> type) {
    E[] constants = type.getEnumConstants();
    String all = Arrays.stream(constants).map(Format::lower).collect(Collectors.joining(", "));
    return new Format<>(
        "one of " + all,
        text ->
            Arrays.stream(constants)
                .filter(constant -> lower(constant).equals(text))
                .findFirst()
                .orElseThrow());
  }

  /** Returns a format for {@code true} and {@code false}. */
  public static Format<Boolean> bool() {
    return new Format<>(
        "true or false",
        text ->
            switch (text) {
              case "true" -> true;
              case "false" -> false;
              default -> throw new IllegalArgumentException();
            });
  }

  /** Returns a format for whole numbers from {@code least} to {@code most}, both included. */
  public static Format<Integer> number(int least, int most) {
    return new Format<>(
        "a number from %d to %d".formatted(least, most),
        text -> {
          int number = Integer.parseInt(text);
          return require(number >= least && number <= most, number);
        });
  }

  /**
   * Returns the value if the condition holds; otherwise throws {@link IllegalArgumentException}.
   */
  public static <T> T require(boolean holds, T value) {
    if (!holds) {
      throw new IllegalArgumentException();
    }
    return value;
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
