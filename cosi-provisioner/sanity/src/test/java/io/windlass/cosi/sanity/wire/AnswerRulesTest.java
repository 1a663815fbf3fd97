package io.windlass.cosi.sanity.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.cosi.sanity.wire.AccessRequest.AccessedBucket;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sidecar's own checks, one by one. */
class AnswerRulesTest {
  private static final BucketInfo.S3 WHERE =
      new BucketInfo.S3("b", "https://s3.example.com", "eu-1", BucketInfo.Style.PATH);
  private static final WorkloadCredential.S3 KEY = new WorkloadCredential.S3("id", "secret");

  private static AccessRequest request(String... buckets) {
    return new AccessRequest(
        "ba-1",
        StorageProtocol.S3,
        Optional.empty(),
        Map.of(),
        List.of(buckets).stream()
            .map(id -> new AccessedBucket(Bucket.named(id), GrantModes.data(Mode.READ_WRITE)))
            .toList());
  }

  private static Access.GrantedBucket granted(String id, BucketInfo... infos) {
    return new Access.GrantedBucket(id, List.of(infos));
  }

  private static List<String> access(
      AccessRequest request, BucketInfo info, WorkloadCredential credential) {
    return AnswerRules.access(request, List.of(granted("a", info)), List.of(credential));
  }

  @Test
  void aWholeAnswerHasNoFault() {
    assertThat(access(request("a"), WHERE, KEY)).isEmpty();
    assertThat(AnswerRules.info("s3.example.com", List.of(StorageProtocol.S3), 0)).isEmpty();
    assertThat(AnswerRules.bucket(List.of(StorageProtocol.S3), List.of(WHERE))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "S3", "1st", "a..b", "a_b", "-a", "a-", "a.b-"})
  void aNameIsMadeOfLabels(String name) {
    assertThat(AnswerRules.info(name, List.of(StorageProtocol.S3), 0)).isNotEmpty();
  }

  @Test
  void aNameHas63Characters() {
    assertThat(AnswerRules.info("a".repeat(63), List.of(StorageProtocol.S3), 0)).isEmpty();
    assertThat(AnswerRules.info("a".repeat(64), List.of(StorageProtocol.S3), 0)).hasSize(1);
  }

  @Test
  void protocolsAreKnownAndNamedOnce() {
    assertThat(AnswerRules.info("a", List.of(), 0)).hasSize(1);
    assertThat(AnswerRules.info("a", List.of(StorageProtocol.S3), 1)).hasSize(1);
    assertThat(AnswerRules.info("a", List.of(StorageProtocol.S3, StorageProtocol.S3), 0))
        .hasSize(1);
  }

  @Test
  void idsHaveTheCharactersOfTheCrds() {
    assertThat(AnswerRules.id("bucket_id", "a/B_9.-")).isEmpty();
    assertThat(AnswerRules.id("bucket_id", "x".repeat(2048))).isEmpty();
    assertThat(AnswerRules.id("bucket_id", "x".repeat(2049))).hasSize(1);
    assertThat(AnswerRules.id("bucket_id", "")).hasSize(1);
    assertThat(AnswerRules.id("bucket_id", "YWJj=")).hasSize(1);
    assertThat(AnswerRules.id("bucket_id", "a+b")).hasSize(1);
  }

  @Test
  void aBucketSpeaksWhatWasAsked() {
    assertThat(AnswerRules.bucket(List.of(), List.of())).hasSize(1);
    assertThat(AnswerRules.bucket(List.of(StorageProtocol.GCS), List.of(WHERE))).hasSize(1);
    // Fields are not looked at here: only a grant needs them.
    BucketInfo empty = new BucketInfo.S3("", "", "", BucketInfo.Style.UNKNOWN);
    assertThat(AnswerRules.bucket(List.of(StorageProtocol.S3), List.of(empty))).isEmpty();
  }

  @Test
  void aGrantNamesExactlyTheBucketsAsked() {
    AccessRequest two = request("a", "b");
    assertThat(
            AnswerRules.access(
                two, List.of(granted("b", WHERE), granted("a", WHERE)), List.of(KEY)))
        .as("in any order")
        .isEmpty();
    assertThat(AnswerRules.access(two, List.of(granted("a", WHERE)), List.of(KEY))).hasSize(1);
    assertThat(
            AnswerRules.access(
                two, List.of(granted("a", WHERE), granted("a", WHERE)), List.of(KEY)))
        .hasSize(1);
    assertThat(
            AnswerRules.access(
                request("a"), List.of(granted("a", WHERE), granted("b", WHERE)), List.of(KEY)))
        .hasSize(1);
  }

  @Test
  void aGrantedBucketIsForOneProtocol() {
    BucketInfo other = new BucketInfo.Gcs("p", "b");
    assertThat(AnswerRules.access(request("a"), List.of(granted("a", WHERE, other)), List.of(KEY)))
        .hasSize(1);
    assertThat(AnswerRules.access(request("a"), List.of(granted("a")), List.of(KEY))).hasSize(1);
  }

  @Test
  void everyFieldOfS3IsNeeded() {
    BucketInfo empty = new BucketInfo.S3("", "", "", BucketInfo.Style.UNKNOWN);
    assertThat(access(request("a"), empty, new WorkloadCredential.S3("", ""))).hasSize(6);
  }

  @Test
  void aServiceAccountNeedsNoKeyButItsMessage() {
    AccessRequest request = request("a").withServiceAccount("sa");
    assertThat(access(request, WHERE, new WorkloadCredential.S3("", ""))).isEmpty();
    assertThat(AnswerRules.access(request, List.of(granted("a", WHERE)), List.of())).hasSize(1);
  }

  @Test
  void otherProtocolsHaveFieldsOfTheirOwn() {
    AccessRequest azure = request("a").withProtocol(StorageProtocol.AZURE);
    assertThat(access(azure, new BucketInfo.Azure("acc"), new WorkloadCredential.Azure("sas", "")))
        .isEmpty();
    assertThat(access(azure, new BucketInfo.Azure(""), new WorkloadCredential.Azure("", "")))
        .hasSize(2);
    AccessRequest gcs = request("a").withProtocol(StorageProtocol.GCS);
    assertThat(
            access(gcs, new BucketInfo.Gcs("p", "b"), new WorkloadCredential.Gcs("i", "s", "", "")))
        .isEmpty();
    assertThat(
            access(gcs, new BucketInfo.Gcs("", ""), new WorkloadCredential.Gcs("", "", "k", "sa")))
        .hasSize(4);
  }

  @Test
  void credentialsDoNotPrintThemselves() {
    assertThat(KEY.toString()).contains("id").doesNotContain("secret");
    assertThat(new WorkloadCredential.Azure("https://sas", "").toString()).doesNotContain("sas");
    assertThat(new WorkloadCredential.Gcs("i", "hush", "", "").toString()).doesNotContain("hush");
  }
}
