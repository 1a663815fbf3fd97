package io.windlass.store.local;

import io.windlass.store.AccessAdmin;
import io.windlass.store.Capabilities;
import io.windlass.store.Credential;
import io.windlass.store.KeyGeneration;
import io.windlass.store.Principal;
import io.windlass.store.StoreException;
import io.windlass.store.s3.DerivedKeys;
import io.windlass.store.s3.S3Rules;
import java.util.List;

/** Access to a local store: kept in {@link Accounts}, enforced by the server at every request. */
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
  public Credential grant(Principal principal, KeyGeneration key) {
    check(principal);
    accounts.grant(principal, key);
    return derive(principal.account(), key);
  }

  @Override
  public Credential rotate(Principal principal, KeyGeneration next) {
    return grant(principal, next);
  }

  @Override
  public void retire(Principal principal, KeyGeneration old) {
    accounts.retire(principal.account(), old);
  }

  @Override
  public void revoke(String account, List<KeyGeneration> generations) {
    accounts.revoke(account);
  }

  @Override
  public Credential derive(String account, KeyGeneration key) {
    try {
      return keys.derive(account, key);
    } catch (IllegalStateException e) {
      throw new StoreException.Unavailable("key of %s: %s".formatted(account, e.getMessage()), e);
    }
  }

  @Override
  public boolean isLive(Principal principal, KeyGeneration key) {
    return accounts
            .find(principal.account())
            .filter(account -> account.principal().equals(principal))
            .isPresent()
        && accounts.apply(DerivedKeys.accessKeyId(principal.account(), key)).isPresent();
  }

  @Override
  public boolean derivesKeys() {
    return true;
  }
}
