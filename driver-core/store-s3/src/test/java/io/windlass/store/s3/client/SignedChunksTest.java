package io.windlass.store.s3.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.checksums.DefaultChecksumAlgorithm;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;

/** The bytes are those of the SDK, whose headers announce them. */
class SignedChunksTest {
  private static final AwsCredentials CREDENTIALS =
      AwsBasicCredentials.create("key/with+odd=signs", "secret");

  @ParameterizedTest
  @ValueSource(ints = {0, 1, (128 << 10) - 1, 128 << 10, (128 << 10) + 1, 400_000})
  void areThoseOfTheSdk(int length) throws IOException {
    byte[] content = new byte[length];
    new Random(length).nextBytes(content);
    for (String scheme : List.of("http", "https")) {
      SignedRequest signed = signed(scheme, content);
      byte[] ours =
          SignedChunks.of(
                  new ByteArrayInputStream(content), content.length, signed.request(), CREDENTIALS)
              .readAllBytes();
      assertThat(ours).isEqualTo(signed.payload().orElseThrow().newStream().readAllBytes());
      ByteArrayOutputStream written = new ByteArrayOutputStream();
      SignedChunks.of(
              new ByteArrayInputStream(content), content.length, signed.request(), CREDENTIALS)
          .transferTo(written);
      assertThat(written.toByteArray()).isEqualTo(ours);
      assertThat(signed.request().firstMatchingHeader("Content-Length"))
          .contains(Integer.toString(ours.length));
    }
  }

  private static SignedRequest signed(String scheme, byte[] content) {
    SdkHttpRequest request =
        SdkHttpRequest.builder()
            .uri(URI.create(scheme + "://localhost/bucket/key"))
            .method(SdkHttpMethod.PUT)
            .putHeader("Content-Length", Integer.toString(content.length))
            .build();
    return AwsV4HttpSigner.create()
        .sign(sign ->
            sign.identity(CREDENTIALS)
                .request(request)
                .payload(ContentStreamProvider.fromByteArrayUnsafe(content))
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "s3")
                .putProperty(AwsV4HttpSigner.REGION_NAME, "us-east-1")
                .putProperty(AwsV4HttpSigner.PAYLOAD_SIGNING_ENABLED, false)
                .putProperty(AwsV4HttpSigner.CHUNK_ENCODING_ENABLED, true)
                .putProperty(AwsV4HttpSigner.CHECKSUM_ALGORITHM, DefaultChecksumAlgorithm.CRC32));
  }
}
