package io.windlass.access;

import io.windlass.error.DriverException;
import java.util.List;

/**
 * Access administration for servers where the driver cannot make users: it refuses every request.
 *
 * @param reason the message of the refusal, with what to change
 */
public record NoAccess(String reason) implements AccessAdmin {
  private DriverException.InvalidArgument refusal() {
    return new DriverException.InvalidArgument(reason);
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
