package io.windlass.csi.node.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.connect.BucketConnectors;
import io.windlass.error.DriverException;
import io.windlass.secret.Secret;
import io.windlass.store.s3.S3Connector;
import io.windlass.store.s3.client.S3Key;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeSecretsTest {
  private static final String NEED =
      "secrets need accessKeyId and secretAccessKey, and sessionToken of a key that has one, with"
          + " endpoint, region and bucket where the volume does not say them; or BucketInfo, or"
          + " COSI_S3_…, or AWS_… as COSI and AWS have them";

  private static final Map<String, String> KEY =
      Map.of("accessKeyId", "AKIA", "secretAccessKey", "canary\n");

  private final S3Connector s3 = new S3Connector();
  private final NodeSecrets secrets = new NodeSecrets(new BucketConnectors(List.of(s3)));

  @Test
  void theVolumeGoesBeforeTheSecretAndItsIdComesLast() {
    VolumeAccess access =
        secrets.read(
            KEY,
            Map.of("endpoint", "http://127.0.0.1:9000", "accessKeyId", "not looked at here"),
            "store/photos/2026");
    assertThat(access.address())
        .isEqualTo(s3.address("photos", Map.of("endpoint", "http://127.0.0.1:9000")));
    assertThat(access.prefix()).isEqualTo("2026/");
    assertThat(access.credential())
        .isEqualTo(s3.credential(new S3Key("AKIA", Secret.of("canary")).credential()));
    assertThat(access.toString()).doesNotContain("canary");
  }

  @Test
  void aBucketThatIsNamedIsMountedWhole() {
    VolumeAccess access =
        secrets.read(KEY, Map.of("bucket", "other", "region", "eu-1"), "store/photos/2026");
    assertThat(access.address().bucket()).isEqualTo("other");
    assertThat(access.prefix()).isEmpty();
  }

  @Test
  void aSessionTokenIsPartOfTheKey() {
    Map<String, String> context = Map.of("endpoint", "http://127.0.0.1:9000");
    Secret session =
        s3.credential(
            Map.of(
                "accessKeyId", Secret.of("AKIA"),
                "secretAccessKey", Secret.of("canary"),
                "sessionToken", Secret.of("canary-token")));
    Map<String, String> own = new HashMap<>(KEY);
    own.put("sessionToken", "canary-token\n");
    assertThat(secrets.read(own, context, "store/photos").credential()).isEqualTo(session);
    Map<String, String> aws =
        Map.of(
            "AWS_ACCESS_KEY_ID", "AKIA",
            "AWS_SECRET_ACCESS_KEY", "canary",
            "AWS_SESSION_TOKEN", "canary-token");
    assertThat(secrets.read(aws, context, "store/photos").credential()).isEqualTo(session);
  }

  @Test
  void refusalsNameKeysAndSayWhatWouldBeRight() {
    Map<Map<String, String>, String> refusals =
        Map.of(
            Map.of("accessKeyId", "canary", "csi.storage.k8s.io/pod.name", "pod"),
            "secrets lack bucket, endpoint, secretAccessKey; they have accessKeyId. " + NEED,
            Map.of("accessKeyId", "canary", "password", "canary"),
            "secrets have the unknown key password. " + NEED,
            Map.of("COSI_AZURE_ACCESS_TOKEN", "canary"),
            "secrets have COSI_AZURE_ACCESS_TOKEN: buckets of AZURE cannot be mounted by this"
                + " version, only those of S3",
            Map.of("COSI_PROTOCOL", "GS", "COSI_S3_REGION", "eu-1"),
            "secrets: COSI_PROTOCOL must be S3: nothing else can be mounted by this version",
            Map.of("BucketInfo", "{\"canary\":1}"),
            "secrets: BucketInfo lacks spec.secretS3",
            Map.of(
                "BucketInfo", "{\"spec\":{\"bucketName\":\"b\",\"secretS3\":{\"region\":\"r\"}}}"),
            "secrets lack accessKeyId, secretAccessKey; they have BucketInfo. " + NEED);
    refusals.forEach((given, message) ->
        assertThatExceptionOfType(DriverException.InvalidArgument.class)
            .isThrownBy(() -> secrets.read(given, Map.of(), "csi-inline"))
            .withMessage(message));
  }
}
