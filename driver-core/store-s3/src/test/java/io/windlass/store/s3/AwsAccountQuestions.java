package io.windlass.store.s3;

import io.windlass.backend.BucketSettings;
import io.windlass.store.contract.TestBucket;
import io.windlass.testing.BuildOutput;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * What no page of AWS says, asked of the account that {@code test/aws/run} was given: the answers
 * are printed, and none is wrong. No test of the build.
 */
class AwsAccountQuestions {
  private static final int PART = 5 << 20;

  private final AwsAccount account = AwsAccount.given();

  @TempDir private Path directory;

  /**
   * Whether a part that is sent with CRC32 and a part that is copied make one object, by whether
   * the algorithm was announced, and whether the checksums are named in the end.
   */
  @Test
  void partsWithChecksumsBesideCopiedParts() {
    try (S3Backend backend = account.open(directory);
        S3Client plain = account.client();
        TestBucket bucket = TestBucket.create(backend, BucketSettings.DEFAULT)) {
      plain.putObject(
          put -> put.bucket(bucket.name()).key("source"), RequestBody.fromBytes(new byte[PART]));
      for (boolean announced : new boolean[] {true, false}) {
        for (boolean named : new boolean[] {true, false}) {
          BuildOutput.say(
              "QUESTION aws-parts-with-crc32-beside-copied-parts, %s, %s: %s"
                  .formatted(
                      announced ? "announced" : "not announced",
                      named ? "named in the end" : "not named in the end",
                      answer(plain, bucket.name(), announced, named)));
        }
      }
    }
  }

  private static String answer(S3Client plain, String bucket, boolean announced, boolean named) {
    try {
      String upload =
          plain
              .createMultipartUpload(start -> {
                start.bucket(bucket).key("key");
                if (announced) {
                  start.checksumAlgorithm(ChecksumAlgorithm.CRC32);
                }
              })
              .uploadId();
      var sent =
          plain.uploadPart(
              part ->
                  part.bucket(bucket)
                      .key("key")
                      .uploadId(upload)
                      .partNumber(1)
                      .checksumAlgorithm(ChecksumAlgorithm.CRC32),
              RequestBody.fromBytes(new byte[PART]));
      var copied =
          plain
              .uploadPartCopy(part ->
                  part.destinationBucket(bucket)
                      .destinationKey("key")
                      .uploadId(upload)
                      .partNumber(2)
                      .sourceBucket(bucket)
                      .sourceKey("source"))
              .copyPartResult();
      plain.completeMultipartUpload(end ->
          end.bucket(bucket)
              .key("key")
              .uploadId(upload)
              .multipartUpload(all ->
                  all.parts(
                      part(1, sent.eTag(), named ? sent.checksumCRC32() : null),
                      part(2, copied.eTag(), named ? copied.checksumCRC32() : null))));
      return "taken; the copy tells "
          + Optional.ofNullable(copied.checksumCRC32()).map(_ -> "CRC32").orElse("no CRC32");
    } catch (S3Exception e) {
      return "%d %s".formatted(e.statusCode(), e.awsErrorDetails().errorMessage());
    }
  }

  private static CompletedPart part(int number, String etag, @Nullable String crc32) {
    return CompletedPart.builder().partNumber(number).eTag(etag).checksumCRC32(crc32).build();
  }
}
