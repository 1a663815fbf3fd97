package io.windlass.access;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Several ways of access to buckets; a principal says which is its own.
 *
 * @param usual the way of principals that ask for nothing else
 * @param choice the way of a principal
 * @param before asked before access is granted, and never before it is ended; throws where the
 *     backend grants none as it is configured
 */
public record AccessWays(
    AccessAdmin usual, Function<Principal, AccessAdmin> choice, Runnable before)
    implements AccessAdmin {

  /** Creates those of a backend that grants access as soon as it is configured. */
  public AccessWays(AccessAdmin usual, Function<Principal, AccessAdmin> choice) {
    this(usual, choice, () -> {});
  }

  private AccessAdmin of(Principal principal) {
    return choice.apply(principal);
  }

  @Override
  public void check(Principal principal) {
    before.run();
    of(principal).check(principal);
  }

  @Override
  public KeyGeneration generation(int number) {
    return usual.generation(number);
  }

  @Override
  public Issued grant(Principal principal, KeyGeneration key, List<IssuedKey> others) {
    before.run();
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
  public void revoke(Principal principal, List<IssuedKey> keys, List<Credential> handedOut) {
    of(principal).revoke(principal, keys, handedOut);
  }

  @Override
  public boolean isEffective(Principal principal, Credential credential) {
    return of(principal).isEffective(principal, credential);
  }

  @Override
  public Credential derive(Principal principal, KeyGeneration key) {
    return of(principal).derive(principal, key);
  }

  @Override
  public Optional<String> replaced(Principal principal, IssuedKey key) {
    return of(principal).replaced(principal, key);
  }

  @Override
  public Optional<String> disabled(Principal principal, IssuedKey key) {
    return of(principal).disabled(principal, key);
  }

  @Override
  public boolean isLive(Principal principal, IssuedKey key) {
    return of(principal).isLive(principal, key);
  }

  @Override
  public boolean derivesKeys() {
    return usual.derivesKeys();
  }
}
