package io.windlass.store.local;

import io.windlass.access.AccessAdmin;
import io.windlass.access.Credential;
import io.windlass.access.Issued;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.KeyHandle;
import io.windlass.access.Principal;
import io.windlass.error.DriverException;
import io.windlass.store.Capabilities;
import io.windlass.store.s3.access.DerivedKeys;
import io.windlass.store.s3.access.S3Rules;
import io.windlass.store.s3.client.S3Key;
import java.util.List;

/**
 * Access to a local store: {@link Accounts} holds it, and the server enforces it at every request.
 */
final class LocalAccess implements AccessAdmin {
  private final Accounts accounts;
  private final DerivedKeys keys;
  private final Capabilities capabilities;

  LocalAccess(Accounts accounts, DerivedKeys keys, Capabilities capabilities) {
    this.accounts = accounts;
    this.keys = keys;
    this.capabilities = capabilities;
  }

  @Override
  public void check(Principal principal) {
    S3Rules.check(principal, capabilities);
  }

  @Override
  public KeyGeneration generation(int number) {
    return keys.generation(number);
  }

  @Override
  public Issued grant(Principal principal, KeyGeneration key, List<IssuedKey> others) {
    check(principal);
    accounts.grant(principal, key);
    S3Key made = key(principal, key);
    return new Issued(made.credential(principal.expiry()), new KeyHandle(made.accessKeyId()));
  }

  @Override
  public void retire(Principal principal, IssuedKey old, List<IssuedKey> others) {
    accounts.retire(principal.account(), old.generation());
  }

  @Override
  public void revoke(Principal principal, List<IssuedKey> issued) {
    accounts.revoke(principal.account());
  }

  /** What decides about requests is asked whether it knows the keys. */
  @Override
  public void revoke(Principal principal, List<IssuedKey> issued, List<Credential> handedOut) {
    revoke(principal, issued);
    if (handedOut.stream()
        .map(S3Key::of)
        .anyMatch(key -> accounts.apply(key.accessKeyId()).isPresent())) {
      throw new DriverException.Aborted(
          "access of %s is revoked, and the server still accepts its key: call again"
              .formatted(principal.account()));
    }
  }

  @Override
  public Credential derive(Principal principal, KeyGeneration key) {
    return key(principal, key).credential(principal.expiry());
  }

  private S3Key key(Principal principal, KeyGeneration key) {
    try {
      return keys.derive(principal.account(), key);
    } catch (IllegalStateException e) {
      throw new DriverException.Unavailable(
          "key of %s: %s".formatted(principal.account(), e.getMessage()), e);
    }
  }

  @Override
  public boolean isLive(Principal principal, IssuedKey key) {
    return accounts
            .find(principal.account())
            .filter(account -> account.principal().equals(principal))
            .isPresent()
        && accounts
            .apply(DerivedKeys.accessKeyId(principal.account(), key.generation()))
            .isPresent();
  }

  @Override
  public boolean derivesKeys() {
    return true;
  }
}
