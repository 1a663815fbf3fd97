package io.windlass.faults;

import io.windlass.cosi.sanity.azure.AzureSessions;
import io.windlass.cosi.sanity.s3.S3Sessions;
import io.windlass.cosi.sanity.store.StoreSessions;
import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.AccessRequest.AccessedBucket;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.BucketRequest;
import io.windlass.cosi.sanity.wire.GrantModes;
import io.windlass.cosi.sanity.wire.Mode;
import io.windlass.cosi.sanity.wire.StorageProtocol;
import io.windlass.test.driver.DriverSetup;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A backend of the drivers, as the clients of a storm see it.
 *
 * @param name as it is configured
 * @param bucketMetadata what accesses are for, beside data
 */
public record StormBackend(String name, StorageProtocol protocol, Mode bucketMetadata) {
  /** The backend that every set-up has, where that speaks S3. */
  public static final StormBackend S3 =
      new StormBackend(DriverSetup.BACKEND, StorageProtocol.S3, Mode.READ_ONLY);

  /** The same on SeaweedFS, whose policies know nothing of a bucket's metadata. */
  static final StormBackend SEAWEEDFS =
      new StormBackend(DriverSetup.BACKEND, StorageProtocol.S3, Mode.ANY);

  /** A backend on Azure, a token of which gives nothing of a container's metadata. */
  static StormBackend azure(String name) {
    return new StormBackend(name, StorageProtocol.AZURE, Mode.ANY);
  }

  private static final Duration CALL = Duration.ofSeconds(20);

  /** The id of a bucket or an access of this name. */
  String id(String of) {
    return name + "/" + of;
  }

  public BucketRequest bucket(String of) {
    return new BucketRequest(of, List.of(protocol), Map.of("backend", name));
  }

  AccessRequest access(ApiRevision revision, String account, Bucket bucket, Rights rights) {
    return new AccessRequest(
        account,
        protocol,
        Optional.empty(),
        revision.isV1Alpha2() ? Map.of() : Map.of("accessMode", rights.parameter()),
        List.of(
            new AccessedBucket(
                bucket, new GrantModes(rights.mode(), rights.mode(), bucketMetadata))));
  }

  /** Clients of workloads. */
  StoreSessions sessions() {
    return switch (protocol) {
      case S3 -> new S3Sessions(CALL);
      case AZURE -> new AzureSessions(CALL);
      case GCS -> throw new IllegalArgumentException("there is no client for " + protocol);
    };
  }
}
