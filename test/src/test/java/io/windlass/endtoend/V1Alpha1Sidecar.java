package io.windlass.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.endtoend.Protocol.Fields;
import java.util.List;
import java.util.Map;

/**
 * The sidecar of v0.2.2: its revoke brings ids and nothing else, its workloads know bucket names.
 */
record V1Alpha1Sidecar(Protocol protocol, StoreDialect dialect) implements Sidecar {
  @Override
  public String label() {
    return "v1alpha1";
  }

  @Override
  public String create(String name, Map<String, String> parameters) {
    Fields answer =
        protocol.call(
            "DriverCreateBucket",
            "name: '%s' %s".formatted(name, Sidecar.map("parameters", parameters)));
    dialect.requireCreated(answer);
    return answer.text("bucket_id");
  }

  @Override
  public void delete(String bucketId) {
    protocol.call("DriverDeleteBucket", "bucket_id: '%s'".formatted(bucketId));
  }

  @Override
  public void deleteFull(String bucketId) {
    String emptied = Sidecar.map("delete_context", Map.of("whenNotEmpty", "Empty"));
    protocol.call("DriverDeleteBucket", "bucket_id: '%s' %s".formatted(bucketId, emptied));
  }

  @Override
  public Access grant(String name, Mode mode, List<String> bucketIds) {
    String bucketId = bucketIds.getFirst();
    String parameter =
        switch (mode) {
          case READ_WRITE -> "ReadWrite";
          case READ_ONLY -> "ReadOnly";
          case WRITE_ONLY -> "WriteOnly";
        };
    Fields answer =
        protocol.call(
            "DriverGrantBucketAccess",
            ("bucket_id: '%s' name: '%s' authentication_type: Key parameters { key:"
                    + " 'accessMode' value: '%s' }")
                .formatted(bucketId, name, parameter));
    assertThat(answer.all("credentials")).hasSize(1);
    Fields credentials = answer.all("credentials").getFirst();
    assertThat(credentials.text("key")).isEqualTo(dialect.credentialsName());
    return new Access(
        answer.text("account_id"),
        dialect.key(Sidecar.map(credentials.inner("value"), "secrets")),
        Map.of(bucketId, bucketId.substring(bucketId.indexOf('/') + 1)));
  }

  @Override
  public void revoke(Access access) {
    protocol.call(
        "DriverRevokeBucketAccess",
        "bucket_id: '%s' account_id: '%s'"
            .formatted(access.buckets().keySet().iterator().next(), access.accountId()));
  }
}
