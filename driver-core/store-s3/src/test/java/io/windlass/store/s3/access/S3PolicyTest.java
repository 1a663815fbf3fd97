package io.windlass.store.s3.access;

import static io.windlass.access.AccessMode.ANY;
import static io.windlass.access.AccessMode.READ_ONLY;
import static io.windlass.access.AccessMode.READ_WRITE;
import static io.windlass.access.AccessMode.WRITE_ONLY;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Principal;
import io.windlass.store.s3.bucket.KmsKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class S3PolicyTest {
  private static final IamDialect NOTHING_DENIED = new IamDialect("aws", Map.of(), Set.of(), true);

  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Test
  void readingIsGettingAndListing() {
    assertThat(policy(grant("photos", "", READ_ONLY)))
        .isEqualTo(
            """
            {"Statement":[\
            {"Action":["s3:GetBucketLocation","s3:HeadBucket"],"Effect":"Allow",\
            "Resource":["arn:aws:s3:::photos"]},\
            {"Action":["s3:GetObject","s3:GetObjectVersion"],"Effect":"Allow",\
            "Resource":["arn:aws:s3:::photos/*"]},\
            {"Action":["s3:ListBucket","s3:ListBucketVersions"],"Effect":"Allow",\
            "Resource":["arn:aws:s3:::photos"]}],\
            "Version":"2012-10-17"}\
            """);
  }

  @Test
  void nothingAskedForIsNothingGranted() {
    assertThat(policy(grant("photos", "", ANY)))
        .isEqualTo(
            """
            {"Statement":[\
            {"Action":["s3:GetBucketLocation","s3:HeadBucket"],"Effect":"Allow",\
            "Resource":["arn:aws:s3:::photos"]}],\
            "Version":"2012-10-17"}\
            """);
  }

  @Test
  void aPrefixLimitsObjectsListingsAndUploads() {
    String policy = policy(grant("photos", "team/a", READ_WRITE));
    assertThat(policy)
        .contains(
            """
            {"Action":["s3:ListBucket","s3:ListBucketVersions"],\
            "Condition":{"StringLike":{"s3:prefix":"team/a*"}},"Effect":"Allow",\
            "Resource":["arn:aws:s3:::photos"]}\
            """)
        .contains("\"arn:aws:s3:::photos/team/a*\"")
        .doesNotContain("photos/*")
        .as("cannot be limited")
        .doesNotContain("s3:ListBucketMultipartUploads");
  }

  @Test
  void bucketsWithTheSameRightsShareStatements() {
    JsonNode policy =
        JSON.readTree(
            policy(
                grant("one", "", WRITE_ONLY),
                grant("two", "", WRITE_ONLY),
                grant("three", "", READ_ONLY)));
    List<String> resources =
        policy
            .path("Statement")
            .valueStream()
            .filter(statement -> statement.path("Action").toString().contains("s3:PutObject\""))
            .map(statement -> statement.path("Resource").toString())
            .toList();
    assertThat(resources).containsExactly("[\"arn:aws:s3:::one/*\",\"arn:aws:s3:::two/*\"]");
  }

  @Test
  void theEndIsAConditionOfAllThatIsAllowed() {
    Instant end = Instant.parse("2030-01-02T03:04:05.678Z");
    Principal principal =
        new Principal(
            "ba-1",
            List.of(grant("one", "", READ_WRITE), grant("two", "p/", READ_WRITE)),
            Optional.of(end));
    JsonNode statements =
        JSON.readTree(S3Policy.of(principal, IamDialect.minio())).path("Statement");

    assertThat(statements.valueStream().filter(s -> s.path("Effect").asString().equals("Allow")))
        .hasSizeGreaterThan(3)
        .allSatisfy(s ->
            assertThat(s.path("Condition").path("DateLessThan").toString())
                .isEqualTo("{\"aws:CurrentTime\":\"2030-01-02T03:04:05Z\"}"));
    assertThat(statements.valueStream().filter(s -> s.path("Effect").asString().equals("Deny")))
        .map(JsonNode::toString)
        .containsExactly("{\"Action\":[\"admin:*\"],\"Effect\":\"Deny\"}");
  }

  /** Others refuse a policy with an action that they do not know. */
  @Test
  void annotationsAreForThePoliciesOfAwsAlone() {
    BucketGrant metadata =
        new BucketGrant("photos", "", new AccessModes(ANY, READ_WRITE, ANY), Set.of());
    assertThat(policy(IamDialect.aws("aws"), metadata))
        .contains(
            "s3:ListObjectAnnotations",
            "s3:GetObjectAnnotation",
            "s3:PutObjectAnnotation",
            "s3:DeleteObjectAnnotation");
    for (IamDialect other :
        List.of(
            IamDialect.minio(),
            IamDialect.plain(),
            IamDialect.rgw(),
            IamDialect.seaweedfs(),
            IamDialect.versitygw())) {
      assertThat(policy(other, metadata))
          .contains("s3:GetObjectTagging")
          .doesNotContain("Annotation");
    }
  }

  /** Ceph refuses a policy with the names that AWS has for these (seen of 20.2.4). */
  @Test
  void cephNamesTheEncryptionOfBucketsByItsCalls() {
    BucketGrant settings =
        new BucketGrant("photos", "", new AccessModes(ANY, ANY, READ_WRITE), Set.of());
    assertThat(policy(IamDialect.rgw(), settings))
        .contains(
            "s3:GetBucketEncryption", "s3:PutBucketEncryption", "s3:GetLifecycleConfiguration")
        .doesNotContain("EncryptionConfiguration", "s3:HeadBucket");
  }

  /** Its gateway asks for these, by the names that AWS has (seen of 1.8.0). */
  @Test
  void versitygwHasTheNamesOfAws() {
    BucketGrant settings =
        new BucketGrant("photos", "", new AccessModes(ANY, ANY, READ_WRITE), Set.of());
    assertThat(policy(IamDialect.versitygw(), settings))
        .contains("s3:GetEncryptionConfiguration", "s3:GetLifecycleConfiguration")
        .doesNotContain("s3:HeadBucket");
  }

  /** Without it, the workload of a bucket that a key encrypts could neither write nor read. */
  @Test
  void whoeverUsesABucketMayUseItsKeyThroughS3() {
    String id = "1234abcd-12ab-34cd-56ef-1234567890ab";
    String key = "arn:aws:kms:eu-north-1:000000000000:key/" + id;
    IamDialect dialect =
        IamDialect.aws("aws").withKeys(_ -> List.of(KmsKey.of(key, "aws", "eu-north-1")));
    String use =
        "{\"Action\":[%s],\"Condition\":{\"StringEquals\":{\"kms:ViaService\":"
            + "[\"s3.eu-north-1.amazonaws.com\"]}},\"Effect\":\"Allow\",\"Resource\":[\"%s\"]}";
    assertThat(policy(dialect, grant("photos", "", READ_ONLY)))
        .contains(use.formatted("\"kms:Decrypt\"", key));
    for (AccessMode writes : List.of(WRITE_ONLY, READ_WRITE)) {
      assertThat(policy(dialect, grant("photos", "a/", writes), grant("films", "", writes)))
          .as("an upload in parts reads, and buckets share a key")
          .containsOnlyOnce(use.formatted("\"kms:Decrypt\",\"kms:GenerateDataKey\"", key));
    }
    assertThat(policy(dialect, grant("photos", "", ANY))).doesNotContain("kms:");
    assertThat(policy(IamDialect.aws("aws"), grant("photos", "", READ_WRITE)))
        .doesNotContain("kms:");
  }

  /** Buckets that others made may name their key so. */
  @Test
  void aKeyIsAlsoFoundByItsIdOrAlias() {
    KmsKey byId = KmsKey.of("1234", "aws-cn", "cn-north-1");
    assertThat(byId.resource()).isEqualTo("arn:aws-cn:kms:cn-north-1:*:key/1234");
    assertThat(byId.alias()).isEmpty();
    assertThat(byId.services())
        .containsExactly("s3.cn-north-1.amazonaws.com", "s3.cn-north-1.amazonaws.com.cn");
    for (String name : List.of("alias/mine", "arn:aws:kms:eu-north-1:000000000000:alias/mine")) {
      KmsKey byAlias = KmsKey.of(name, "aws", "eu-north-1");
      assertThat(byAlias.resource()).matches("arn:aws:kms:eu-north-1:(\\*|0{12}):key/\\*");
      IamDialect dialect = IamDialect.aws("aws").withKeys(_ -> List.of(byAlias));
      assertThat(policy(dialect, grant("photos", "", READ_ONLY)))
          .contains("{\"ForAnyValue:StringEquals\":{\"kms:ResourceAliases\":\"alias/mine\"}");
    }
  }

  private static String policy(IamDialect dialect, BucketGrant... grants) {
    return S3Policy.of(new Principal("ba-1", List.of(grants), Optional.empty()), dialect);
  }

  @Test
  void extraActionsGoWhereTheyBelong() {
    BucketGrant grant =
        new BucketGrant(
            "photos",
            "",
            new AccessModes(ANY, ANY, ANY),
            Set.of("s3:PutObjectRetention", "s3:GetBucketVersioning", "s3:ListBucket"));
    S3Permissions permissions = S3Permissions.of(grant);

    assertThat(permissions.objectActions()).containsExactly("s3:PutObjectRetention");
    assertThat(permissions.listActions()).containsExactly("s3:ListBucket");
    assertThat(permissions.bucketActions())
        .containsExactly("s3:GetBucketLocation", "s3:GetBucketVersioning", "s3:HeadBucket");
  }

  @Test
  void lifecycleRulesDeleteSoTheyNeedTheRightToWrite() {
    String lifecycle = "s3:PutLifecycleConfiguration";
    assertThat(bucketActions(READ_WRITE, "")).contains(lifecycle);
    assertThat(bucketActions(READ_ONLY, "")).contains("s3:PutBucketTagging");
    assertThat(bucketActions(READ_ONLY, "")).doesNotContain(lifecycle);
    assertThat(bucketActions(READ_WRITE, "below/")).doesNotContain(lifecycle);
  }

  private static Set<String> bucketActions(AccessMode data, String prefix) {
    return S3Permissions.of(
            new BucketGrant("b", prefix, new AccessModes(data, ANY, READ_WRITE), Set.of()))
        .bucketActions();
  }

  @Test
  void permissionsAnswerForASingleRequest() {
    S3Permissions permissions = S3Permissions.of(grant("photos", "team/", READ_ONLY));

    assertThat(permissions.allowsObject("s3:GetObject", "team/x")).isTrue();
    assertThat(permissions.allowsObject("s3:GetObject", "other/x")).isFalse();
    assertThat(permissions.allowsObject("s3:PutObject", "team/x")).isFalse();
    assertThat(permissions.allowsList("s3:ListBucket", "team/sub")).isTrue();
    assertThat(permissions.allowsList("s3:ListBucket", "")).isFalse();
    assertThat(permissions.allowsBucket("s3:GetBucketLocation")).isTrue();
    assertThat(permissions.allowsBucket("s3:PutBucketTagging")).isFalse();
  }

  @Test
  void policiesAreComparedByWhatTheySay() {
    String one =
        """
        {"Version": "2012-10-17", "Statement": [
          {"Effect": "Allow", "Action": ["a", "b"], "Resource": ["r"]},
          {"Effect": "Deny", "Action": "c"}]}\
        """;
    String same =
        """
        {"Statement": [{"Action": ["c"], "Effect": "Deny"},
          {"Resource": "r", "Effect": "Allow", "Action": ["b", "a"]}], "Version": "2012-10-17"}\
        """;
    assertThat(S3Policy.same(one, same)).isTrue();
    assertThat(S3Policy.same(one, same.replace("\"b\"", "\"s3:*\""))).isFalse();
    assertThat(S3Policy.same(one, same.replace("Deny", "Allow"))).isFalse();
    assertThat(S3Policy.same(one, "no policy")).isFalse();
  }

  private static BucketGrant grant(String bucket, String prefix, AccessMode data) {
    return new BucketGrant(bucket, prefix, new AccessModes(data, ANY, ANY), Set.of());
  }

  private static String policy(BucketGrant... grants) {
    return S3Policy.of(new Principal("ba-1", List.of(grants), Optional.empty()), NOTHING_DENIED);
  }
}
