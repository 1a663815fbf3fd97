package io.windlass.store.contract;

import io.windlass.store.Backend;
import io.windlass.store.Credential;
import io.windlass.store.KeyGeneration;
import io.windlass.store.Principal;
import java.util.List;

/** A key that was granted; closing it revokes it. */
record Granted(Backend backend, Principal principal, KeyGeneration key, Credential credential)
    implements AutoCloseable {

  /** Grants. */
  static Granted to(Backend backend, Principal principal) {
    KeyGeneration key = backend.access().generation(1);
    return new Granted(backend, principal, key, backend.access().grant(principal, key));
  }

  /** The bucket, opened with the key. */
  Workload open(TestBucket bucket) {
    return Workload.open(credential, backend.locate(bucket.name()));
  }

  @Override
  public void close() {
    backend.access().revoke(principal.account(), List.of(key));
  }
}
