package io.windlass.store.memory;

import io.windlass.store.AccessAdmin;
import io.windlass.store.Credential;
import io.windlass.store.KeyGeneration;
import io.windlass.store.Principal;
import io.windlass.store.StoreException;
import java.util.List;

/** Access where nobody but this process is: every request for it is refused. */
public final class NoAccess implements AccessAdmin {
  private static StoreException.InvalidArgument refusal() {
    return new StoreException.InvalidArgument("the store in memory grants no access");
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
  public Credential grant(Principal principal, KeyGeneration key) {
    throw refusal();
  }

  @Override
  public Credential rotate(Principal principal, KeyGeneration next) {
    throw refusal();
  }

  @Override
  public void retire(Principal principal, KeyGeneration old) {
    throw refusal();
  }

  @Override
  public void revoke(String account, List<KeyGeneration> keys) {
    throw refusal();
  }

  @Override
  public Credential derive(String account, KeyGeneration key) {
    throw refusal();
  }

  @Override
  public boolean isLive(Principal principal, KeyGeneration key) {
    return false;
  }

  @Override
  public boolean derivesKeys() {
    return false;
  }
}
