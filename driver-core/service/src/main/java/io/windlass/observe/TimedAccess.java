package io.windlass.observe;

import io.windlass.access.AccessAdmin;
import io.windlass.access.Credential;
import io.windlass.access.Issued;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import java.util.List;
import java.util.Optional;

/** Times the calls of an {@link AccessAdmin} that reach the server. */
record TimedAccess(AccessAdmin access, CallTimer timer) implements AccessAdmin {
  @Override
  public void check(Principal principal) {
    access.check(principal);
  }

  @Override
  public KeyGeneration generation(int number) {
    return access.generation(number);
  }

  @Override
  public Issued grant(Principal principal, KeyGeneration key, List<IssuedKey> others) {
    return timer.time("access.grant", "", () -> access.grant(principal, key, others));
  }

  @Override
  public void retire(Principal principal, IssuedKey old, List<IssuedKey> others) {
    timer.time("access.retire", "", () -> access.retire(principal, old, others));
  }

  @Override
  public void revoke(Principal principal, List<IssuedKey> keys) {
    timer.time("access.revoke", "", () -> access.revoke(principal, keys));
  }

  @Override
  public void revoke(Principal principal, List<IssuedKey> keys, List<Credential> handedOut) {
    timer.time("access.revoke", "", () -> access.revoke(principal, keys, handedOut));
  }

  @Override
  public boolean isEffective(Principal principal, Credential credential) {
    return timer.time("access.isEffective", "", () -> access.isEffective(principal, credential));
  }

  @Override
  public Credential derive(Principal principal, KeyGeneration key) {
    return access.derive(principal, key);
  }

  @Override
  public Optional<String> replaced(Principal principal, IssuedKey key) {
    return access.replaced(principal, key);
  }

  @Override
  public Optional<String> disabled(Principal principal, IssuedKey key) {
    return timer.time("access.disabled", "", () -> access.disabled(principal, key));
  }

  @Override
  public boolean isLive(Principal principal, IssuedKey key) {
    return timer.time("access.isLive", "", () -> access.isLive(principal, key));
  }

  @Override
  public boolean derivesKeys() {
    return access.derivesKeys();
  }
}
