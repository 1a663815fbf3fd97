package io.windlass.store.s3.access;

import io.windlass.access.Principal;
import io.windlass.error.DriverException;
import io.windlass.store.Capabilities;

/**
 * Writes the inline policies of one server's IAM, and refuses what these cannot say.
 *
 * @param holder who has such a policy, with an article
 * @param longest most characters of all inline policies of a holder, white space not counted
 */
record IamPolicies(IamDialect dialect, Capabilities capabilities, String holder, int longest) {
  /** "IAM and AWS STS quotas". */
  private static final int LONGEST_OF_A_USER = 2048;

  private static final int LONGEST_OF_A_ROLE = 10_240;

  static IamPolicies ofUsers(IamDialect dialect, Capabilities capabilities) {
    return new IamPolicies(dialect, capabilities, "a user", LONGEST_OF_A_USER);
  }

  static IamPolicies ofRoles(IamDialect dialect, Capabilities capabilities) {
    return new IamPolicies(dialect, capabilities, "a role", LONGEST_OF_A_ROLE);
  }

  /** Throws if there is no policy that permits exactly what a principal asks for. */
  void check(Principal principal) {
    S3Rules.check(principal, capabilities);
    principal.buckets().stream()
        .flatMap(grant -> grant.extraActions().stream())
        .forEach(this::checkAction);
    requireShort(principal, S3Policy.of(principal, dialect.withKeys(BucketKeys.none())));
  }

  private void requireShort(Principal principal, String policy) {
    int length = policy.length();
    if (length > longest) {
      throw new DriverException.OutOfRange(
          ("access to %d buckets makes a policy of %d characters, and IAM takes %d of %s: ask"
                  + " for fewer on one access")
              .formatted(principal.buckets().size(), length, longest, holder));
    }
  }

  private void checkAction(String action) {
    if (dialect.name(action).isEmpty() && !S3Actions.ALWAYS.contains(action)) {
      throw new DriverException.InvalidArgument(
          "action '%s' cannot be added: this server's policies have none of that name"
              .formatted(action));
    }
  }

  /**
   * Returns the policy to grant to a principal that was checked.
   *
   * @throws DriverException.OutOfRange if keys of its buckets make it too long
   */
  String granted(Principal principal) {
    String policy = of(principal);
    requireShort(principal, policy);
    return policy;
  }

  /** Returns the policy of a principal that was checked. */
  String of(Principal principal) {
    return S3Policy.of(principal, dialect);
  }
}
