package io.windlass.fake.gcs;

import static io.windlass.fake.gcs.GcsClients.refused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.api.gax.paging.Page;
import com.google.cloud.storage.Blob;
import com.google.cloud.storage.BlobId;
import com.google.cloud.storage.BlobInfo;
import com.google.cloud.storage.Bucket;
import com.google.cloud.storage.BucketInfo;
import com.google.cloud.storage.Storage;
import com.google.cloud.storage.Storage.BlobListOption;
import com.google.cloud.storage.Storage.BlobSourceOption;
import com.google.cloud.storage.Storage.BucketTargetOption;
import com.google.cloud.storage.StorageBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Buckets and the lists of their objects, by Google's client. */
@SuppressWarnings("try") // closing a client may be interrupted
class FakeGcsBucketTest {
  /** One rule at a time: the delays have tests of their own. */
  private final FakeGcs fake = new FakeGcs("project").accessAtOnce().writesAtAnyRate();

  private final Storage storage = GcsClients.of(fake, fake.administrator());

  @BeforeEach
  void makeBucket() {
    assertThat(storage.create(GcsClients.bucket("bucket").build())).isNotNull();
  }

  @AfterEach
  void close() throws Exception {
    storage.close();
    fake.close();
  }

  private Blob put(String name) {
    return storage.create(BlobInfo.newBuilder("bucket", name).build(), name.getBytes(UTF_8));
  }

  private List<String> list(BlobListOption... options) {
    return names(storage.list("bucket", options).iterateAll());
  }

  private static List<String> names(Iterable<Blob> blobs) {
    List<String> names = new ArrayList<>();
    blobs.forEach(blob -> names.add(blob.getName()));
    return names;
  }

  @Test
  void aBucketIsMadeOnceChangedAndDeletedEmpty() {
    refused(409, () -> storage.create(BucketInfo.of("bucket")));
    refused(400, () -> storage.create(BucketInfo.of("Upper")));
    refused(400, () -> storage.create(BucketInfo.of("192.168.5.4")));
    refused(400, () -> storage.create(BucketInfo.of("goog-bucket")));
    Bucket bucket = storage.get("bucket");
    assertThat(bucket.getIamConfiguration().isUniformBucketLevelAccessEnabled()).isTrue();

    Bucket labelled =
        storage.update(
            bucket.toBuilder().setLabels(Map.of("owner", "somebody")).build(),
            BucketTargetOption.metagenerationMatch());
    assertThat(labelled.getMetageneration()).isEqualTo(2);
    assertThat(storage.get("bucket").getLabels()).containsEntry("owner", "somebody");
    refused(
        412,
        () ->
            storage.update(
                bucket.toBuilder().setLabels(Map.of("a", "b")).build(),
                BucketTargetOption.metagenerationMatch()));
    refused(400, () -> storage.update(bucket.toBuilder().setLabels(Map.of("Upper", "b")).build()));

    assertThat(put("a")).isNotNull();
    refused(409, () -> storage.delete("bucket"));
    assertThat(storage.delete("bucket", "a")).isTrue();
    assertThat(storage.delete("bucket")).isTrue();
    assertThat(storage.get("bucket")).isNull();
  }

  @Test
  void rulesOfLifeAndSoftDeletionAreKeptIfTheyAreRight() {
    BucketInfo.LifecycleRule rule =
        new BucketInfo.LifecycleRule(
            BucketInfo.LifecycleRule.LifecycleAction.newDeleteAction(),
            BucketInfo.LifecycleRule.LifecycleCondition.newBuilder()
                .setAge(1)
                .setMatchesPrefix(List.of("tmp/"))
                .build());
    Bucket made =
        storage.create(BucketInfo.newBuilder("rules").setLifecycleRules(List.of(rule)).build());

    assertThat(made.getLifecycleRules()).hasSize(1);
    assertThat(made.getSoftDeletePolicy().getRetentionDuration()).isEqualTo(Duration.ofDays(7));
    BucketInfo.SoftDeletePolicy day =
        BucketInfo.SoftDeletePolicy.newBuilder().setRetentionDuration(Duration.ofDays(1)).build();
    refused(400, () -> storage.update(made.toBuilder().setSoftDeletePolicy(day).build()));
    assertThat(names(storage.list("rules").iterateAll())).isEmpty();
    List<String> buckets = new ArrayList<>();
    storage
        .list(Storage.BucketListOption.pageSize(1))
        .iterateAll()
        .forEach(each -> buckets.add(each.getName()));
    assertThat(buckets).containsExactly("bucket", "rules");
  }

