package io.windlass.store.gcs;

import io.windlass.access.BucketLocation;
import io.windlass.access.Credential;
import io.windlass.access.Protocol;
import io.windlass.store.contract.access.Workload;
import io.windlass.store.contract.access.WorkloadOpener;
import io.windlass.store.gcs.client.GcsAccessKey;
import io.windlass.store.gcs.client.GcsProtocol;

/**
 * Workloads on Google, for the contract's tests: with the client of AWS on the XML API, which is
 * what HMAC keys are for ("Interoperability with other storage providers").
 */
public final class GcsWorkloads implements WorkloadOpener {
  @Override
  public Protocol protocol() {
    return GcsProtocol.GCS;
  }

  @Override
  public Workload open(Credential credential, BucketLocation location) {
    GcsAccessKey key = GcsAccessKey.of(credential);
    return Workload.plain(
        key.accessId(), key.secret(), location.endpoint(), "auto", location.bucket());
  }
}
