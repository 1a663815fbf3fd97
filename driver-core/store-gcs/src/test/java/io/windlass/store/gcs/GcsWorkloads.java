package io.windlass.store.gcs;

import io.windlass.access.Credential;
import io.windlass.access.Protocol;
import io.windlass.backend.BucketLocation;
import io.windlass.store.contract.access.Workload;
import io.windlass.store.contract.access.WorkloadOpener;

/**
 * Workloads on Google, for the contract's tests: with the client of AWS on the XML API, which is
 * what HMAC keys are for ("Interoperability with other storage providers").
 */
public final class GcsWorkloads implements WorkloadOpener {
  @Override
  public Protocol protocol() {
    return Protocol.GCS;
  }

  @Override
  public Workload open(Credential credential, BucketLocation location) {
    if (credential instanceof Credential.Gcs key && location instanceof BucketLocation.Gcs bucket) {
      return Workload.plain(
          new Credential.S3(key.accessId(), key.secret()),
          new BucketLocation.S3(bucket.bucket(), bucket.endpoint(), "auto", true));
    }
    throw new IllegalArgumentException("no key of Google: " + credential);
  }
}
