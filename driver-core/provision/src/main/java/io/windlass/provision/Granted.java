package io.windlass.provision;

import io.windlass.store.Credential;
import java.util.List;

/** Access that works: the credential, and where its buckets are. */
public record Granted(AccountId account, Credential credential, List<ProvisionedBucket> buckets) {
  public Granted {
    buckets = List.copyOf(buckets);
  }
}
