package io.windlass.store.local;

import io.windlass.store.KeyGeneration;
import io.windlass.store.Principal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * An account as it is kept: what it may do and which keys it has. Holds no secret.
 *
 * @param format of the file, for drivers to come
 * @param keys the generations that are alive
 */
record Account(int format, Principal principal, List<KeyGeneration> keys) {
  static final int FORMAT = 1;

  Account {
    keys = List.copyOf(keys);
  }

  /** The principal with this key beside the others that it has. */
  static Account of(Principal principal, Optional<Account> before, KeyGeneration key) {
    List<KeyGeneration> keys = new ArrayList<>(before.map(Account::keys).orElse(List.of()));
    keys.removeIf(known -> known.number() == key.number());
    keys.add(key);
    keys.sort(Comparator.comparingInt(KeyGeneration::number));
    return new Account(FORMAT, principal, keys);
  }

  /** The account without one generation of its key. */
  Account without(KeyGeneration key) {
    return new Account(
        format, principal, keys.stream().filter(known -> !known.equals(key)).toList());
  }
}
