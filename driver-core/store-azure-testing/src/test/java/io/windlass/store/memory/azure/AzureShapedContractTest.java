package io.windlass.store.memory.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketAdmin;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import io.windlass.store.contract.BucketAdminContract;
import io.windlass.store.contract.BucketView;
import io.windlass.store.contract.ObjectStoreContract;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The Azure-shaped store keeps the contract, on a fake")
class AzureShapedContractTest implements ObjectStoreContract, BucketAdminContract {
  private final AtomicReference<Duration> passed = new AtomicReference<>(Duration.ZERO);
  private final Instant begin = Instant.now();
  private final FakeAzure account = new FakeAzure(() -> begin.plus(passed.get()));
  private final AzureShapedBackend backend = new AzureShapedBackend(account);

  @Override
  public Backend backend() {
    return backend;
  }

  /** There is nothing that a container could be set to. */
  @Override
  public BucketView look(String bucket) {
    assertThat(account.containers()).contains(bucket);
    return BucketView.PLAIN;
  }

  private static Content text(String text) {
    return Content.of(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aNameThatWasDeletedIsFreeAgainLater() {
    BucketAdmin buckets = backend.buckets();
    buckets.create("again", BucketSettings.DEFAULT);
    buckets.delete("again");

    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> buckets.create("again", BucketSettings.DEFAULT));
    assertThat(buckets.exists("again")).isFalse();

    passed.set(FakeAzure.DELETING);
    buckets.create("again", BucketSettings.DEFAULT);
    assertThat(buckets.exists("again")).isTrue();
  }

  @Test
  void whatWasSentIsGoneWhenAnotherCommits(ObjectStore store) {
    MultipartUploads uploads = store.uploads();
    Upload one = uploads.start("key", PutOptions.DEFAULT);
    Upload other = uploads.start("key", PutOptions.DEFAULT);
    Part part = uploads.send(one, 1, text("one"));
    Part others = uploads.send(other, 1, text("other"));

    uploads.complete(other, List.of(others), Condition.always());

    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() -> uploads.complete(one, List.of(part), Condition.always()));
    assertThat(store.head("key").size()).isEqualTo(5);
  }

  @Test
  void whatWasSentIsGoneAfterAWeek(ObjectStore store) {
    MultipartUploads uploads = store.uploads();
    Upload upload = uploads.start("key", PutOptions.DEFAULT);
    Part part = uploads.send(upload, 1, text("one"));

    passed.set(UncommittedBlocks.EXPIRY);

    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() -> uploads.complete(upload, List.of(part), Condition.always()));
  }

  @Test
  void aPartThatWasSentTwiceIsNotListed(ObjectStore store) {
    MultipartUploads uploads = store.uploads();
    Upload upload = uploads.start("key", PutOptions.DEFAULT);
    uploads.send(upload, 1, text("one"));
    Part second = uploads.send(upload, 2, text("two"));
    uploads.send(upload, 1, text("once more"));

    assertThat(uploads.parts(upload, Optional.empty()).items()).containsExactly(second);
  }

  @Test
  void namesOfMetadataAreIdentifiersThere(ObjectStore store) {
    Map<String, String> metadata = Map.of("windlass-mtime", "1", "7_a.b", "2", "plain", "3");

    store.put("key", text("x"), PutOptions.DEFAULT.withMetadata(metadata));

    assertThat(account.container(store.bucket()).properties("key").metadata())
        .isEqualTo(Map.of("windlass_2dmtime", "1", "_37_a_2eb", "2", "plain", "3"));
    assertThat(store.head("key").metadata()).isEqualTo(metadata);
  }

  @Test
  void namesThatOthersGaveAreLeft(ObjectStore store) {
    account
        .container(store.bucket())
        .put("key", ByteBuffer.allocate(0), Map.of("My_Name", "x"), Conditions.NONE);

    assertThat(store.head("key").metadata()).isEqualTo(Map.of("my_name", "x"));
  }
}
