package io.windlass.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Channel;
import io.windlass.endtoend.Protocol.Fields;
import io.windlass.proto.cosi.rev.Revision;
import io.windlass.proto.cosi.v1alpha1.CosiV1Alpha1Proto;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Calls of the sidecars of all revisions. Refusals are exceptions of gRPC. */
sealed interface Sidecar permits V1Alpha1Sidecar, V1Alpha2Sidecar {

  /** One of every kind. */
  static List<Sidecar> all(Channel channel, StoreDialect dialect) {
    return Stream.concat(Stream.of(v1alpha1(channel, dialect)), v1alpha2(channel, dialect).stream())
        .toList();
  }

  /** That of the released API. */
  static Sidecar v1alpha1(Channel channel, StoreDialect dialect) {
    return new V1Alpha1Sidecar(new Protocol(CosiV1Alpha1Proto.getDescriptor(), channel), dialect);
  }

  /** Those of v1alpha2, oldest first. */
  static List<V1Alpha2Sidecar> v1alpha2(Channel channel, StoreDialect dialect) {
    return Arrays.stream(Revision.values())
        .map(revision ->
            new V1Alpha2Sidecar(revision, new Protocol(revision.file(), channel), dialect))
        .toList();
  }

  /** A name for it that can be part of a bucket's name. */
  String label();

  /** Has a bucket made; gives the id that the sidecar keeps. */
  String create(String name, Map<String, String> parameters);

  /** Has a bucket deleted. */
  void delete(String bucketId);

  /** Has a bucket deleted with all that is in it, whatever it was made with. */
  void deleteFull(String bucketId);

  /** Has access granted. */
  Access grant(String name, Mode mode, List<String> bucketIds);

  /** Has access revoked. */
  void revoke(Access access);

  /** Rights to the objects of a bucket. */
  enum Mode {
    READ_WRITE,
    READ_ONLY,
    WRITE_ONLY
  }

  /**
   * What a sidecar keeps of a grant, and writes into Secrets.
   *
   * @param buckets ids as they were asked for, and what clients call them
   */
  record Access(String accountId, WorkloadKey key, Map<String, String> buckets) {

    /** Fails unless it can be used. */
    public Access {
      assertThat(accountId).isNotEmpty();
      assertThat(buckets.values()).doesNotContain("");
    }

    /** The only bucket. */
    String bucket() {
      return buckets.values().iterator().next();
    }
  }

  /** A map of strings in the text format. */
  static String map(String field, Map<String, String> entries) {
    return entries.entrySet().stream()
        .map(entry ->
            "%s { key: '%s' value: '%s' }".formatted(field, entry.getKey(), entry.getValue()))
        .collect(Collectors.joining(" "));
  }

  /** The map of strings in a field. */
  static Map<String, String> map(Fields fields, String name) {
    return fields.all(name).stream()
        .collect(Collectors.toMap(entry -> entry.text("key"), entry -> entry.text("value")));
  }
}
