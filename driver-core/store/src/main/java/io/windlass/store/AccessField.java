package io.windlass.store;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Something that has to be known of a bucket before it can be opened, and what it is called in
 * secrets, in the environment, and in messages.
 *
 * @param name the driver's own name, which goes before all others
 * @param cosi the key of COSI v1alpha2's secrets
 * @param bucketInfo the member of COSI v1alpha1's {@code BucketInfo}; empty: none
 * @param environment what the protocol's clients call it; the first that is set counts
 * @param secretsOnly what secrets call it besides, and the environment does not
 */
public record AccessField(
    String name,
    Part part,
    String cosi,
    Optional<String> bucketInfo,
    List<String> environment,
    List<String> secretsOnly) {

  /** What it belongs to. */
  public enum Part {
    /** The name of the bucket. */
    BUCKET,
    /** How the server is reached: no secret. */
    ADDRESS,
    /** The credential: kept secret as a whole. */
    CREDENTIAL
  }

  public AccessField {
    environment = List.copyOf(environment);
    secretsOnly = List.copyOf(secretsOnly);
  }

  /** All its names in secrets, the one that goes before the others first. */
  public List<String> names() {
    return Stream.of(List.of(name, cosi), environment, secretsOnly).flatMap(List::stream).toList();
  }
}
