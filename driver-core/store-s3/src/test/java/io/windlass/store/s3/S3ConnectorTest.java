package io.windlass.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.windlass.access.BucketLocation;
import io.windlass.access.CosiForm;
import io.windlass.access.Credential;
import io.windlass.access.Protocol;
import io.windlass.backend.Backend;
import io.windlass.connect.BucketAddress;
import io.windlass.connect.CredentialSource;
import io.windlass.error.DriverException;
import io.windlass.http.Proxies;
import io.windlass.secret.Secret;
import io.windlass.store.s3.client.S3Key;
import io.windlass.store.s3.client.S3Protocol;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class S3ConnectorTest {
  private static final BucketLocation LOCATION =
      S3Protocol.location("photos", URI.create("http://127.0.0.1:9000"), "eu-1", false);
  private static final Protocol OTHER = new Protocol("OTHER", new CosiForm() {});
  private static final Credential.Key KEY = new S3Key("AKIA", Secret.of("canary")).credential();

  private final S3Connector connector = new S3Connector();

  /** These are in publish_context, and sealed there; every build has to read them. */
  @Test
  void addressAndCredentialHaveOneForm() {
    assertThat(connector.address(LOCATION).fields())
        .isEqualTo(
            Map.of("endpoint", "http://127.0.0.1:9000", "region", "eu-1", "pathStyle", "false"));
    assertThat(connector.credential(KEY).reveal())
        .isEqualTo("{\"accessKeyId\":\"AKIA\",\"protocol\":\"S3\",\"secretAccessKey\":\"canary\"}");
  }

  @Test
  void whatFieldsSayIsWhatABackendSays() {
    assertThat(
            connector.address(
                "photos",
                Map.of(
                    "endpoint", "http://127.0.0.1:9000", "region", "eu-1", "pathStyle", "virtual")))
        .isEqualTo(connector.address(LOCATION));
    assertThat(
            connector.credential(
                Map.of("accessKeyId", Secret.of("AKIA"), "secretAccessKey", Secret.of("canary"))))
        .isEqualTo(connector.credential(KEY));
  }

  /** The sidecar of COSI v1alpha1 hands on keys of Google as those of S3. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://storage.googleapis.com",
        "https://photos.storage.googleapis.com",
        "http://STORAGE.googleapis.com:443/"
      })
  void googleIsNoServerOfS3(String endpoint) {
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> connector.address("photos", Map.of("endpoint", endpoint)))
        .withMessageContaining("endpoint must not be that of Google")
        .withMessageContaining("gs://");
  }

  @Test
  void withoutAnEndpointItIsAws() {
    assertThat(connector.address("photos", Map.of("region", "eu-1")).fields())
        .isEqualTo(
            Map.of(
                "endpoint",
                "https://s3.eu-1.amazonaws.com",
                "region",
                "eu-1",
                "pathStyle",
                "false"));
  }

  @ParameterizedTest
  @CsvSource({
    "https://s3.eu-1.amazonaws.com, photos, false",
    "https://s3.eu-1.amazonaws.com, my.photos, true",
    "http://minio:9000, photos, true"
  })
  void theStyleIsThatOfTheServer(String endpoint, String bucket, String pathStyle) {
    assertThat(connector.address(bucket, Map.of("endpoint", endpoint)).fields())
        .containsEntry("pathStyle", pathStyle);
  }

  @Test
  void theEncryptionIsPartOfTheAddressWhereThereIsOne() {
    Map<String, String> fields =
        Map.of(
            "endpoint", "http://127.0.0.1:9000", "sse", "aws:kms", "sseKmsKeyId", "alias/volumes");
    assertThat(connector.address("photos", fields).fields()).containsAllEntriesOf(fields);
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> connector.address("photos", Map.of("sse", "kms")))
        .withMessage("sse must be AES256, aws:kms or aws:kms:dsse");
    for (Map<String, String> alone :
        List.of(Map.of("sseKmsKeyId", "a"), Map.of("sseKmsKeyId", "a", "sse", "AES256"))) {
      assertThatExceptionOfType(DriverException.InvalidArgument.class)
          .isThrownBy(() -> connector.address("photos", alone))
          .withMessage("sseKmsKeyId needs sse aws:kms or aws:kms:dsse");
    }
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(
            () -> connector.address("photos", Map.of("sse", "aws:kms", "sseKmsKeyId", "no key")))
        .withMessageContaining("sseKmsKeyId must be");
  }

  @Test
  void saysWhatIsMissing() {
    assertThat(connector.missing(Set.of()))
        .isEqualTo(Set.of("accessKeyId", "bucket", "endpoint", "secretAccessKey"));
    assertThat(connector.missing(Set.of("region", "bucket", "accessKeyId", "secretAccessKey")))
        .isEmpty();
  }

  @Test
  void refusesWhatIsMalformedWithoutItsText() {
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> connector.address("photos", Map.of("endpoint", "ftp://canary")))
        .withMessage("endpoint must be a URL like https://minio.example, without path or user");
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> connector.address("photos", Map.of("pathStyle", "canary")))
        .withMessage("pathStyle must be true or false, COSI_S3_ADDRESSING_STYLE path or virtual");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> S3CredentialText.read(Secret.of("canary")))
        .withMessage("the credential is not one of S3")
        .withNoCause();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> connector.credential(new Credential.Key(OTHER, KEY.fields())));
  }

  /** A node would find that out again and again, and its caller would call again for ever. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://user:canary@minio:9000",
        "http://minio:9000/canary",
        "http://minio:9000?canary",
        "http://minio:9000#canary",
        "http://minio:99999",
        "http://minio:0",
        "http://min io",
        "http://",
        "canary"
      })
  void anEndpointThatCannotBeUsedIsMalformed(String endpoint) {
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> connector.address("photos", Map.of("endpoint", endpoint)))
        .withMessageContaining("endpoint must be")
        .withMessageNotContaining("canary");
  }

  /** In virtual style the bucket is a part of the host, and the region always on AWS. */
  @Test
  void neitherBucketNorRegionChangesTheHost() {
    for (String bucket : List.of("169.254.169.254/", "a b", "host:9000", "u@host", "")) {
      assertThatExceptionOfType(DriverException.InvalidArgument.class)
          .isThrownBy(() -> connector.address(bucket, Map.of("endpoint", "http://minio:9000")))
          .withMessageContaining("bucket must be");
    }
    for (String region : List.of("eu/", "eu#", "a b", "")) {
      assertThatExceptionOfType(DriverException.InvalidArgument.class)
          .isThrownBy(() -> connector.address("photos", Map.of("region", region)))
          .withMessageContaining("region must be");
    }
  }

  @Test
  void theTextOfASessionIsTheSameForTheSameSession() {
    S3Key session = new S3Key("AKIB", Secret.of("other"), Optional.of(Secret.of("token")));
    Secret told =
        connector.credential(
            Map.of(
                "accessKeyId", Secret.of("AKIB"),
                "secretAccessKey", Secret.of("other"),
                "sessionToken", Secret.of("token")));
    assertThat(S3CredentialText.read(told)).isEqualTo(session);
    assertThat(told.reveal()).isEqualTo(S3CredentialText.of(session).reveal());
  }

  @Test
  void opensTheBucketOfTheAddress() {
    BucketAddress address = connector.address(LOCATION);
    assertThat(connector.describe(address)).isEqualTo("http://127.0.0.1:9000/photos");
    try (Backend backend =
        connector.open(
            "mount",
            address,
            new CredentialSource.Text(() -> connector.credential(KEY)),
            Optional.empty(),
            Proxies.none())) {
      assertThat(backend.locate("photos")).isEqualTo(LOCATION);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> connector.describe(new BucketAddress(S3Protocol.S3, "photos", Map.of())))
        .withMessage("the address of bucket photos lacks endpoint");
  }
}
