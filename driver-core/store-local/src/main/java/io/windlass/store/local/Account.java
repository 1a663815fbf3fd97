package io.windlass.store.local;

import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Stored account: the permissions and keys of a principal. It holds no secret.
 *
 * @param format version of the file format, for later drivers
 * @param keys generations of keys that work
 */
record Account(int format, Principal principal, List<KeyGeneration> keys) {
  static final int FORMAT = 1;

  Account {
    keys = List.copyOf(keys);
  }

  /** Returns the account of the principal with this key in addition to those that it has. */
  static Account of(Principal principal, Optional<Account> before, KeyGeneration key) {
    List<KeyGeneration> keys = new ArrayList<>(before.map(Account::keys).orElse(List.of()));
    keys.removeIf(known -> known.number() == key.number());
    keys.add(key);
    keys.sort(Comparator.comparingInt(KeyGeneration::number));
    return new Account(FORMAT, principal, keys);
  }

  /** Returns the account without one generation of its key. */
  Account without(KeyGeneration key) {
    return new Account(
        format, principal, keys.stream().filter(known -> !known.equals(key)).toList());
  }
}
