package io.windlass.store.azure;

import io.windlass.store.BucketLocation;
import io.windlass.store.Credential;
import io.windlass.store.Protocol;
import io.windlass.store.contract.Workload;
import io.windlass.store.contract.WorkloadOpener;

/** Workloads on Azure, for the contract's tests. */
public final class AzureWorkloads implements WorkloadOpener {
  @Override
  public Protocol protocol() {
    return Protocol.AZURE;
  }

  @Override
  public Workload open(Credential credential, BucketLocation location) {
    if (!(credential instanceof Credential.Azure token)) {
      throw new IllegalArgumentException("no token of Azure: " + credential);
    }
    return new AzureWorkload(token.sasUri(), location.bucket());
  }
}
