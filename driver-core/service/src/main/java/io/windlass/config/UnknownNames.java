package io.windlass.config;

import static io.windlass.config.Settings.PREFIX;

import io.windlass.setting.NearestName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds variables that look like settings of the driver but are none, because a misspelt setting
 * would have no effect.
 */
final class UnknownNames {
  /**
   * Names of the variables that Kubernetes sets in every pod for each Service, which may be called
   * windlass-….
   */
  private static final Pattern SERVICE_LINK =
      Pattern.compile(
          ".*_(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT(_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)");

  /** Prefix of the variables for this project's tests, which may run in the same shell. */
  private static final String TESTS = PREFIX + "TEST_";

  /** For the launcher, when it starts a mounter. */
  private static final Set<String> LAUNCHER =
      Set.of(PREFIX + "MOUNTER_JAVA_OPTS", PREFIX + "MOUNTER_STORES");

  private static final Pattern LOOKS_SECRET =
      Pattern.compile(".*(SECRET|PASSWORD|PASSWD|TOKEN|ACCESS_?KEY|PRIVATE_?KEY|_KEY(_ID)?)");

  /** Owner of each known variable, by variable. */
  private final Map<String, String> known = new LinkedHashMap<>();

  private final List<String> ambiguous = new ArrayList<>();
  private final BackendSettings backendSettings;

  UnknownNames(List<String> backends, BackendSettings backendSettings) {
    this.backendSettings = backendSettings;
    Stream.of(Settings.GLOBAL, Settings.CSI)
        .flatMap(List::stream)
        .forEach(setting -> add(setting.name(), "the driver"));
    for (String backend : backends) {
      // Kinds may have settings of one name that mean different things.
      backendSettings.all().stream()
          .map(setting -> BackendVariables.variable(backend, setting))
          .distinct()
          .forEach(variable -> add(variable, "backend " + backend));
    }
  }

  private void add(String variable, String owner) {
    String other = known.putIfAbsent(variable, owner);
    if (other != null) {
      ambiguous.add(
          "%s would be a setting of %s and of %s: rename a backend in %s"
              .formatted(variable, other, owner, Settings.BACKENDS.name()));
    }
  }

  /** Returns a sentence for each variable that should not be there. */
  List<String> in(Map<String, String> environment) {
    List<String> problems = new ArrayList<>(ambiguous);
    for (String name : new TreeSet<>(environment.keySet())) {
      if (name.startsWith(PREFIX)
          && !known.containsKey(name)
          && !name.startsWith(TESTS)
          && !LAUNCHER.contains(name)
          && !SERVICE_LINK.matcher(name).matches()) {
        problems.add(problem(name));
      }
    }
    return problems;
  }

  private String problem(String name) {
    if (LOOKS_SECRET.matcher(name).matches()) {
      return "%s is no setting: secrets do not belong in the environment; put them into files, and name"
              .formatted(name)
          + " their directory in WINDLASS_NAME_CREDENTIALS or their file in WINDLASS_KEYS";
    }
    Optional<String> near = nearest(name);
    if (near.isPresent()) {
      return "%s is no setting: did you mean %s?".formatted(name, near.get());
    }
    if (isOfAnotherBackend(name)) {
      return "%s is for a backend that %s does not name: add it there, or remove this"
          .formatted(name, Settings.BACKENDS.name());
    }
    return name + " is no setting: remove it; windlass cosi --help lists them all";
  }

  private boolean isOfAnotherBackend(String name) {
    return backendSettings.all().stream().anyMatch(setting -> name.endsWith("_" + setting.name()));
  }

  private Optional<String> nearest(String name) {
    return known.keySet().stream()
        .min(Comparator.comparingInt(candidate -> NearestName.distance(name, candidate)))
        .filter(candidate -> NearestName.distance(name, candidate) <= 2);
  }
}
