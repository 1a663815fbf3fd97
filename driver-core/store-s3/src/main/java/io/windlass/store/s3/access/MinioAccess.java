package io.windlass.store.s3.access;

import io.windlass.access.AccessAdmin;
import io.windlass.access.Credential;
import io.windlass.access.Issued;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.KeyHandle;
import io.windlass.access.Principal;
import io.windlass.error.DriverException;
import io.windlass.operation.Both;
import io.windlass.store.Capabilities;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Key;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Access administration of MinIO. Each account has one policy, and one user for each generation of
 * its key, to which the policy is attached. Names and secrets are computed from the generation, so
 * that repeating a call does the same, and no handle is needed.
 */
public final class MinioAccess implements AccessAdmin {
  private static final int LONGEST_POLICY = 20 << 10;

  private final MinioCalls calls;
  private final Capabilities capabilities;
  private final DerivedKeys keys;
  private final S3KeyTrial trial;

  /**
   * Creates the administration of one server's users.
   *
   * @param clients the clients of the same server's buckets, of which keys are tried
   */
  public MinioAccess(
      MinioCalls calls, Capabilities capabilities, DerivedKeys keys, S3Clients clients) {
    this.calls = calls;
    this.capabilities = capabilities;
    this.keys = keys;
    this.trial = new S3KeyTrial(clients, calls.errors(), 1);
  }

  @Override
  public void check(Principal principal) {
    S3Rules.check(principal, capabilities);
    int length = policy(principal).getBytes(StandardCharsets.UTF_8).length;
    if (length > LONGEST_POLICY) {
      throw new DriverException.OutOfRange(
          ("access to %d buckets makes a policy of %d bytes, and MinIO takes %d: ask for"
                  + " fewer on one access")
              .formatted(principal.buckets().size(), length, LONGEST_POLICY));
    }
  }

  @Override
  public KeyGeneration generation(int number) {
    return keys.generation(number);
  }

  /**
   * Makes the policy and the user, who has no permission yet, and then attaches the policy to the
   * user: at no moment can the key do more than it should.
   */
  @Override
  public Issued grant(Principal principal, KeyGeneration key, List<IssuedKey> others) {
    check(principal);
    S3Key made = key(principal, key);
    String policy = policyName(principal.account());
    MinioAdmin admin = MinioAdmin.begin(calls);
    Both.run(
        () -> admin.putPolicy(policy, policy(principal)),
        () -> admin.putUser(made.accessKeyId(), made.secretAccessKey()));
    try {
      admin.attach(policy, made.accessKeyId());
    } catch (DriverException.NotFound e) {
      throw new DriverException.Unavailable(
          calls
              .errors()
              .says(
                  "grant access to",
                  principal.account(),
                  "its user is made, and the server does not know it yet: call again"),
          e);
    }
    return new Issued(made.credential(principal.expiry()), new KeyHandle(made.accessKeyId()));
  }

  @Override
  public void retire(Principal principal, IssuedKey old, List<IssuedKey> others) {
    MinioAdmin.begin(calls).removeUser(user(principal, old));
  }

  @Override
  public void revoke(Principal principal, List<IssuedKey> keys) {
    revoke(principal, keys, List.of());
  }

  /**
   * Removes the users first: with each user its key stops working, at once on the process that is
   * asked. Of several processes, the others are told, and one that was not goes on accepting it.
   */
  @Override
  public void revoke(Principal principal, List<IssuedKey> keys, List<Credential> handedOut) {
    MinioAdmin admin = MinioAdmin.begin(calls);
    for (IssuedKey key : keys) {
      admin.removeUser(user(principal, key));
    }
    trial.requireRefused(handedOut, principal, "");
    admin.removePolicy(policyName(principal.account()));
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
          calls.errors().says("derive key of", principal.account(), String.valueOf(e.getMessage())),
          e);
    }
  }

  /**
   * Returns whether user and policy are as {@link #grant} leaves them: nothing missing, nothing
   * changed by hand.
   */
  @Override
  public boolean isLive(Principal principal, IssuedKey key) {
    MinioAdmin admin = MinioAdmin.begin(calls);
    String policy = policyName(principal.account());
    var seen = Both.of(() -> admin.findUser(user(principal, key)), () -> admin.findPolicy(policy));
    return seen.one().filter(user -> isWhole(user, policy)).isPresent()
        && seen.other().filter(found -> S3Policy.same(found, policy(principal))).isPresent();
  }

  @Override
  public Optional<String> disabled(Principal principal, IssuedKey key) {
    String user = user(principal, key);
    return MinioAdmin.begin(calls)
        .findUser(user)
        .filter(found -> !found.enabled())
        .map(_ ->
            "its user %1$s is disabled: an administrator of MinIO can enable it (mc admin user enable ALIAS %1$s)"
                .formatted(user));
  }

  private static boolean isWhole(MinioAdmin.User user, String policy) {
    return user.enabled() && user.policies().equals(Set.of(policy));
  }

  @Override
  public boolean derivesKeys() {
    return true;
  }

  private static String user(Principal principal, IssuedKey key) {
    return DerivedKeys.accessKeyId(principal.account(), key.generation());
  }

  private static String policy(Principal principal) {
    return S3Policy.of(principal, IamDialect.minio());
  }

  static String policyName(String account) {
    return "windlass-" + account;
  }
}
