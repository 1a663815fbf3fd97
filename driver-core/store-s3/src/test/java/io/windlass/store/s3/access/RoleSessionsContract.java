package io.windlass.store.s3.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.contract.Contract;
import io.windlass.store.contract.TestBucket;
import io.windlass.store.s3.S3Backend;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What sessions of a role for nodes do on every server that has a token service. */
interface RoleSessionsContract extends Contract {
  String ROLE = "arn:aws:iam::000000000000:role/volumes";
  Content CONTENT = Content.of(new byte[] {1});

  /** Opens the server as a node that has this key. */
  S3Backend as(Credential.Key key);

  private static BucketGrant grant(String bucket, String prefix, AccessMode mode) {
    return new BucketGrant(bucket, prefix, new AccessModes(mode, mode, AccessMode.ANY), Set.of());
  }

  private Credential.Key issue(BucketGrant grant) {
    return backend().sessions().orElseThrow().issue(grant, "csi-" + "0".repeat(40));
  }

  @Test
  default void aSessionReachesItsFolderAndEndsByItself(TestBucket bucket) {
    bucket.objects().put("other/file", CONTENT, PutOptions.DEFAULT);
    Credential.Key key = issue(grant(bucket.name(), "mine/", AccessMode.READ_WRITE));
    assertThat(Duration.between(Instant.now(), key.expires().orElseThrow()))
        .isBetween(Duration.ofMinutes(5), Duration.ofMinutes(16));
    try (S3Backend node = as(key)) {
      ObjectStore store = node.objects(bucket.name());
      store.put("mine/file", CONTENT, PutOptions.DEFAULT);
      assertThat(store.list(ListOptions.prefix("mine/"), Optional.empty()).items()).hasSize(1);
      denied(() -> store.put("other/file", CONTENT, PutOptions.DEFAULT));
      denied(() -> store.delete("other/file", Condition.always()));
      denied(() -> store.get("other/file", GetOptions.ALL).close());
      denied(() -> store.list(ListOptions.prefix(""), Optional.empty()));
      denied(() -> node.buckets().delete(bucket.name()));
    }
  }

  @Test
  default void aSessionForReadingReads(TestBucket bucket) {
    bucket.objects().put("file", CONTENT, PutOptions.DEFAULT);
    try (S3Backend node = as(issue(grant(bucket.name(), "", AccessMode.READ_ONLY)))) {
      assertThat(node.objects(bucket.name()).list(ListOptions.prefix(""), Optional.empty()).items())
          .hasSize(1);
      denied(() -> node.objects(bucket.name()).put("file", CONTENT, PutOptions.DEFAULT));
    }
  }

  @Test
  default void whatAPolicyCannotSayIsRefused(TestBucket bucket) {
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> issue(grant(bucket.name(), "a*/", AccessMode.READ_WRITE)))
        .withMessageContaining("prefix 'a*/'");
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> issue(grant(bucket.name(), "a".repeat(900) + "/", AccessMode.READ_WRITE)))
        .withMessageContaining("2048 are possible");
  }

  /** A call that may fail. */
  interface Attempt {
    void run() throws Exception;
  }

  private static void denied(Attempt attempt) {
    assertThatExceptionOfType(DriverException.PermissionDenied.class).isThrownBy(attempt::run);
  }
}
