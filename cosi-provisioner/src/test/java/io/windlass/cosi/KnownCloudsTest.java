package io.windlass.cosi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.BucketLocation;
import io.windlass.access.Credential;
import io.windlass.error.DriverException;
import io.windlass.proto.cosi.v1alpha1.AzureBlob;
import io.windlass.proto.cosi.v1alpha1.CredentialDetails;
import io.windlass.proto.cosi.v1alpha1.GCS;
import io.windlass.proto.cosi.v1alpha1.Protocol;
import io.windlass.proto.cosi.v1alpha1.S3;
import io.windlass.proto.cosi.v1alpha1.S3SignatureVersion;
import io.windlass.proto.cosi.v1alpha2.AzureBucketInfo;
import io.windlass.proto.cosi.v1alpha2.AzureCredentialInfo;
import io.windlass.proto.cosi.v1alpha2.CredentialInfo;
import io.windlass.proto.cosi.v1alpha2.GcsBucketInfo;
import io.windlass.proto.cosi.v1alpha2.GcsCredentialInfo;
import io.windlass.proto.cosi.v1alpha2.ObjectProtocol;
import io.windlass.proto.cosi.v1alpha2.ObjectProtocolAndBucketInfo;
import io.windlass.proto.cosi.v1alpha2.S3AddressingStyle;
import io.windlass.proto.cosi.v1alpha2.S3BucketInfo;
import io.windlass.proto.cosi.v1alpha2.S3CredentialInfo;
import io.windlass.provision.BucketId;
import io.windlass.provision.ProvisionedBucket;
import io.windlass.provision.grant.AccountId;
import io.windlass.provision.grant.Granted;
import io.windlass.secret.Secret;
import io.windlass.store.azure.client.AzureProtocol;
import io.windlass.store.gcs.client.GcsAccessKey;
import io.windlass.store.gcs.client.GcsProtocol;
import io.windlass.store.s3.client.S3Key;
import io.windlass.store.s3.client.S3Protocol;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The messages of the three clouds that COSI knows, field by field. */
class KnownCloudsTest {
  private static final URI SERVER = URI.create("https://server.example");
  private static final Instant END = Instant.parse("2030-01-02T03:04:05.678Z");

  private static final BucketLocation ON_S3 = S3Protocol.location("photos", SERVER, "eu-1", true);
  private static final Credential S3_KEY = new S3Key("AKIA", Secret.of("secret")).credential();

  private static final BucketLocation ON_AZURE = AzureProtocol.location("photos", "acme", SERVER);
  private static final Credential TOKEN =
      AzureProtocol.token(Secret.of("https://token"), Optional.of(END));
  private static final Credential LASTING_TOKEN =
      AzureProtocol.token(Secret.of("https://token"), Optional.empty());

  private static final BucketLocation ON_GCS = GcsProtocol.location("photos", "project", SERVER);
  private static final Credential HMAC =
      new GcsAccessKey("GOOG", Secret.of("secret"), "sa@project").credential();

  @Test
  void bucketsInV1Alpha1() {
    assertThat(V1Alpha1Messages.protocol(ON_S3))
        .isEqualTo(
            Protocol.newBuilder()
                .setS3(
                    S3.newBuilder().setRegion("eu-1").setSignatureVersion(S3SignatureVersion.S3V4))
                .build());
    assertThat(V1Alpha1Messages.protocol(ON_AZURE))
        .isEqualTo(
            Protocol.newBuilder()
                .setAzureBlob(AzureBlob.newBuilder().setStorageAccount("acme"))
                .build());
    assertThat(V1Alpha1Messages.protocol(ON_GCS))
        .isEqualTo(Protocol.newBuilder().setGcs(GCS.newBuilder().setProjectId("project")).build());
  }

  private static Map<String, CredentialDetails> inV1Alpha1(
      Credential credential, BucketLocation location) {
    return V1Alpha1Messages.credentials(
        new Granted(
            AccountId.of("b", "ba-1"),
            credential,
            List.of(new ProvisionedBucket(new BucketId("b", "photos"), location))));
  }

  private static Map<String, CredentialDetails> details(String name, Map<String, String> secrets) {
    return Map.of(name, CredentialDetails.newBuilder().putAllSecrets(secrets).build());
  }

  @Test
  void keysInV1Alpha1() {
    assertThat(inV1Alpha1(S3_KEY, ON_S3))
        .isEqualTo(
            details(
                "s3",
                Map.of(
                    "accessKeyID", "AKIA",
                    "accessSecretKey", "secret",
                    "endpoint", "https://server.example",
                    "region", "eu-1")));
    assertThat(inV1Alpha1(TOKEN, ON_AZURE))
        .isEqualTo(
            details(
                "azure",
                Map.of(
                    "accessToken", "https://token", "expiryTs", "2030-01-02 03:04:05 +0000 UTC")));
    assertThat(inV1Alpha1(LASTING_TOKEN, ON_AZURE))
        .isEqualTo(details("azure", Map.of("accessToken", "https://token")));
    assertThat(inV1Alpha1(HMAC, ON_GCS))
        .isEqualTo(
            details(
                "s3",
                Map.of(
                    "accessKeyID", "GOOG",
                    "accessSecretKey", "secret",
                    "endpoint", "https://server.example",
                    "region", "auto")));
    assertThatExceptionOfType(DriverException.Unexpected.class)
        .isThrownBy(() -> inV1Alpha1(new Credential.OwnIdentity(AzureProtocol.AZURE), ON_AZURE));
  }

