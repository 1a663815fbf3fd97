package io.windlass.provision.iam;

import java.util.Map;
import java.util.Optional;

/**
 * A role of {@link FakeIam}.
 *
 * @param id which no other role ever has, also of the same name ("IAM identifiers")
 * @param trust who may assume it, as a policy
 * @param hasAttached whether an administrator has attached a policy
 */
public record IamRole(
    String name,
    String path,
    String id,
    String trust,
    Map<String, String> tags,
    Optional<InlinePolicy> policy,
    boolean hasAttached) {

  /** Returns its ARN. */
  public String arn() {
    return "arn:aws:iam::%s:role%s%s".formatted(FakeRoles.ACCOUNT, path, name);
  }

  IamRole withPolicy(Optional<InlinePolicy> other) {
    return new IamRole(name, path, id, trust, tags, other, hasAttached);
  }

  IamRole withAttached() {
    return new IamRole(name, path, id, trust, tags, policy, true);
  }
}
