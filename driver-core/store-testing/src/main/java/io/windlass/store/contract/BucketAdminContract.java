package io.windlass.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windlass.backend.BucketAdmin;
import io.windlass.backend.BucketSettings;
import io.windlass.backend.BucketSettings.Encryption;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.store.Feature;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.testing.UniqueName;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of {@link BucketAdmin}. */
public interface BucketAdminContract extends Contract {

  /** The bucket as the server itself describes it. */
  BucketView look(String bucket);

  @Test
  default void aBucketComesAndGoes() {
    BucketAdmin buckets = backend().buckets();
    String name = UniqueName.of("contract");
    assertThat(buckets.exists(name)).isFalse();

    buckets.create(name, BucketSettings.DEFAULT);
    assertThat(buckets.exists(name)).isTrue();
    assertThat(look(name)).isEqualTo(BucketView.PLAIN);
    assertThat(buckets.dangers(name)).as("what the driver sets up endangers nothing").isEmpty();
    assertThat(Pages.all(buckets::list)).contains(name);

    buckets.delete(name);
    buckets.delete(name);
    assertThat(buckets.exists(name)).isFalse();
    assertThat(Pages.all(buckets::list)).doesNotContain(name);
  }

  @Test
  default void creatingAgainKeepsWhatIsThere(TestBucket bucket) {
    bucket.objects().put("key", Bytes.text("kept"), PutOptions.DEFAULT);

    backend().buckets().create(bucket.name(), BucketSettings.DEFAULT);

    assertThat(Bytes.readText(bucket.objects(), "key")).isEqualTo("kept");
  }

