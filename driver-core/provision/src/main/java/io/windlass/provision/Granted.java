package io.windlass.provision;

import io.windlass.access.Credential;
import java.util.List;

/** Access that was granted: a credential, and the locations of its buckets. */
public record Granted(AccountId account, Credential credential, List<ProvisionedBucket> buckets) {
  public Granted {
    buckets = List.copyOf(buckets);
  }
}
