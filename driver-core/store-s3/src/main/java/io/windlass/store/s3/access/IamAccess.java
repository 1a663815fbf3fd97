package io.windlass.store.s3.access;

import io.windlass.access.AccessAdmin;
import io.windlass.access.Credential;
import io.windlass.access.Issued;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.KeyHandle;
import io.windlass.access.Principal;
import io.windlass.error.DriverException;
import io.windlass.store.Capabilities;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Key;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.iam.model.AccessKey;
import software.amazon.awssdk.services.iam.model.AccessKeyMetadata;
import software.amazon.awssdk.services.iam.model.StatusType;

/**
 * Access by the IAM API of AWS, which other servers have as well: a user for each account, with one
 * inline policy, and its access keys. The server chooses keys and shows a secret once.
 *
 * <p>IAM is eventually consistent: "changes that you make might not be visible immediately" (IAM
 * User Guide, "Troubleshoot IAM"). So {@link #isEffective} and {@link #revoke} ask with the key
 * itself.
 */
public final class IamAccess implements AccessAdmin {
  /** How long access may be refused on a server whose changes spread in seconds. */
  public static final Duration EFFECTIVE_AFTER = Duration.ofSeconds(30);

  /**
   * How long a new key may be refused on AWS, which promises nothing: as long as Terraform waits.
   *
   * @see <a href="https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot.html">Troubleshoot
   *     IAM, "Changes that I make are not always immediately visible"</a>
   */
  public static final Duration EFFECTIVE_ON_AWS_AFTER = Duration.ofMinutes(2);

  /**
   * How long other parts of AWS may still answer as before a change, after a first one has answered
   * as after it: 3 to 4 seconds were seen.
   */
  public static final Duration SETTLES_ON_AWS_OVER = Duration.ofSeconds(5);

  /** Trials of a key, one after another, which meet more than one part of a server. */
  private static final int TRIALS = 3;

  private final IamUsers users;
  private final IamDialect dialect;
  private final IamPolicies policies;
  private final S3KeyTrial trial;

  /**
   * Creates the administration of one server's users.
   *
   * @param dialect how the server's policies are written
   * @param clients the clients of the same server's buckets, of which keys are tried
   */
  public IamAccess(
      IamUsers users, IamDialect dialect, Capabilities capabilities, S3Clients clients) {
    this.users = users;
    this.dialect = dialect;
    this.policies = IamPolicies.ofUsers(dialect, capabilities);
    this.trial = new S3KeyTrial(clients, users.errors(), TRIALS);
  }

  @Override
  public void check(Principal principal) {
    policies.check(principal);
  }

  /** Nothing follows from it. */
  @Override
  public KeyGeneration generation(int number) {
    return new KeyGeneration(number, "");
  }

  /**
   * Makes the user, then its policy, and its key last: at no moment can the key do more than it
   * should. A key of which no record tells was given to nobody, and goes first.
   */
  @Override
  public Issued grant(Principal principal, KeyGeneration key, List<IssuedKey> others) {
    check(principal);
    String policy = policies.granted(principal);
    String user = IamUsers.name(principal.account());
    users.make(user, principal.account(), dialect.keepsPaths());
    try {
      users.putPolicy(user, policy);
      sweep(user, handles(others));
      AccessKey made = makeKey(user, principal.account());
      return new Issued(
          IamUsers.key(made).credential(principal.expiry()), new KeyHandle(made.accessKeyId()));
    } catch (DriverException.NotFound e) {
      throw new DriverException.Unavailable(
          users
              .errors()
              .says(
                  "grant access to",
                  principal.account(),
                  "its user is made, and the server does not know it yet: call again"),
          e);
    }
  }

  private AccessKey makeKey(String user, String account) {
    try {
      return users.makeKey(user);
    } catch (DriverException.QuotaExceeded e) {
      throw new DriverException.QuotaExceeded(
          users
              .errors()
              .says(
                  "make a key of",
                  account,
                  "IAM has room for two keys of a user: end the rotation that was begun, then"
                      + " rotate again"),
          e);
    }
  }