  @Test
  void protocolsInV1Alpha2() {
    assertThat(V1Alpha2Messages.protocol(S3Protocol.S3)).contains(type(ObjectProtocol.Type.S3));
    assertThat(V1Alpha2Messages.protocol(AzureProtocol.AZURE))
        .contains(type(ObjectProtocol.Type.AZURE));
    assertThat(V1Alpha2Messages.protocol(GcsProtocol.GCS)).contains(type(ObjectProtocol.Type.GCS));
  }

  private static ObjectProtocol type(ObjectProtocol.Type type) {
    return ObjectProtocol.newBuilder().setType(type).build();
  }

  @Test
  void bucketsInV1Alpha2() {
    assertThat(V1Alpha2Messages.bucketInfo(ON_S3)).isEqualTo(s3(S3AddressingStyle.Style.PATH));
    assertThat(V1Alpha2Messages.bucketInfo(S3Protocol.location("photos", SERVER, "eu-1", false)))
        .isEqualTo(s3(S3AddressingStyle.Style.VIRTUAL));
    assertThat(V1Alpha2Messages.bucketInfo(ON_AZURE))
        .isEqualTo(
            ObjectProtocolAndBucketInfo.newBuilder()
                .setAzure(AzureBucketInfo.newBuilder().setStorageAccount("acme"))
                .build());
    assertThat(V1Alpha2Messages.bucketInfo(ON_GCS))
        .isEqualTo(
            ObjectProtocolAndBucketInfo.newBuilder()
                .setGcs(GcsBucketInfo.newBuilder().setProjectId("project").setBucketName("photos"))
                .build());
  }

  private static ObjectProtocolAndBucketInfo s3(S3AddressingStyle.Style style) {
    return ObjectProtocolAndBucketInfo.newBuilder()
        .setS3(
            S3BucketInfo.newBuilder()
                .setBucketId("photos")
                .setEndpoint("https://server.example")
                .setRegion("eu-1")
                .setAddressingStyle(S3AddressingStyle.newBuilder().setStyle(style)))
        .build();
  }

  @Test
  void keysInV1Alpha2() {
    assertThat(V1Alpha2Messages.credentials(S3_KEY))
        .isEqualTo(
            CredentialInfo.newBuilder()
                .setS3(
                    S3CredentialInfo.newBuilder()
                        .setAccessKeyId("AKIA")
                        .setAccessSecretKey("secret"))
                .build());
    assertThat(V1Alpha2Messages.credentials(TOKEN)).isEqualTo(azure("2030-01-02T03:04:05.678Z"));
    assertThat(V1Alpha2Messages.credentials(LASTING_TOKEN)).isEqualTo(azure(""));
    assertThat(V1Alpha2Messages.credentials(HMAC))
        .isEqualTo(
            CredentialInfo.newBuilder()
                .setGcs(
                    GcsCredentialInfo.newBuilder()
                        .setAccessId("GOOG")
                        .setAccessSecret("secret")
                        .setServiceAccount("sa@project"))
                .build());
  }

  private static CredentialInfo azure(String expiry) {
    return CredentialInfo.newBuilder()
        .setAzure(
            AzureCredentialInfo.newBuilder()
                .setAccessToken("https://token")
                .setExpiryTimestamp(expiry))
        .build();
  }

  /** Sidecars require the message; for Google, with the name of a key. */
  @Test
  void ownIdentitiesInV1Alpha2() {
    assertThat(V1Alpha2Messages.credentials(new Credential.OwnIdentity(S3Protocol.S3)))
        .isEqualTo(
            CredentialInfo.newBuilder().setS3(S3CredentialInfo.getDefaultInstance()).build());
    assertThat(V1Alpha2Messages.credentials(new Credential.OwnIdentity(AzureProtocol.AZURE)))
        .isEqualTo(
            CredentialInfo.newBuilder().setAzure(AzureCredentialInfo.getDefaultInstance()).build());
    assertThat(
            V1Alpha2Messages.credentials(
                new Credential.OwnIdentity(GcsProtocol.GCS, Optional.of("principal://x"))))
        .isEqualTo(
            CredentialInfo.newBuilder()
                .setGcs(
                    GcsCredentialInfo.newBuilder()
                        .setServiceAccount("principal://x")
                        .setPrivateKeyName("workload-identity"))
                .build());
  }
}
