package io.windlass.store.s3.access;

import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.hash.Sha256;
import io.windlass.secret.Secret;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Key;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.iam.model.AccessKey;
import software.amazon.awssdk.services.iam.model.AccessKeyMetadata;
import software.amazon.awssdk.services.iam.model.StatusType;
import software.amazon.awssdk.services.iam.model.Tag;

/**
 * The calls of the IAM API that make and delete users with a policy and keys. A second call of each
 * does nothing more.
 *
 * <p>All users have the path {@value #PATH} and the tag {@value #TAG}, so that whoever audits an
 * account finds them: {@code aws iam list-users --path-prefix /windlass/}.
 */
public final class IamUsers {
  static final String PATH = "/windlass/";
  static final String TAG = "windlass-account";

  /** Name of the only policy of a user. */
  private static final String POLICY = "windlass";

  private static final String PREFIX = "windlass-";

  /** "IAM object quotas": most characters of a user's name. */
  private static final int LONGEST_NAME = 64;

  private static final int HASH_DIGITS = 24;

  private final IamClient iam;
  private final S3Clients clients;
  private final StoreErrors errors;
  private final IamErrors named;
  private final Optional<String> boundary;

  /**
   * Creates the calls.
   *
   * @param clients clients of the same server's buckets, which know what time is left
   * @param boundary ARN of the permissions boundary that new users get; empty: none
   */
  public IamUsers(IamClient iam, S3Clients clients, StoreErrors errors, Optional<String> boundary) {
    this.iam = iam;
    this.clients = clients;
    this.errors = errors;
    this.boundary = boundary;
    this.named = new IamErrors(errors, "iam:GetUser", user -> path(user).isPresent());
  }

  StoreErrors errors() {
    return errors;
  }

  /** Returns the name of an account's user. One that would be too long ends in a hash. */
  static String name(String account) {
    String name = PREFIX + account;
    return name.length() <= LONGEST_NAME
        ? name
        : name.substring(0, LONGEST_NAME - HASH_DIGITS - 1)
            + "-"
            + Sha256.hex(account, HASH_DIGITS);
  }

  private AwsRequestOverrideConfiguration inTime() {
    return clients.allowUsual();
  }

  /**
   * Makes a user without permissions.
   *
   * @param keepsPaths whether the server can say that it was the driver who made one that is there
   * @throws DriverException.FailedPrecondition when somebody else made it
   */
  void make(String user, String account, boolean keepsPaths) {
    try {
      errors.run(
          "make user",
          user,
          () ->
              iam.createUser(create ->
                  create
                      .overrideConfiguration(inTime())
                      .userName(user)
                      .path(PATH)
                      .permissionsBoundary(boundary.orElse(null))
                      .tags(Tag.builder().key(TAG).value(account).build())));
    } catch (DriverException.AlreadyExists e) {
      // An earlier call made it, or it is not the driver's to change.
      if (keepsPaths && isOfOthers(user)) {
        throw new DriverException.FailedPrecondition(
            errors.says(
                "make user",
                user,
                "there is one that the driver did not make, outside of the path " + PATH));
      }
    }
  }

  /** Returns whether there is a user that the driver did not make, as its path says. */
  boolean isOfOthers(String user) {
    return path(user).filter(path -> !PATH.equals(path)).isPresent();
  }

  private Optional<String> path(String user) {
    try {
      return Optional.of(
          errors.call(
              "look at user",
              user,
              () ->
                  iam.getUser(get -> get.overrideConfiguration(inTime()).userName(user))
                      .user()
                      .path()));
    } catch (DriverException.NotFound e) {
      return Optional.empty();
    }
  }

  void putPolicy(String user, String policy) {
    named.run(
        "set the policy of",
        user,
        () ->
            iam.putUserPolicy(put ->
                put.overrideConfiguration(inTime())
                    .userName(user)
                    .policyName(POLICY)
                    .policyDocument(policy)));
  }

  /** Returns the policy of a user; empty if there is none, or no such user. */
  Optional<String> findPolicy(String user) {
    return named.find(
        "get the policy of",
        user,
        () ->
            S3Policy.decoded(
                iam.getUserPolicy(get ->
                        get.overrideConfiguration(inTime()).userName(user).policyName(POLICY))
                    .policyDocument()));
  }

  void deletePolicy(String user) {
    named.unlessGone(
        "delete the policy of",
        user,
        () ->
            iam.deleteUserPolicy(delete ->
                delete.overrideConfiguration(inTime()).userName(user).policyName(POLICY)));
  }

  /** Returns the keys of a user; none if there is no such user. */
  List<AccessKeyMetadata> keys(String user) {
    return named
        .find(
            "list the keys of",
            user,
            () ->
                iam
                    .listAccessKeysPaginator(
                        list -> list.overrideConfiguration(inTime()).userName(user))
                    .stream()
                    .flatMap(page -> page.accessKeyMetadata().stream())
                    .toList())
        .orElse(List.of());
  }

  /**
   * Makes a key.
   *
   * @throws DriverException.QuotaExceeded when the user has as many as the server allows
   */
  AccessKey makeKey(String user) {
    return named
        .call(
            "make a key of",
            user,
            () ->
                iam.createAccessKey(
                    create -> create.overrideConfiguration(inTime()).userName(user)))
        .accessKey();
  }

  static S3Key key(AccessKey made) {
    return new S3Key(made.accessKeyId(), Secret.of(made.secretAccessKey()));
  }

  void deactivateKey(String user, String accessKeyId) {
    named.unlessGone(
        "deactivate a key of",
        user,
        () ->
            iam.updateAccessKey(update ->
                update
                    .overrideConfiguration(inTime())
                    .userName(user)
                    .accessKeyId(accessKeyId)
                    .status(StatusType.INACTIVE)));
  }

  void deleteKey(String user, String accessKeyId) {
    named.unlessGone(
        "delete a key of",
        user,
        () ->
            iam.deleteAccessKey(delete ->
                delete.overrideConfiguration(inTime()).userName(user).accessKeyId(accessKeyId)));
  }

  /**
   * Deletes a user whose keys and policy are deleted.
   *
   * @throws DriverException.FailedPrecondition when others have added something to it
   */
  void delete(String user) {
    named.unlessGone(
        "delete user",
        user,
        () -> iam.deleteUser(delete -> delete.overrideConfiguration(inTime()).userName(user)));
  }
}
