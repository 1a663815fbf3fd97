package io.windlass.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.store.contract.BucketAdminContract;
import io.windlass.store.contract.BucketView;
import io.windlass.store.contract.ObjectStoreContract;
import io.windlass.store.contract.PropertiesContract;
import io.windlass.store.contract.S3BucketView;
import io.windlass.store.contract.TestBucket;
import io.windlass.store.s3.client.S3Flavor;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.s3.S3Client;

/** The contract of data and buckets on an account of AWS. No test of the build: test/aws/run. */
@TestInstance(Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class AwsAccountData implements ObjectStoreContract, PropertiesContract, BucketAdminContract {
  private final AwsAccount account = AwsAccount.given();
  private final S3Client plain = account.client();
  private S3Backend backend;

  @BeforeAll
  void open(@TempDir Path directory) {
    backend = account.open(directory);
  }

  @AfterAll
  void close() {
    backend.close();
    plain.close();
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public BucketView look(String bucket) {
    return S3BucketView.of(plain, bucket);
  }

  /** AWS encrypts in every bucket, whatever is set (bucket-encryption.html). */
  @Test
  @Override
  public void objectsAreEncrypted() {
    try (TestBucket bucket = TestBucket.create(backend, BucketSettings.DEFAULT)) {
      assertThat(look(bucket.name()).encrypted()).isEqualTo(account.flavor() == S3Flavor.AWS);
    }
  }
}