  @Test
  void pagesHoldObjectsAndPrefixesOnce() {
    Stream.of("a", "b/", "b/1", "b/2", "c", "d/1", "e", "\uD83D\uDE00", "\uFF5E")
        .forEach(this::put);
    Page<Blob> page =
        storage.list("bucket", BlobListOption.currentDirectory(), BlobListOption.pageSize(2));
    List<List<String>> pages = new ArrayList<>();
    while (page != null) {
      pages.add(names(page.getValues()));
      page = page.getNextPage();
    }

    assertThat(pages.stream().flatMap(List::stream))
        .containsExactlyInAnyOrder("a", "b/", "c", "d/", "e", "\uFF5E", "\uD83D\uDE00");
    assertThat(pages.stream().map(List::size)).containsExactly(2, 0, 1, 2, 0, 1, 1);
    assertThat(list(BlobListOption.prefix("b/"))).containsExactly("b/", "b/1", "b/2");
    assertThat(list(BlobListOption.startOffset("b/1"), BlobListOption.endOffset("d")))
        .containsExactly("b/1", "b/2", "c");
    // By bytes, not by UTF-16.
    assertThat(list(BlobListOption.startOffset("f"))).containsExactly("\uFF5E", "\uD83D\uDE00");
    assertThat(
            list(
                BlobListOption.delimiter("/"),
                BlobListOption.includeTrailingDelimiter(),
                BlobListOption.prefix("b")))
        .containsExactly("b/", "b/");
    refused(400, () -> list(BlobListOption.pageToken("?")));
  }

  /** A replacement is one step: there is no time at which nothing was there. */
  @Test
  void aGenerationEndsWhenTheNextBegins() {
    assertThat(storage.create(GcsClients.bucket("replaced").setVersioningEnabled(true).build()))
        .isNotNull();
    BlobInfo info = BlobInfo.newBuilder("replaced", "a").build();
    for (int i = 0; i < 300; i++) {
      assertThat(storage.create(info)).isNotNull();
    }

    List<Blob> all = storage.list("replaced", BlobListOption.versions(true)).streamAll().toList();

    assertThat(all).hasSize(300);
    for (int i = 1; i < all.size(); i++) {
      assertThat(all.get(i - 1).getDeleteTimeOffsetDateTime())
          .isEqualTo(all.get(i).getCreateTimeOffsetDateTime());
    }
  }

  @Test
  void oldGenerationsAreKept() {
    assertThat(storage.create(GcsClients.bucket("versions").setVersioningEnabled(true).build()))
        .isNotNull();
    BlobInfo info = BlobInfo.newBuilder("versions", "a").build();
    Blob first = storage.create(info, new byte[1]);
    Blob second = storage.create(info, new byte[2]);
    assertThat(storage.delete(info.getBlobId())).isTrue();

    assertThat(storage.get(info.getBlobId())).isNull();
    assertThat(names(storage.list("versions").iterateAll())).isEmpty();
    assertThat(names(storage.list("versions", BlobListOption.versions(true)).iterateAll()))
        .containsExactly("a", "a");
    assertThat(storage.readAllBytes(first.getBlobId())).hasSize(1);
    assertThat(storage.get(second.getBlobId()).getDeleteTimeOffsetDateTime()).isNotNull();
    refused(409, () -> storage.delete("versions"));
    assertThat(storage.delete(first.getBlobId())).isTrue();
    assertThat(storage.delete(second.getBlobId())).isTrue();
    assertThat(storage.delete("versions")).isTrue();
  }

  @Test
  void softlyDeletedObjectsComeBackForAWhile() throws Exception {
    assertThat(storage.create(BucketInfo.of("soft"))).isNotNull();
    Blob made = storage.create(BlobInfo.newBuilder("soft", "a").build(), new byte[3]);
    assertThat(storage.delete("soft", "a")).isTrue();

    assertThat(names(storage.list("soft", BlobListOption.softDeleted(true)).iterateAll()))
        .containsExactly("a");
    assertThat(storage.get(made.getBlobId(), Storage.BlobGetOption.softDeleted(true)).getSize())
        .isEqualTo(3);
    Blob restored = storage.restore(made.getBlobId());
    assertThat(restored.getGeneration()).isGreaterThan(made.getGeneration());
    assertThat(storage.readAllBytes("soft", "a")).hasSize(3);

    assertThat(storage.delete("soft", "a")).isTrue();
    fake.pass(Duration.ofDays(8)); // tokens are over, too
    String again = fake.serviceAccount("another");
    fake.grant(again, "roles/storage.admin");
    try (Storage later = GcsClients.of(fake, again)) {
      assertThat(names(later.list("soft", BlobListOption.softDeleted(true)).iterateAll()))
          .isEmpty();
    }
  }

  @Test
  void callsGoTogether() {
    assertThat(put("a")).isNotNull();
    StorageBatch batch = storage.batch();
    var deleted = batch.delete(BlobId.of("bucket", "a"));
    var absent = batch.delete(BlobId.of("bucket", "absent"));
    var stale = batch.delete("bucket", "a", BlobSourceOption.generationMatch(1));
    batch.submit();

    assertThat(deleted.get()).isTrue();
    assertThat(absent.get()).isFalse();
    assertThat(stale.get()).isFalse();
  }
}