  @Test
  default void creatingTogetherIsCreatingOnce() throws Exception {
    String name = UniqueName.of("contract");

    Race.of(
        8,
        i ->
            () -> {
              backend().buckets().create(name, BucketSettings.DEFAULT);
              return true;
            });

    try (TestBucket bucket = new TestBucket(backend(), name)) {
      bucket.objects().put("key", Bytes.text("x"), PutOptions.DEFAULT);
      assertThat(Pages.all(backend().buckets()::list)).containsOnlyOnce(name);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "UPPER",
        "with_underscore",
        "with space",
        "a..b",
        "-start",
        "end-",
        "a/b",
        "../a",
        "größe",
        "192.168.0.1",
        "a123456789b123456789c123456789d123456789e123456789f123456789abcd"
      })
  default void namesThatNoBucketCanHaveAreRefused(String name) {
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> backend().buckets().create(name, BucketSettings.DEFAULT));
    assertThat(Pages.all(backend().buckets()::list)).doesNotContain(name);
  }

  @Test
  default void aBucketThatHoldsSomethingStays(TestBucket bucket) {
    ObjectStore store = bucket.objects();
    store.put("deep/key", Bytes.text("x"), PutOptions.DEFAULT);

    assertThatExceptionOfType(DriverException.NotEmpty.class)
        .isThrownBy(() -> backend().buckets().delete(bucket.name()));

    assertThat(Bytes.readText(store, "deep/key")).isEqualTo("x");
    bucket.empty();
    backend().buckets().delete(bucket.name());
    assertThat(backend().buckets().exists(bucket.name())).isFalse();
  }

  @Test
  default void oldVersionsAreSomething() throws Throwable {
    offered(
        Feature.BUCKET_VERSIONS,
        Settings.VERSIONED,
        bucket -> {
          assertThat(look(bucket.name()).versioning()).isTrue();
          bucket.objects().put("key", Bytes.text("x"), PutOptions.DEFAULT);
          bucket.objects().delete("key", Condition.always());
          assertThatExceptionOfType(DriverException.NotEmpty.class)
              .isThrownBy(() -> backend().buckets().delete(bucket.name()));
        });
  }

  @Test
  default void tagsAreSetAndChanged() throws Throwable {
    Map<String, String> tags = Map.of("team", "a team + co", "cost-centre", "42");
    offered(
        Feature.BUCKET_TAGS,
        Settings.tags(tags),
        bucket -> {
          assertThat(look(bucket.name()).tags()).isEqualTo(tags);
          backend().buckets().update(bucket.name(), Settings.tags(Map.of("team", "other")));
          assertThat(look(bucket.name()).tags()).isEqualTo(Map.of("team", "other"));
          assertPlainAgain(bucket);
        });
  }

  @Test
  default void objectsExpire() throws Throwable {
    offered(
        Feature.BUCKET_LIFECYCLE,
        Settings.expiry(30),
        bucket -> {
          assertThat(look(bucket.name()).expireDays()).isEqualTo(OptionalInt.of(30));
          backend().buckets().update(bucket.name(), Settings.expiry(7));
          assertThat(look(bucket.name()).expireDays()).isEqualTo(OptionalInt.of(7));
          assertPlainAgain(bucket);
        });
  }

  @Test
  default void objectsAreEncrypted() throws Throwable {
    offered(
        Feature.ENCRYPTION_MANAGED,
        Settings.ENCRYPTED,
        bucket -> {
          assertThat(look(bucket.name()).encrypted()).isTrue();
          bucket.objects().put("key", Bytes.text("x"), PutOptions.DEFAULT);
          assertThat(Bytes.readText(bucket.objects(), "key")).isEqualTo("x");
          assertPlainAgain(bucket);
        });
  }

  @Test
  default void anUnknownEncryptionKeyIsRefused() {
    String name = UniqueName.of("contract");
    BucketSettings settings = Settings.encrypted(new Encryption.Kms("no-such-key"));
    try {
      assertThatThrownBy(() -> backend().buckets().create(name, settings))
          .isInstanceOfAny(
              DriverException.Unsupported.class, DriverException.InvalidArgument.class);
    } finally {
      backend().buckets().delete(name);
    }
  }

  @Test
  default void locksCanBeHad() throws Throwable {
    offered(
        Feature.OBJECT_LOCK,
        Settings.LOCKED,
        bucket -> {
          assertThat(look(bucket.name()).objectLock()).isTrue();
          assertThat(look(bucket.name()).versioning()).as("implied").isTrue();
          assertThat(look(bucket.name()).retentionDays()).isEmpty();
          // As after a death between the two.
          backend().buckets().create(bucket.name(), Settings.RETAINED);
          assertThat(look(bucket.name()).retentionDays()).hasValue(2);
        });
  }

  @Test
  default void newObjectsAreRetained() throws Throwable {
    offered(
        Feature.OBJECT_LOCK,
        Settings.RETAINED,
        bucket -> {
          assertThat(look(bucket.name()).retentionDays()).hasValue(2);
          backend().buckets().amend(bucket.name(), Settings.LOCKED.withRetentionDays(3));
          assertThat(look(bucket.name()).retentionDays()).hasValue(3);
          backend().buckets().update(bucket.name(), Settings.LOCKED.withRetentionDays(1));
          assertThat(look(bucket.name()).retentionDays()).hasValue(1);
        });
  }

  @Test
  default void aQuotaIsALimit() throws Throwable {
    offered(
        Feature.BUCKET_QUOTA,
        Settings.quota(1 << 20),
        bucket -> {
          bucket.objects().put("small", Bytes.text("x"), PutOptions.DEFAULT);
          assertThatExceptionOfType(DriverException.QuotaExceeded.class)
              .isThrownBy(() ->
                  bucket.objects().put("large", Content.of(Bytes.of(2 << 20)), PutOptions.DEFAULT));
          backend().buckets().update(bucket.name(), BucketSettings.DEFAULT);
          bucket.objects().put("large", Content.of(Bytes.of(2 << 20)), PutOptions.DEFAULT);
        });
  }

  @Test
  default void aRegionThatIsNotOfferedIsRefused() {
    String name = UniqueName.of("contract");
    if (!has(Feature.BUCKET_REGIONS)) {
      assertThatThrownBy(
              () -> backend().buckets().create(name, Settings.region("antarctica-south-1")))
          .isInstanceOfAny(
              DriverException.Unsupported.class, DriverException.InvalidArgument.class);
    }
    assertThat(backend().buckets().exists(name)).isFalse();
  }

  @Test
  default void updatingWhatIsMissingIsNotFound() {
    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(
            () -> backend().buckets().update(UniqueName.of("never-made"), BucketSettings.DEFAULT));
  }

  @Test
  default void amendingChangesWhatIsNamedAndLeavesTheRest() throws Throwable {
    offered(
        Feature.BUCKET_TAGS,
        Settings.tags(Map.of("team", "data")),
        bucket -> {
          if (has(Feature.BUCKET_LIFECYCLE)) {
            backend().buckets().amend(bucket.name(), Settings.expiry(30));
            assertThat(look(bucket.name()).expireDays()).isEqualTo(OptionalInt.of(30));
          }
          assertThat(look(bucket.name()).tags()).isEqualTo(Map.of("team", "data"));
          backend().buckets().amend(bucket.name(), Settings.tags(Map.of("team", "other")));
          assertThat(look(bucket.name()).tags()).isEqualTo(Map.of("team", "other"));
        });
    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(
            () -> backend().buckets().amend(UniqueName.of("never-made"), BucketSettings.DEFAULT));
  }

  /** Requires that the feature works, or that a refused attempt leaves nothing. */
  private void offered(Feature feature, BucketSettings settings, Consumer<TestBucket> check)
      throws Throwable {
    String name = UniqueName.of("contract");
    worksOrIsRefused(
        feature,
        () -> backend().buckets().create(name, settings),
        () -> {
          try (TestBucket bucket = TestBucket.create(backend(), settings)) {
            check.accept(bucket);
            // Again, as after a crash.
            backend().buckets().create(bucket.name(), settings);
          }
        });
    assertThat(backend().buckets().exists(name)).as("refused without a trace").isFalse();
  }

  private void assertPlainAgain(TestBucket bucket) {
    backend().buckets().update(bucket.name(), BucketSettings.DEFAULT);
    assertThat(look(bucket.name())).isEqualTo(BucketView.PLAIN);
  }
}
