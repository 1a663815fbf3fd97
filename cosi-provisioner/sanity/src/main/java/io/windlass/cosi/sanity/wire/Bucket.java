package io.windlass.cosi.sanity.wire;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A bucket from the driver's answer.
 *
 * @param name name in the request; v1alpha1 tells workloads no other name
 * @param id id that later calls use
 * @param infos one for each protocol in the answer; none in v1alpha1
 * @param violations reasons for which the sidecar would have refused the answer
 */
public record Bucket(String name, String id, List<BucketInfo> infos, List<String> violations) {
  public Bucket {
    infos = List.copyOf(infos);
    violations = List.copyOf(violations);
  }

  /** Returns a bucket that need not exist, with its id for a name and no infos. */
  public static Bucket named(String id) {
    return new Bucket(id, id, List.of(), List.of());
  }

  /** Returns the protocols that the driver's answer has infos for. */
  public Set<StorageProtocol> protocols() {
    return infos.stream().map(BucketInfo::protocol).collect(Collectors.toUnmodifiableSet());
  }
}
