package io.windlass.cosi.sanity;

import io.windlass.cosi.sanity.trial.Check;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Selection of checks. A pattern is the number of a check, its id, with {@code *} for any
 * characters, or a theme: {@code grant} means {@code grant/*}.
 *
 * @param only patterns of the checks to run; empty: all
 * @param skip patterns of the checks to leave out
 */
public record Selection(List<String> only, List<String> skip) {
  public Selection {
    only = List.copyOf(only);
    skip = List.copyOf(skip);
  }

  /** Selects every check. */
  public static final Selection ALL = new Selection(List.of(), List.of());

  /** Returns whether the check is to be run. */
  public boolean includes(Check check) {
    return (only.isEmpty() || only.stream().anyMatch(pattern -> matches(pattern, check)))
        && skip.stream().noneMatch(pattern -> matches(pattern, check));
  }

  private static boolean matches(String pattern, Check check) {
    if (pattern.equals(check.number())) {
      return true;
    }
    String full = pattern.contains("/") ? pattern : pattern + "/*";
    return Pattern.matches(("\\Q" + full + "\\E").replace("*", "\\E.*\\Q"), check.id());
  }
}
