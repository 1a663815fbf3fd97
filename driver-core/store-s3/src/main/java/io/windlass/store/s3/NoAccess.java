package io.windlass.store.s3;

import io.windlass.store.AccessAdmin;
import io.windlass.store.Credential;
import io.windlass.store.Issued;
import io.windlass.store.IssuedKey;
import io.windlass.store.KeyGeneration;
import io.windlass.store.Principal;
import io.windlass.store.StoreException;
import java.util.List;

/** Access on servers where the driver cannot make users: every request for it is refused. */
final class NoAccess implements AccessAdmin {
  private final String backend;

  NoAccess(String backend) {
    this.backend = backend;
  }

  private StoreException.InvalidArgument refusal() {
    return new StoreException.InvalidArgument(
        "backend %s grants no access: the driver can make users on MinIO; if this is one, set its flavor"
                .formatted(backend)
            + " to minio");
  }

  @Override
  public void check(Principal principal) {
    throw refusal();
  }

  @Override
  public KeyGeneration generation(int number) {
    throw refusal();
  }

  @Override
  public Issued grant(Principal principal, KeyGeneration key, List<IssuedKey> others) {
    throw refusal();
  }

  @Override
  public void retire(Principal principal, IssuedKey old, List<IssuedKey> others) {
    throw refusal();
  }

  @Override
  public void revoke(Principal principal, List<IssuedKey> keys) {
    throw refusal();
  }

  @Override
  public Credential derive(Principal principal, KeyGeneration key) {
    throw refusal();
  }

  @Override
  public boolean isLive(Principal principal, IssuedKey key) {
    return false;
  }

  @Override
  public boolean derivesKeys() {
    return false;
  }
}
