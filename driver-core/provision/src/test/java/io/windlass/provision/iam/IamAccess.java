package io.windlass.provision.iam;

import io.windlass.access.AccessAdmin;
import io.windlass.access.Credential;
import io.windlass.access.Issued;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.KeyHandle;
import io.windlass.access.Principal;
import io.windlass.error.DriverException;
import io.windlass.store.s3.client.S3Key;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Access as a backend with {@link Iam} has it: a user for each account, its keys numbered there.
 */
final class IamAccess implements AccessAdmin {
  private final Iam iam;
  private final Consumer<Principal> rules;

  /**
   * @param rules throws for what cannot be enforced
   */
  IamAccess(Iam iam, Consumer<Principal> rules) {
    this.iam = iam;
    this.rules = rules;
  }

  @Override
  public void check(Principal principal) {
    rules.accept(principal);
  }

  @Override
  public KeyGeneration generation(int number) {
    return new KeyGeneration(number, "");
  }

  /** Unknown keys first: with them there may be no room for another. */
  @Override
  public Issued grant(Principal principal, KeyGeneration key, List<IssuedKey> others) {
    check(principal);
    String user = principal.account();
    try {
      iam.createUser(user);
    } catch (DriverException.AlreadyExists e) {
      // as it should be
    }
    iam.putUserPolicy(user, principal);
    deleteAllBut(user, others);
    S3Key made = iam.createAccessKey(user);
    return new Issued(made.credential(), new KeyHandle(made.accessKeyId()));
  }

  @Override
  public void retire(Principal principal, IssuedKey old, List<IssuedKey> others) {
    String user = principal.account();
    if (old.handle().isPresent()) {
      unlessGone(() -> iam.deleteAccessKey(user, old.handle().get().text()));
    } else {
      unlessGone(() -> deleteAllBut(user, others));
    }
  }

  private void deleteAllBut(String user, List<IssuedKey> known) {
    Set<String> kept =
        known.stream()
            .flatMap(key -> key.handle().stream())
            .map(KeyHandle::text)
            .collect(Collectors.toSet());
    for (String id : iam.listAccessKeys(user)) {
      if (!kept.contains(id)) {
        unlessGone(() -> iam.deleteAccessKey(user, id));
      }
    }
  }

  /** The keys first: with them access ends. */
  @Override
  public void revoke(Principal principal, List<IssuedKey> keys) {
    String user = principal.account();
    unlessGone(() -> deleteAllBut(user, List.of()));
    unlessGone(() -> iam.deleteUserPolicy(user));
    unlessGone(() -> iam.deleteUser(user));
  }

  private static void unlessGone(Runnable call) {
    try {
      call.run();
    } catch (DriverException.NotFound e) {
      // gone already
    }
  }

  @Override
  public Credential derive(Principal principal, KeyGeneration key) {
    throw new AssertionError("a secret is told once");
  }

  @Override
  public boolean isLive(Principal principal, IssuedKey key) {
    String user = principal.account();
    try {
      return iam.getUserPolicy(user).equals(Optional.of(principal))
          && key.handle()
              .filter(handle -> iam.listAccessKeys(user).contains(handle.text()))
              .isPresent();
    } catch (DriverException.NotFound e) {
      return false;
    }
  }

  @Override
  public boolean derivesKeys() {
    return false;
  }
}
