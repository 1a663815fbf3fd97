package io.windlass.provision.iam;

import io.windlass.access.AccessAdmin;
import io.windlass.access.Issued;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import io.windlass.error.DriverException;
import io.windlass.store.s3.client.S3Key;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A fake of AWS IAM that is as strict as the original: two keys a user (IAM and AWS STS quotas:
 * "access keys assigned to an IAM user"), a user with keys or a policy is not removed, nothing is
 * found that is not there, and a secret is shown once. Whether a key works is for the embedded
 * server to say, of which each is a key.
 */
final class FakeIam implements Iam {
  private static final int KEYS_OF_A_USER = 2;

  private final AccessAdmin enforced;
  private final Map<String, User> users = new TreeMap<>();
  private int keysMade;

  /**
   * @param enforced of the server on which keys work or not
   */
  FakeIam(AccessAdmin enforced) {
    this.enforced = enforced;
  }

  private static final class User {
    private final Map<String, IssuedKey> keys = new LinkedHashMap<>();
    private Optional<Principal> policy = Optional.empty();
  }

  /** All users there are. */
  synchronized Set<String> users() {
    return Set.copyOf(users.keySet());
  }

  @Override
  public synchronized void createUser(String user) {
    if (users.putIfAbsent(user, new User()) != null) {
      throw new DriverException.AlreadyExists("EntityAlreadyExists: user " + user, null);
    }
  }

  @Override
  public synchronized void putUserPolicy(String user, Principal policy) {
    User found = require(user);
    found.policy = Optional.of(policy);
    found.keys.values().forEach(key -> enforced.grant(policy, key.generation(), List.of()));
  }

  @Override
  public synchronized Optional<Principal> getUserPolicy(String user) {
    return require(user).policy;
  }

  /**
   * Changes nothing on the embedded server. What that still permits does not matter to tests: keys
   * are removed before policies.
   */
  @Override
  public synchronized void deleteUserPolicy(String user) {
    User found = require(user);
    if (found.policy.isEmpty()) {
      throw noSuchEntity("policy of " + user);
    }
    found.policy = Optional.empty();
  }

  @Override
  public synchronized S3Key createAccessKey(String user) {
    User found = require(user);
    if (found.keys.size() >= KEYS_OF_A_USER) {
      throw new DriverException.QuotaExceeded(
          "LimitExceeded: user %s has %d keys".formatted(user, KEYS_OF_A_USER), null);
    }
    Principal policy =
        found.policy.orElseThrow(() -> new AssertionError("a key before there is a policy"));
    KeyGeneration generation = enforced.generation(++keysMade);
    Issued issued = enforced.grant(policy, generation, List.of());
    S3Key credential = S3Key.of(issued.credential());
    found.keys.put(credential.accessKeyId(), IssuedKey.of(generation, issued));
    return credential;
  }

  @Override
  public synchronized List<String> listAccessKeys(String user) {
    return new ArrayList<>(require(user).keys.keySet());
  }

  @Override
  public synchronized void deleteAccessKey(String user, String id) {
    User found = require(user);
    IssuedKey key = found.keys.remove(id);
    if (key == null) {
      throw noSuchEntity("key " + id);
    }
    Principal policy =
        found.policy.orElseThrow(() -> new AssertionError("the policy goes after the keys"));
    enforced.retire(policy, key, List.of());
  }

  @Override
  public synchronized void deleteUser(String user) {
    User found = require(user);
    if (!found.keys.isEmpty() || found.policy.isPresent()) {
      throw new DriverException.FailedPrecondition(
          "DeleteConflict: user %s has keys or a policy".formatted(user));
    }
    users.remove(user);
  }

  private User require(String user) {
    User found = users.get(user);
    if (found == null) {
      throw noSuchEntity("user " + user);
    }
    return found;
  }

  private static DriverException.NotFound noSuchEntity(String what) {
    return new DriverException.NotFound("NoSuchEntity: " + what, null);
  }
}
