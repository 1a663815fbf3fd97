package io.windlass.cosi.sanity.gcs;

import io.windlass.cosi.sanity.s3.S3Sessions;
import io.windlass.cosi.sanity.store.Proof;
import io.windlass.cosi.sanity.store.ProxyRule;
import io.windlass.cosi.sanity.store.StoreSession;
import io.windlass.cosi.sanity.store.StoreSessions;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.BucketInfo;
import io.windlass.cosi.sanity.wire.StorageProtocol;
import io.windlass.cosi.sanity.wire.WorkloadCredential;
import java.net.URI;
import java.time.Duration;

/**
 * Clients for HMAC keys of Google Cloud Storage: the client of AWS on the XML API ("Simple
 * migration from Amazon S3"), because Google's own clients cannot use these keys.
 */
public final class GcsSessions implements StoreSessions {
  /** Where the XML API is. */
  public static final URI ENDPOINT = URI.create("https://storage.googleapis.com");

  /** For signatures; Google accepts any. */
  private static final String REGION = "auto";

  private final URI endpoint;
  private final S3Sessions clients;

  /**
   * Creates the factory.
   *
   * @param endpoint where the XML API is, since COSI does not say it
   * @param timeout longest time that one request may take
   * @param proxies which way requests go
   */
  public GcsSessions(URI endpoint, Duration timeout, ProxyRule proxies) {
    this.endpoint = endpoint;
    // An object takes one write a second; a faster one is answered with 429.
    this.clients = S3Sessions.patient(timeout, proxies);
  }

  @Override
  public StorageProtocol protocol() {
    return StorageProtocol.GCS;
  }

  /** The sidecar of v1alpha1 hands on keys of S3 alone, and so drivers return them as such. */
  @Override
  public StoreSession open(Access access, String bucketId, Proof proof) {
    if (access.gcsKey().isEmpty() && access.s3Key().isPresent()) {
      return new GcsSession(clients.open(access, bucketId, proof));
    }
    WorkloadCredential.Gcs key =
        access.gcsKey().orElseThrow(() -> new IllegalArgumentException("it has no GCS key"));
    if (key.accessId().isEmpty()) {
      throw new IllegalArgumentException("it has no HMAC key, which is what can be tried");
    }
    BucketInfo.Gcs bucket =
        access
            .gcsBucket(bucketId)
            .orElseThrow(() -> new IllegalArgumentException("it has no GCS bucket info"));
    return new GcsSession(
        clients.open(
            new BucketInfo.S3(
                bucket.bucketName(), endpoint.toString(), REGION, BucketInfo.Style.PATH),
            new WorkloadCredential.S3(key.accessId(), key.accessSecret()),
            proof));
  }

  @Override
  public void close() {
    clients.close();
  }
}
