package io.windlass.connect;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Field that must be known to open a bucket (its name, an address or a credential part), and its
 * names in secrets, in the environment, and in messages.
 *
 * @param name the driver's own name, which takes precedence over all others
 * @param cosi the key in secrets of COSI v1alpha2; empty: none
 * @param bucketInfo the member of {@code BucketInfo} of COSI v1alpha1; empty: none
 * @param environment the environment variables of the protocol's clients; the first that is set
 *     counts
 * @param secretsOnly further names that count in secrets and not in the environment
 */
public record AccessField(
    String name,
    Part part,
    Optional<String> cosi,
    Optional<String> bucketInfo,
    List<String> environment,
    List<String> secretsOnly) {

  /** The part of an access that the field belongs to. */
  public enum Part {
    /** The name of the bucket. */
    BUCKET,
    /** How the server is reached; not secret. */
    ADDRESS,
    /** The credential; all of it is kept secret. */
    CREDENTIAL
  }

  public AccessField {
    environment = List.copyOf(environment);
    secretsOnly = List.copyOf(secretsOnly);
  }

  /** Returns all names of the field in secrets, in order of precedence. */
  public List<String> names() {
    return Stream.of(List.of(name), cosi.stream().toList(), environment, secretsOnly)
        .flatMap(List::stream)
        .toList();
  }

  /** Returns the value in secrets: that of the first of {@link #names} that has one. */
  public Optional<String> inSecrets(Map<String, String> secrets) {
    return first(names(), secrets);
  }

  /** Returns the value in an environment: that of the first of its variables that has one. */
  public Optional<String> inEnvironment(Map<String, String> variables) {
    return first(environment, variables);
  }

  private static Optional<String> first(List<String> names, Map<String, String> given) {
    return names.stream().flatMap(name -> value(given, name).stream()).findFirst();
  }

  /**
   * Returns a value without surrounding white space, because files of secrets often end in a line
   * feed; empty if nothing is left.
   */
  public static Optional<String> value(Map<String, String> given, String name) {
    return Optional.ofNullable(given.get(name)).map(String::strip).filter(text -> !text.isEmpty());
  }
}
