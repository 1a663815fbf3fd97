package io.windlass.access;

import io.windlass.secret.Secret;
import java.time.Instant;
import java.util.Optional;

/** Credential with which a workload opens the buckets that it was granted. */
public sealed interface Credential {

  /** Returns the protocol whose clients understand this credential. */
  Protocol protocol();

  /** An access key of an S3 server. */
  record S3(String accessKeyId, Secret secretAccessKey) implements Credential {
    @Override
    public Protocol protocol() {
      return Protocol.S3;
    }
  }

  /**
   * A shared access signature of Azure.
   *
   * @param sasUri resource URI and token together
   * @param expiry when the token ends; empty where only revocation ends it
   */
  record Azure(Secret sasUri, Optional<Instant> expiry) implements Credential {
    @Override
    public Protocol protocol() {
      return Protocol.AZURE;
    }
  }

  /**
   * No secret: the workload is a service account, and proves that by itself.
   *
   * @param principal by which name the cloud knows the workload, where it has one for it
   */
  record OwnIdentity(Protocol protocol, Optional<String> principal) implements Credential {

    /** Creates that of a workload for which the cloud has no name of its own. */
    public OwnIdentity(Protocol protocol) {
      this(protocol, Optional.empty());
    }
  }

  /** An HMAC key of a Google service account. */
  record Gcs(String accessId, Secret secret, String serviceAccount) implements Credential {
    @Override
    public Protocol protocol() {
      return Protocol.GCS;
    }
  }
}