  private static Set<String> handles(List<IssuedKey> keys) {
    return keys.stream()
        .flatMap(key -> key.handle().stream())
        .map(KeyHandle::text)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Deletes the keys that are not among those that are recorded. */
  private void sweep(String user, Set<String> recorded) {
    for (AccessKeyMetadata key : users.keys(user)) {
      if (!recorded.contains(key.accessKeyId())) {
        users.deleteKey(user, key.accessKeyId());
      }
    }
  }

  /** A list may leave out what was made a moment ago, so the key is deleted by its name. */
  @Override
  public void retire(Principal principal, IssuedKey old, List<IssuedKey> others) {
    String user = IamUsers.name(principal.account());
    Set<String> ended = handles(List.of(old));
    Set<String> recorded = handles(others);
    recorded.removeAll(ended);
    ended.forEach(id -> users.deleteKey(user, id));
    sweep(user, recorded);
  }

  @Override
  public void revoke(Principal principal, List<IssuedKey> keys) {
    revoke(principal, keys, List.of());
  }

  /**
   * Deactivates the keys and takes the policy away, tries the keys, and deletes keys and user when
   * they are refused: a call that was cut off is repeated as a whole. The keys are those that are
   * recorded or listed: a list may leave out what was made a moment ago.
   */
  @Override
  public void revoke(Principal principal, List<IssuedKey> keys, List<Credential> handedOut) {
    String user = IamUsers.name(principal.account());
    if (dialect.keepsPaths() && users.isOfOthers(user)) {
      return; // a grant was refused because of it
    }
    Set<String> ids = handles(keys);
    Set<String> inactive = new TreeSet<>();
    for (AccessKeyMetadata key : users.keys(user)) {
      ids.add(key.accessKeyId());
      if (key.status() == StatusType.INACTIVE) {
        inactive.add(key.accessKeyId());
      }
    }
    ids.stream().filter(id -> !inactive.contains(id)).forEach(id -> users.deactivateKey(user, id));
    users.deletePolicy(user);
    trial.requireRefused(handedOut, principal, ". Changes of IAM take some seconds");
    ids.forEach(id -> users.deleteKey(user, id));
    delete(user, principal.account());
  }

  /** A list may leave out what was made a moment ago. */
  private void delete(String user, String account) {
    try {
      users.delete(user);
    } catch (DriverException.FailedPrecondition e) {
      if (users.keys(user).isEmpty()) {
        throw e;
      }
      throw new DriverException.Aborted(
          users
              .errors()
              .says("revoke access of", account, "another key has turned up: call again"));
    }
  }

  @Override
  public boolean isEffective(Principal principal, Credential credential) {
    return trial.isAcceptedEverywhere(S3Key.of(credential), principal);
  }

  @Override
  public Credential derive(Principal principal, KeyGeneration key) {
    throw new IllegalStateException("a key of IAM is shown once");
  }

  @Override
  public Optional<String> disabled(Principal principal, IssuedKey key) {
    String user = IamUsers.name(principal.account());
    Set<String> handles = handles(List.of(key));
    return users.keys(user).stream()
        .filter(each -> each.status() == StatusType.INACTIVE)
        .filter(each -> handles.contains(each.accessKeyId()))
        .findAny()
        .map(each ->
            ("its access key %2$s is inactive: who may change the keys of user %1$s can activate it (aws iam"
                    + " update-access-key --user-name %1$s --access-key-id %2$s --status Active)")
                .formatted(user, each.accessKeyId()));
  }

  /** Returns whether the key is active, and the policy is as {@link #grant} leaves it. */
  @Override
  public boolean isLive(Principal principal, IssuedKey key) {
    String user = IamUsers.name(principal.account());
    Set<String> handles = handles(List.of(key));
    Optional<String> policy = users.findPolicy(user);
    return policy.filter(found -> S3Policy.same(found, policies.of(principal))).isPresent()
        && users.keys(user).stream()
            .anyMatch(
                each -> each.status() == StatusType.ACTIVE && handles.contains(each.accessKeyId()));
  }

  @Override
  public boolean derivesKeys() {
    return false;
  }
}
