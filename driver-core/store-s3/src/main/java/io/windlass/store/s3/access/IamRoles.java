package io.windlass.store.s3.access;

import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.store.s3.client.S3Clients;
import java.util.Optional;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.iam.model.Role;
import software.amazon.awssdk.services.iam.model.Tag;

/**
 * The calls of the IAM API that make and delete roles with a policy. A second call of each does
 * nothing more. Roles have the path and the tag that {@link IamUsers} has: {@code aws iam
 * list-roles --path-prefix /windlass/} lists them.
 */
public final class IamRoles {
  /** Name of the only policy of a role. */
  private static final String POLICY = "windlass";

  private final IamClient iam;
  private final S3Clients clients;
  private final StoreErrors errors;
  private final IamErrors named;
  private final Optional<String> boundary;

  /**
   * Creates the calls.
   *
   * @param clients clients of the same server's buckets, which know what time is left
   * @param boundary ARN of the permissions boundary that new roles get; empty: none
   */
  public IamRoles(IamClient iam, S3Clients clients, StoreErrors errors, Optional<String> boundary) {
    this.iam = iam;
    this.clients = clients;
    this.errors = errors;
    this.boundary = boundary;
    this.named = new IamErrors(errors, "iam:GetRole", role -> find(role).isPresent());
  }

  /**
   * A role that is there.
   *
   * @param trust who may assume it, as a policy
   * @param account whose the driver made it; empty: somebody else made it
   */
  record Known(String arn, String trust, Optional<String> account) {
    private static Known of(Role role) {
      Optional<String> account =
          IamUsers.PATH.equals(role.path())
              ? role.tags().stream()
                  .filter(tag -> tag.key().equals(IamUsers.TAG))
                  .map(Tag::value)
                  .findAny()
              : Optional.empty();
      return new Known(role.arn(), S3Policy.decoded(role.assumeRolePolicyDocument()), account);
    }

    boolean isOf(String driversAccount) {
      return account.filter(driversAccount::equals).isPresent();
    }
  }

  StoreErrors errors() {
    return errors;
  }

  private AwsRequestOverrideConfiguration inTime() {
    return clients.allowUsual();
  }

  /**
   * Makes a role without permissions, and returns its ARN.
   *
   * @param trust who may assume it, as a policy
   * @throws DriverException.AlreadyExists when there is a role of that name
   */
  String make(String role, String account, String trust) {
    return errors.call(
        "make role",
        role,
        () ->
            iam.createRole(create ->
                    create
                        .overrideConfiguration(inTime())
                        .roleName(role)
                        .path(IamUsers.PATH)
                        .permissionsBoundary(boundary.orElse(null))
                        .assumeRolePolicyDocument(trust)
                        .tags(Tag.builder().key(IamUsers.TAG).value(account).build()))
                .role()
                .arn());
  }

  /** Returns the role of a name, whoever made it. */
  Optional<Known> find(String role) {
    try {
      return Optional.of(
          errors.call(
              "look at role",
              role,
              () ->
                  Known.of(
                      iam.getRole(get -> get.overrideConfiguration(inTime()).roleName(role))
                          .role())));
    } catch (DriverException.NotFound e) {
      return Optional.empty();
    }
  }

  void putPolicy(String role, String policy) {
    named.run(
        "set the policy of",
        role,
        () ->
            iam.putRolePolicy(put ->
                put.overrideConfiguration(inTime())
                    .roleName(role)
                    .policyName(POLICY)
                    .policyDocument(policy)));
  }

  /** Returns the policy of a role; empty if there is none, or no such role. */
  Optional<String> findPolicy(String role) {
    return named.find(
        "get the policy of",
        role,
        () ->
            S3Policy.decoded(
                iam.getRolePolicy(get ->
                        get.overrideConfiguration(inTime()).roleName(role).policyName(POLICY))
                    .policyDocument()));
  }

  /**
   * Deletes a role with its policy; the policy first, which ends what sessions of it may do.
   *
   * @throws DriverException.FailedPrecondition when others have added something to it
   */
  void delete(String role) {
    named.unlessGone(
        "delete the policy of",
        role,
        () ->
            iam.deleteRolePolicy(delete ->
                delete.overrideConfiguration(inTime()).roleName(role).policyName(POLICY)));
    named.unlessGone(
        "delete role",
        role,
        () -> iam.deleteRole(delete -> delete.overrideConfiguration(inTime()).roleName(role)));
  }
}
