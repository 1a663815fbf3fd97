package io.windlass.fake.gcs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * One method of an API.
 *
 * @param pattern pattern of the path; an asterisk stands for a name
 * @param parameters modelled parameters, in addition to those of all methods
 */
record Route(
    String method,
    List<String> pattern,
    Function<ApiCall, WireAnswer> work,
    Set<String> parameters) {
  /** cloud.google.com/storage/docs/json_api/v1/parameters. */
  private static final Set<String> EVERYWHERE =
      Set.of("alt", "fields", "prettyPrint", "quotaUser", "key", "projection");

  static Route of(
      String method, String pattern, Function<ApiCall, WireAnswer> work, String... parameters) {
    return new Route(method, Arrays.asList(pattern.split("/", -1)), work, Set.of(parameters));
  }

  Route and(Set<String> more) {
    Set<String> all = new TreeSet<>(parameters);
    all.addAll(more);
    return new Route(method, pattern, work, all);
  }

  /** Returns the names in a matching path. */
  Optional<List<String>> match(List<String> segments) {
    if (segments.size() != pattern.size()) {
      return Optional.empty();
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; i < pattern.size(); i++) {
      if (pattern.get(i).equals("*")) {
        names.add(segments.get(i));
      } else if (!pattern.get(i).equals(segments.get(i))) {
        return Optional.empty();
      }
    }
    return Optional.of(names);
  }

  /** Answers a call; refuses parameters that the fake does not model. */
  WireAnswer answer(ApiCall call) {
    for (String name : call.request().query().keySet()) {
      if (!parameters.contains(name) && !EVERYWHERE.contains(name)) {
        throw Refusal.unknown("the parameter '" + name + "' of " + this);
      }
    }
    return work.apply(call);
  }

  @Override
  public String toString() {
    return method + " " + String.join("/", pattern);
  }
}
