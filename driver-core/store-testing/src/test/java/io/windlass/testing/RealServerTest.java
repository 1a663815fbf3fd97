package io.windlass.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windlass.secret.Secret;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;

/** In the long form the servers are containers. */
@BothForms
@RealServer(MinioServer.class)
class RealServerTest {
  private final MinioServer shared;

  RealServerTest(MinioServer shared) {
    this.shared = shared;
  }

  @Test
  void thereIsOneSharedServer(MinioServer again) {
    assertThat(again).isSameAs(shared);
    try (S3Client client = client(shared)) {
      String bucket = UniqueName.of("shared");
      client.createBucket(b -> b.bucket(bucket));
      client.deleteBucket(b -> b.bucket(bucket));
    }
  }

  @Test
  void itKnowsItsOwnCredentialsOnly() {
    URI endpoint = shared.endpoint();
    try (S3Client client =
        S3Clients.client(endpoint, shared.rootAccessKey(), Secret.of("a wrong secret"))) {
      assertThatThrownBy(client::listBuckets).isInstanceOf(S3Exception.class);
    }
  }

  @Test
  void itEncryptsWhereAskedTo() {
    String bucket = UniqueName.of("kms");
    try (S3Client client = client(shared)) {
      client.createBucket(b -> b.bucket(bucket));
      PutObjectResponse put =
          client.putObject(
              b ->
                  b.bucket(bucket)
                      .key("k")
                      .serverSideEncryption(ServerSideEncryption.AWS_KMS)
                      .ssekmsKeyId(shared.kmsKeyId()),
              RequestBody.fromString("v"));
      assertThat(put.ssekmsKeyId()).endsWith(shared.kmsKeyId());
      client.deleteObject(b -> b.bucket(bucket).key("k"));
      client.deleteBucket(b -> b.bucket(bucket));
    }
  }

  @Test
  void aPrivateServerIsNotTheSharedOne(PrivateServer<MinioServer> own) {
    assertThat(own.server().endpoint()).isNotEqualTo(shared.endpoint());
    assertThat(own.server().rootSecret()).isNotEqualTo(shared.rootSecret());
    assertThat(own.toString()).doesNotContain(own.server().rootSecret().reveal());
  }

  @Test
  void aPausedServerAnswersWhenItIsResumed(PrivateServer<MinioServer> own) {
    try (S3Client client = client(own.server())) {
      own.pause();
      assertThatThrownBy(() ->
              client.listBuckets(
                  b -> b.overrideConfiguration(c -> c.apiCallTimeout(Duration.ofMillis(500)))))
          .isInstanceOf(SdkClientException.class);
      own.resume();
      client.listBuckets();
    }
  }

  @Test
  void aKilledServerComesBackWithItsDataAtTheSamePlace(PrivateServer<MinioServer> own) {
    try (S3Client client = client(own.server())) {
      client.createBucket(b -> b.bucket("kept"));
      client.putObject(b -> b.bucket("kept").key("k"), RequestBody.fromString("v"));
      own.kill();
      assertThatThrownBy(client::listBuckets).isInstanceOf(SdkClientException.class);
      own.restart();
      assertThat(client.getObjectAsBytes(b -> b.bucket("kept").key("k")).asUtf8String())
          .isEqualTo("v");
    }
  }

  @Test
  void aPausedServerCanBeRestarted(PrivateServer<MinioServer> own) {
    own.pause();
    own.restart();
    try (S3Client client = client(own.server())) {
      client.listBuckets();
    }
  }

  private static S3Client client(MinioServer server) {
    return S3Clients.client(server.endpoint(), server.rootAccessKey(), server.rootSecret());
  }
}
