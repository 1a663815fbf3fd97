package io.windlass.store.azure;

import io.windlass.store.AccessAdmin;
import io.windlass.store.Credential;
import io.windlass.store.Issued;
import io.windlass.store.IssuedKey;
import io.windlass.store.KeyGeneration;
import io.windlass.store.Principal;
import java.util.List;

/**
 * The ways of access to containers; a principal says which is its own.
 *
 * @param policies tokens that are bound to stored access policies, which are the usual ones
 * @param delegated tokens that are signed by a lent key
 * @param serviceAccounts no tokens
 */
record AzureAccessWays(AccessAdmin policies, AccessAdmin delegated, AccessAdmin serviceAccounts)
    implements AccessAdmin {

  private AccessAdmin of(Principal principal) {
    if (principal.serviceAccount().isPresent()) {
      return serviceAccounts;
    }
    return principal
        .signing()
        .map(signing ->
            switch (signing) {
              case USER_DELEGATION -> delegated;
            })
        .orElse(policies);
  }

  @Override
  public void check(Principal principal) {
    of(principal).check(principal);
  }

  @Override
  public KeyGeneration generation(int number) {
    return policies.generation(number);
  }

  @Override
  public Issued grant(Principal principal, KeyGeneration key, List<IssuedKey> others) {
    return of(principal).grant(principal, key, others);
  }

  @Override
  public void retire(Principal principal, IssuedKey old, List<IssuedKey> others) {
    of(principal).retire(principal, old, others);
  }

  @Override
  public void revoke(Principal principal, List<IssuedKey> keys) {
    of(principal).revoke(principal, keys);
  }

  @Override
  public Credential derive(Principal principal, KeyGeneration key) {
    return of(principal).derive(principal, key);
  }

  @Override
  public boolean isLive(Principal principal, IssuedKey key) {
    return of(principal).isLive(principal, key);
  }

  @Override
  public boolean derivesKeys() {
    return policies.derivesKeys();
  }
}
