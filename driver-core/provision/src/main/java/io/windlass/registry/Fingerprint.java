package io.windlass.registry;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A normalised request, stored in the record of what it created. A repeated request is the same if
 * it has the same fingerprint; otherwise the difference can be named. Contains no secret.
 */
public record Fingerprint(SortedMap<String, String> fields) {
  public Fingerprint {
    fields = new TreeMap<>(fields);
  }

  /** Creates a fingerprint of normalised fields: defaults filled in, lists sorted. */
  @JsonCreator
  public static Fingerprint of(Map<String, String> fields) {
    return new Fingerprint(new TreeMap<>(fields));
  }

  @JsonValue
  @Override
  public SortedMap<String, String> fields() {
    return new TreeMap<>(fields);
  }

  /**
   * Describes the first field in which {@code asked} differs, as a phrase for an error; empty if
   * none differs.
   */
  public Optional<String> difference(Fingerprint asked) {
    TreeSet<String> names = new TreeSet<>(fields.keySet());
    names.addAll(asked.fields.keySet());
    return names.stream()
        .filter(name -> !Objects.equals(fields.get(name), asked.fields.get(name)))
        .findFirst()
        .map(name ->
            "%s is %s and was asked to be %s"
                .formatted(name, shown(fields.get(name)), shown(asked.fields.get(name))));
  }

  private static String shown(@Nullable String value) {
    return value == null ? "not set" : "'" + value + "'";
  }
}
