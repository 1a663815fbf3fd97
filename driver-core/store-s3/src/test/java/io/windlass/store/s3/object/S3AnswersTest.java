package io.windlass.store.s3.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.object.ObjectProperties;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.SdkHttpResponse;

class S3AnswersTest {
  private static SdkHttpResponse withoutEtag(long length) {
    return SdkHttpResponse.builder()
        .statusCode(200)
        .putHeader("Content-Length", Long.toString(length))
        .build();
  }

  @Test
  void theMarkerOfADirectoryNeedsNoEtag() {
    assertThat(S3Answers.info("a/", withoutEtag(0), ObjectProperties.NONE).revision())
        .isEqualTo(S3Answers.info("b/", withoutEtag(0), ObjectProperties.NONE).revision());
  }

  @Test
  void whatHasContentNeedsOne() {
    assertThatExceptionOfType(SdkClientException.class)
        .isThrownBy(() -> S3Answers.info("a/", withoutEtag(1), ObjectProperties.NONE))
        .withMessageContaining("lacks an ETag");
    assertThatExceptionOfType(SdkClientException.class)
        .isThrownBy(() -> S3Answers.info("a", withoutEtag(0), ObjectProperties.NONE));
  }
}
