package io.windlass.cosi.tape;

import io.windlass.access.AccessAdmin;
import io.windlass.access.Credential;
import io.windlass.access.Issued;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.KeyHandle;
import io.windlass.access.Principal;
import io.windlass.secret.Secret;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Keys that the server numbers, and shows once. */
final class TapeAccess implements AccessAdmin {
  private final Map<String, Set<String>> keys = new HashMap<>();
  private int made;

  @Override
  public void check(Principal principal) {}

  @Override
  public KeyGeneration generation(int number) {
    return new KeyGeneration(number, "");
  }

  @Override
  public synchronized Issued grant(Principal principal, KeyGeneration key, List<IssuedKey> others) {
    String pin = "pin-%d".formatted(++made);
    Set<String> all = keys.computeIfAbsent(principal.account(), _ -> new HashSet<>());
    all.retainAll(
        others.stream().flatMap(each -> each.handle().stream()).map(KeyHandle::text).toList());
    all.add("handle-" + made);
    return new Issued(
        new Credential.Key(TapeProtocol.TAPE, Map.of(TapeProtocol.PIN, Secret.of(pin))),
        new KeyHandle("handle-" + made));
  }

  @Override
  public synchronized void retire(Principal principal, IssuedKey old, List<IssuedKey> others) {
    Set<String> all = keys.getOrDefault(principal.account(), Set.of());
    old.handle().map(KeyHandle::text).filter(all::contains).ifPresent(all::remove);
  }

  @Override
  public synchronized void revoke(Principal principal, List<IssuedKey> issued) {
    keys.remove(principal.account());
  }

  @Override
  public Credential derive(Principal principal, KeyGeneration key) {
    throw new IllegalStateException("a pin is shown once");
  }

  @Override
  public synchronized boolean isLive(Principal principal, IssuedKey key) {
    return key.handle()
        .filter(handle -> keys.getOrDefault(principal.account(), Set.of()).contains(handle.text()))
        .isPresent();
  }

  @Override
  public boolean derivesKeys() {
    return false;
  }
}
