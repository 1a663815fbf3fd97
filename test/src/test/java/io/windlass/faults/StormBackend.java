package io.windlass.faults;

import io.windlass.cosi.sanity.azure.AzureSessions;
import io.windlass.cosi.sanity.gcs.GcsSessions;
import io.windlass.cosi.sanity.s3.S3Sessions;
import io.windlass.cosi.sanity.store.ProxyRule;
import io.windlass.cosi.sanity.store.StoreSessions;
import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.AccessRequest.AccessedBucket;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.BucketRequest;
import io.windlass.cosi.sanity.wire.GrantModes;
import io.windlass.cosi.sanity.wire.Mode;
import io.windlass.cosi.sanity.wire.StorageProtocol;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.test.driver.DriverSetup;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A backend of the drivers, as the clients of a storm see it.
 *
 * @param name as it is configured
 * @param bucketMetadata what accesses are for, beside data
 * @param clients opens clients of workloads
 */
public record StormBackend(
    String name, StorageProtocol protocol, Mode bucketMetadata, Supplier<StoreSessions> clients) {
  private static final Duration CALL = Duration.ofSeconds(20);

  /** The backend that every set-up has, where that speaks S3. */
  public static final StormBackend S3 = s3(DriverSetup.BACKEND, Mode.READ_ONLY);

  /** The same on SeaweedFS, whose policies know nothing of a bucket's metadata. */
  static final StormBackend SEAWEEDFS = s3(DriverSetup.BACKEND, Mode.ANY);

  /** A backend on Azure, a token of which gives nothing of a container's metadata. */
  static StormBackend azure(String name) {
    return new StormBackend(
        name, StorageProtocol.AZURE, Mode.ANY, () -> new AzureSessions(CALL, ProxyRule.NONE));
  }

  static StormBackend s3(String name, Mode bucketMetadata) {
    return new StormBackend(
        name, StorageProtocol.S3, bucketMetadata, () -> new S3Sessions(CALL, ProxyRule.NONE));
  }

  /** A backend on a fake of Google. */
  static StormBackend gcs(String name, FakeGcs fake) {
    return new StormBackend(
        name,
        StorageProtocol.GCS,
        Mode.READ_ONLY,
        () -> new GcsSessions(fake.storage(), CALL, ProxyRule.NONE));
  }

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
    return clients.get();
  }
}
