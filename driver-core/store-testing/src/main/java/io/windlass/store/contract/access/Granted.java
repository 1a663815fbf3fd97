package io.windlass.store.contract.access;

import io.windlass.access.Credential;
import io.windlass.access.Issued;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import io.windlass.backend.Backend;
import io.windlass.store.contract.TestBucket;
import java.util.List;

/** A key that was granted and is effective; closing it revokes it. */
record Granted(Backend backend, Principal principal, IssuedKey key, Credential credential)
    implements AutoCloseable {

  /** Grants. */
  static Granted to(Backend backend, Principal principal) {
    return of(backend, principal, backend.access().generation(1), List.of());
  }

  private static Granted of(
      Backend backend, Principal principal, KeyGeneration key, List<IssuedKey> others) {
    AccessChanges changes = new AccessChanges(backend);
    Issued issued = changes.made(() -> backend.access().grant(principal, key, others));
    changes.awaitEffective(principal, issued.credential());
    return new Granted(backend, principal, IssuedKey.of(key, issued), issued.credential());
  }

  /** Grants the same again, to the same account or to what is said. */
  Granted again(Principal now) {
    return of(backend, now, key.generation(), List.of());
  }

  /** Adds the next generation of the key. */
  Granted rotate() {
    KeyGeneration next = backend.access().generation(key.generation().number() + 1);
    return of(backend, principal, next, List.of(key));
  }

  /** The bucket, opened with the key. */
  Workload open(TestBucket bucket) {
    return Workload.open(credential, backend.locate(bucket.name()));
  }

  /** Ends it, as far as the driver can see; no error if that was done. */
  void revoke() {
    revoke(List.of(credential));
  }

  /**
   * Ends it and waits until the server refuses all of the credentials, as the driver tries them.
   */
  void revoke(List<Credential> handedOut) {
    boolean _ =
        new AccessChanges(backend)
            .made(() -> {
              backend.access().revoke(principal, List.of(key), handedOut);
              return true;
            });
  }

  /** Ends it, and tries no key. */
  @Override
  public void close() {
    revoke(List.of());
  }
}
