package io.windlass.cosi.sanity.wire;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A bucket as the driver answered it.
 *
 * @param name what it was asked for by; in v1alpha1 workloads know it by this alone
 * @param id what later calls name it by
 * @param infos one for each protocol that the answer speaks of; none in v1alpha1
 * @param violations what the sidecar would have refused in this answer
 */
public record Bucket(String name, String id, List<BucketAddress> infos, List<String> violations) {
  public Bucket {
    infos = List.copyOf(infos);
    violations = List.copyOf(violations);
  }

  /** A bucket of which nothing is known but what one would call it by. */
  public static Bucket named(String id) {
    return new Bucket(id, id, List.of(), List.of());
  }

  /** The protocols that the driver promises for it. */
  public Set<StorageProtocol> protocols() {
    return infos.stream().map(BucketAddress::protocol).collect(Collectors.toUnmodifiableSet());
  }
}
