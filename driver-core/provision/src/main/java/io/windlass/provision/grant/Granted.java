package io.windlass.provision.grant;

import io.windlass.access.Credential;
import io.windlass.provision.ProvisionedBucket;
import java.util.List;

/** Access that was granted: a credential, and the locations of its buckets. */
public record Granted(AccountId account, Credential credential, List<ProvisionedBucket> buckets) {
  public Granted {
    buckets = List.copyOf(buckets);
  }
}
