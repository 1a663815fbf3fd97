package io.windlass.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.endtoend.Protocol.Fields;
import io.windlass.proto.cosi.rev.Revision;
import io.windlass.secret.Secret;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The sidecar of one revision of v1alpha2, with the checks that it makes before it goes on. */
record V1Alpha2Sidecar(Revision revision, Protocol protocol) implements Sidecar {
  private static final String GENERATE_BUCKET = "DriverGenerateBucketId";
  private static final String GENERATE_ACCESS = "DriverGenerateBucketAccessId";
  private static final String KEY = "protocol { type: S3 } authentication_type { type: KEY }";

  @Override
  public String label() {
    return "rev-" + revision.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String create(String name, Map<String, String> parameters) {
    String rest = "protocols { type: S3 } " + Sidecar.map("parameters", parameters);
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
    requireUsable(answer.inner("protocols"));
    return generates ? asked : answer.text("bucket_id");
  }

  /** Looks up a bucket that may be an administrator's. */
  void get(String bucketId) {
    String method = protocol.has("DriverGetBucket") ? "DriverGetBucket" : "DriverGetExistingBucket";
    Fields answer =
        protocol.call(
            method,
            "%s: '%s' protocols { type: S3 }".formatted(protocol.firstField(method), bucketId));
    requireUsable(answer.inner("protocols"));
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
        KEY
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
    Map<String, String> buckets = new LinkedHashMap<>();
    for (Fields bucket : answer.all("buckets")) {
      requireUsable(bucket.inner("bucket_info"));
      buckets.put(bucket.text("bucket_id"), bucket.text("bucket_info.s3.bucket_id"));
    }
    assertThat(buckets).containsOnlyKeys(bucketIds);
    return new Access(
        generates ? asked : answer.text("account_id"),
        answer.text("credentials.s3.access_key_id"),
        Secret.of(answer.text("credentials.s3.access_secret_key")),
        answer.all("buckets").getFirst().text("bucket_info.s3.endpoint"),
        buckets);
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
                KEY,
                access.buckets().keySet().stream()
                    .map("buckets { bucket_id: '%s' }"::formatted)
                    .collect(Collectors.joining(" "))));
  }

  private static void requireUsable(Fields info) {
    assertThat(info.message().getAllFields()).hasSize(1);
    for (String field : List.of("bucket_id", "endpoint", "region")) {
      assertThat(info.text("s3." + field)).as(field).isNotEmpty();
    }
    assertThat(info.text("s3.addressing_style.style")).isIn("PATH", "VIRTUAL");
  }
}
