package io.windlass.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.endtoend.Protocol.Fields;
import io.windlass.proto.cosi.rev.Revision;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The sidecar of one revision of v1alpha2, with the checks that it makes before it goes on. */
record V1Alpha2Sidecar(Revision revision, Protocol protocol, StoreDialect dialect)
    implements Sidecar {
  private static final String GENERATE_BUCKET = "DriverGenerateBucketId";
  private static final String GENERATE_ACCESS = "DriverGenerateBucketAccessId";

  @Override
  public String label() {
    return "rev-" + revision.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String create(String name, Map<String, String> parameters) {
    String rest = protocols() + Sidecar.map("parameters", parameters);
    boolean generates = protocol.has(GENERATE_BUCKET);
    String asked =
        generates
            ? protocol
                .call(GENERATE_BUCKET, "name: '%s' %s".formatted(name, rest))
                .text("bucket_id")
            : name;
    String first = protocol.firstField("DriverCreateBucket");
    Fields answer =
        protocol.call("DriverCreateBucket", "%s: '%s' %s".formatted(first, asked, rest));
    dialect.requireUsable(answer.inner("protocols"));
    return generates ? asked : answer.text("bucket_id");
  }

  private String protocols() {
    return "protocols { type: %s } ".formatted(dialect.type());
  }

  private String key() {
    return "protocol { type: %s } authentication_type { type: KEY }".formatted(dialect.type());
  }

  /** Looks up a bucket that may be an administrator's. */
  void get(String bucketId) {
    String method = protocol.has("DriverGetBucket") ? "DriverGetBucket" : "DriverGetExistingBucket";
    Fields answer =
        protocol.call(
            method, "%s: '%s' %s".formatted(protocol.firstField(method), bucketId, protocols()));
    dialect.requireUsable(answer.inner("protocols"));
    if (!protocol.has(GENERATE_BUCKET)) {
      assertThat(answer.text("bucket_id")).isEqualTo(bucketId);
    }
  }

  @Override
  public void delete(String bucketId) {
    protocol.call("DriverDeleteBucket", "bucket_id: '%s'".formatted(bucketId));
  }

  @Override
  public void deleteFull(String bucketId) {
    String emptied = Sidecar.map("parameters", Map.of("whenNotEmpty", "Empty"));
    protocol.call("DriverDeleteBucket", "bucket_id: '%s' %s".formatted(bucketId, emptied));
  }

  @Override
  public Access grant(String name, Mode mode, List<String> bucketIds) {
    String rest =
        key()
            + bucketIds.stream()
                .map(id -> " buckets { bucket_id: '%s' %s }".formatted(id, modes(mode)))
                .collect(Collectors.joining());
    boolean generates = protocol.has(GENERATE_ACCESS);
    String asked =
        generates
            ? protocol
                .call(GENERATE_ACCESS, "account_name: '%s' %s".formatted(name, rest))
                .text("account_id")
            : name;
    String first = protocol.firstField("DriverGrantBucketAccess");
    Fields answer =
        protocol.call("DriverGrantBucketAccess", "%s: '%s' %s".formatted(first, asked, rest));
    WorkloadKey key = dialect.key(answer);
    Map<String, String> buckets = new LinkedHashMap<>();
    for (Fields bucket : answer.all("buckets")) {
      dialect.requireUsable(bucket.inner("bucket_info"));
      buckets.put(bucket.text("bucket_id"), dialect.bucket(bucket, key));
    }
    assertThat(buckets).containsOnlyKeys(bucketIds);
    return new Access(generates ? asked : answer.text("account_id"), key, buckets);
  }

  private String modes(Mode mode) {
    return protocol.hasMetadataModes()
        ? """
        object_data_access_mode { mode: %s } object_metadata_access_mode { mode: ANY }
        bucket_metadata_access_mode { mode: ANY }\
        """
            .formatted(mode)
        : "access_mode { mode: %s }".formatted(mode);
  }

  @Override
  public void revoke(Access access) {
    protocol.call(
        "DriverRevokeBucketAccess",
        "account_id: '%s' %s %s"
            .formatted(
                access.accountId(),
                key(),
                access.buckets().keySet().stream()
                    .map("buckets { bucket_id: '%s' }"::formatted)
                    .collect(Collectors.joining(" "))));
  }
}
