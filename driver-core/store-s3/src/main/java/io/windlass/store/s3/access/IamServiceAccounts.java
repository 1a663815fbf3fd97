package io.windlass.store.s3.access;

import io.windlass.access.AccessAdmin;
import io.windlass.access.Credential;
import io.windlass.access.Issued;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.KeyHandle;
import io.windlass.access.Principal;
import io.windlass.access.ServiceAccount;
import io.windlass.error.DriverException;
import io.windlass.store.Capabilities;
import io.windlass.store.s3.client.S3Protocol;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Access of service accounts by roles of IAM ("IAM roles for service accounts"): a role for each
 * access, which the tokens of one service account open, and which has one inline policy. Nothing is
 * secret.
 *
 * <p>What a session of a role may do is asked of its policies at each request ("Disable permissions
 * for temporary security credentials"). So the sessions that are left end with the policy.
 */
public final class IamServiceAccounts implements AccessAdmin {
  /** "IAM and AWS STS quotas", without what parameters do not take. */
  private static final Pattern NAME = Pattern.compile("[\\w.@-]{1,64}");

  private final IamRoles roles;
  private final IamPolicies policies;
  private final Optional<OidcProvider> cluster;

  /**
   * Creates the administration of one server's roles.
   *
   * @param cluster the provider by which the server believes the cluster's tokens; empty: it does
   *     not
   */
  public IamServiceAccounts(
      IamRoles roles,
      IamDialect dialect,
      Capabilities capabilities,
      Optional<OidcProvider> cluster) {
    this.roles = roles;
    this.policies = IamPolicies.ofRoles(dialect, capabilities);
    this.cluster = cluster;
  }

  @Override
  public void check(Principal principal) {
    if (cluster.isEmpty()) {
      throw new DriverException.InvalidArgument(
          "backend %s grants no access to service accounts: set its OIDC_PROVIDER, or use KEY"
              .formatted(roles.errors().backend()));
    }
    serviceAccount(principal)
        .identity()
        .filter(name -> !NAME.matcher(name).matches())
        .ifPresent(_ -> {
          throw new DriverException.InvalidArgument(
              "parameter serviceAccountIdentity must be the name that the role is to have: 1 to 64"
                  + " letters, digits and _.@-");
        });
    policies.check(principal);
  }

  private static ServiceAccount serviceAccount(Principal principal) {
    return principal.serviceAccount().orElseThrow();
  }

  /** Returns the name of the principal's role: the one that was asked for, or its account's. */
  private static String role(Principal principal) {
    return serviceAccount(principal).identity().orElseGet(() -> IamUsers.name(principal.account()));
  }

  private OidcProvider cluster() {
    return cluster.orElseThrow(() ->
        new DriverException.FailedPrecondition(
            "backend %s lacks its OIDC_PROVIDER: set it as it was when access was granted"
                .formatted(roles.errors().backend())));
  }

  private String arn(String role) {
    return cluster().role(IamUsers.PATH, role);
  }

  private String trust(Principal principal) {
    return TrustPolicy.of(cluster(), serviceAccount(principal));
  }

  /** Returns a placeholder, because this access has no keys. */
  @Override
  public KeyGeneration generation(int number) {
    return new KeyGeneration(number, "");
  }

  /**
   * Makes the role, which only the right service account can assume, and then its policy: at no
   * moment can anybody do more than they should.
   */
  @Override
  public Issued grant(Principal principal, KeyGeneration key, List<IssuedKey> others) {
    check(principal);
    String policy = policies.granted(principal);
    String role = role(principal);
    requireNamespace(principal);
    String made = make(role, principal);
    if (!made.equals(arn(role))) {
      throw new DriverException.FailedPrecondition(
          says(
              principal,
              "the driver makes the role %s, in another account than that of OIDC_PROVIDER"
                  .formatted(made)));
    }
    try {
      roles.putPolicy(role, policy);
    } catch (DriverException.NotFound e) {
      throw new DriverException.Unavailable(
          says(principal, "its role is made, and the server does not know it yet: call again"), e);
    }
    return new Issued(derive(principal, key), new KeyHandle(made));
  }

  /**
   * Checks that the class names a role that no class for another namespace can name. Roles that
   * earlier versions made for the access may have any name.
   */
  private void requireNamespace(Principal principal) {
    String namespace = serviceAccount(principal).namespace();
    serviceAccount(principal)
        .identity()
        .filter(name -> !name.startsWith(namespace + "."))
        .filter(name -> roles.find(name).filter(there -> there.isOf(principal.account())).isEmpty())
        .ifPresent(_ -> {
          throw new DriverException.InvalidArgument(
              ("parameter serviceAccountIdentity: the name of the role must begin with the"
                      + " namespace of the class and a dot, like %s.app, so that no class for another"
                      + " namespace can take it")
                  .formatted(namespace));
        });
  }

  private String says(Principal principal, String what) {
    return roles.errors().says("grant access to", principal.account(), what);
  }

  /**
   * Returns the ARN of the principal's role, which an earlier call may have made. One that others
   * may assume is made anew: its sessions would have the new permissions.
   */
  private String make(String role, Principal principal) {
    String trust = trust(principal);
    try {
      return roles.make(role, principal.account(), trust);
    } catch (DriverException.AlreadyExists e) {
      IamRoles.Known there = roles.find(role).orElseThrow(() -> again(principal, e));
      if (!there.isOf(principal.account())) {
        throw new DriverException.FailedPrecondition(
            says(
                principal,
                "there is a role %s that the driver did not make for it".formatted(there.arn())));
      }
      if (S3Policy.same(there.trust(), trust)) {
        return there.arn();
      }
      roles.delete(role);
      throw again(principal, e);
    }
  }

  private DriverException.Unavailable again(Principal principal, DriverException cause) {
    return new DriverException.Unavailable(
        says(principal, "a role of its name is being deleted: call again"), cause);
  }

  @Override
  public void retire(Principal principal, IssuedKey old, List<IssuedKey> others) {}

  /** A role that somebody else made stays: a grant was refused because of it. */
  @Override
  public void revoke(Principal principal, List<IssuedKey> keys) {
    String role = role(principal);
    if (roles.find(role).filter(there -> there.isOf(principal.account())).isPresent()) {
      roles.delete(role);
    }
  }

  @Override
  public Credential derive(Principal principal, KeyGeneration key) {
    return new Credential.OwnIdentity(S3Protocol.S3, Optional.of(arn(role(principal))));
  }

  @Override
  public boolean isLive(Principal principal, IssuedKey key) {
    String role = role(principal);
    String trust = trust(principal);
    return roles
            .find(role)
            .filter(there -> there.isOf(principal.account()))
            .filter(there -> S3Policy.same(there.trust(), trust))
            .isPresent()
        && roles
            .findPolicy(role)
            .filter(found -> S3Policy.same(found, policies.of(principal)))
            .isPresent();
  }

  @Override
  public boolean derivesKeys() {
    return true;
  }
}
