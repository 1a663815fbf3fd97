package io.windlass.csi.node.request;

import io.windlass.connect.AccessField;
import io.windlass.connect.BucketConnector;
import io.windlass.connect.BucketConnectors;
import io.windlass.error.DriverException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads secrets with a key for each field. The keys are the driver's own names, the {@code COSI_…}
 * keys of COSI v1alpha2, or the names that the protocol's clients use.
 *
 * @param need sentence for errors that says what secrets need
 */
record FlatSecrets(BucketConnectors connectors, String need) {
  /** Key that names the protocol of the other keys. Only some issuers of secrets set it. */
  private static final String PROTOCOL = "COSI_PROTOCOL";

  /** Key of COSI v1alpha2, of a protocol that may have no connector. */
  private static final Pattern OF_COSI = Pattern.compile("COSI_([A-Z][A-Z0-9]*)_.+");

  /** Reads the secrets with the connector that knows most of the keys. */
  SecretFields read(Map<String, String> secrets) {
    requireMountable(secrets);
    BucketConnector connector =
        candidates(secrets).stream()
            .min(Comparator.comparingInt(each -> unknown(secrets, each).size()))
            .orElseThrow(() ->
                new DriverException.InvalidArgument(
                    "secrets: COSI_PROTOCOL must be %s: nothing else can be mounted by this version"
                        .formatted(protocols())));
    Set<String> unknown = unknown(secrets, connector);
    if (!unknown.isEmpty()) {
      throw new DriverException.InvalidArgument(
          "secrets have the unknown key %s. %s".formatted(String.join(", ", unknown), need));
    }
    return SecretFields.read(
        connector,
        AccessField.value(secrets, SecretFields.PREFIX),
        field -> field.inSecrets(secrets),
        String.join(", ", new TreeSet<>(secrets.keySet())));
  }

  private List<BucketConnector> candidates(Map<String, String> secrets) {
    Optional<String> protocol = Optional.ofNullable(secrets.get(PROTOCOL)).map(String::strip);
    return connectors.all().stream()
        .filter(each -> protocol.map(each.protocol()::isNamed).orElse(true))
        .toList();
  }

  private static Set<String> unknown(Map<String, String> secrets, BucketConnector connector) {
    List<String> known = new ArrayList<>(List.of(PROTOCOL, SecretFields.PREFIX));
    connector.fields().stream().map(AccessField::names).forEach(known::addAll);
    Set<String> unknown = new TreeSet<>(secrets.keySet());
    known.forEach(unknown::remove);
    return unknown;
  }

  private void requireMountable(Map<String, String> secrets) {
    for (String key : new TreeSet<>(secrets.keySet())) {
      Matcher named = OF_COSI.matcher(key);
      if (named.matches() && connectors.of(named.group(1)).isEmpty()) {
        throw new DriverException.InvalidArgument(
            "secrets have %s: buckets of %s cannot be mounted by this version, only those of %s"
                .formatted(key, named.group(1), protocols()));
      }
    }
  }

  private String protocols() {
    return connectors.all().stream()
        .map(each -> each.protocol().name())
        .collect(Collectors.joining(" or "));
  }
}
