package io.windlass.store.s3;

import io.windlass.store.Capabilities;
import io.windlass.store.Credential;
import io.windlass.store.ObjectStore;
import io.windlass.store.StoreErrors;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;

/** One bucket, opened with a key that was granted, as a workload has it. */
public final class S3Granted implements AutoCloseable {
  private final S3Clients clients;
  private final ObjectStore objects;

  private S3Granted(S3Clients clients, ObjectStore objects) {
    this.clients = clients;
    this.objects = objects;
  }

  /**
   * Opens the bucket; nothing is sent yet.
   *
   * @param credential asked for every request, so that a rotated key is used from the next on
   * @param capabilities what the server can do
   */
  public static S3Granted open(
      S3Connection connection,
      String bucket,
      Supplier<Credential.S3> credential,
      Capabilities capabilities) {
    return open(connection, bucket, credential, capabilities, System::nanoTime);
  }

  /** The same by a clock that counts nanoseconds. */
  static S3Granted open(
      S3Connection connection,
      String bucket,
      Supplier<Credential.S3> credential,
      Capabilities capabilities,
      LongSupplier clock) {
    S3Clients clients =
        S3Clients.open(
            connection,
            () -> {
              Credential.S3 key = credential.get();
              return AwsBasicCredentials.create(key.accessKeyId(), key.secretAccessKey().reveal());
            });
    StoreErrors errors = S3Errors.of(connection.endpoint().getAuthority());
    return new S3Granted(
        clients,
        new S3Store(
            new S3Bucket(clients, bucket, capabilities, errors, new LeadingSlash()), clock));
  }

  /** The bucket. */
  public ObjectStore objects() {
    return objects;
  }

  @Override
  public void close() {
    clients.close();
  }
}
