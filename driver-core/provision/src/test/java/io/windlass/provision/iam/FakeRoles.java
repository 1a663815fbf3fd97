package io.windlass.provision.iam;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** The roles of {@link FakeIam}: the calls that make and delete them, with AWS's limits. */
final class FakeRoles {
  /** The account of AWS that the fake is. */
  static final String ACCOUNT = "111122223333";

  /** API, CreateRole: the pattern of a role's name. */
  private static final String NAME = "[\\w+=,.@-]{1,64}";

  /** API, CreateRole: the pattern of a path. */
  private static final String PATH = "/|/[!-~]{1,510}/";

  /** Quotas: characters of a role trust policy. */
  private static final int LONGEST_TRUST = 2048;

  /** Quotas: characters of all inline policies of a role, white space not counted. */
  private static final int LONGEST_POLICY = 10_240;

  /** Quotas: tags of a role. */
  private static final int MOST_TAGS = 50;

  private final Map<String, IamRole> roles = new TreeMap<>();
  private final Runnable changed;
  private int made;

  /**
   * Creates none.
   *
   * @param changed called after each change
   */
  FakeRoles(Runnable changed) {
    this.changed = changed;
  }

  Map<String, IamRole> all() {
    return Map.copyOf(roles);
  }

  void put(IamRole role) {
    roles.put(role.name(), role);
    changed.run();
  }

  /** Makes one without the driver. */
  IamRole make(String name, String path, String trust, Map<String, String> tags) {
    IamRole role =
        new IamRole(
            name, path, "AROA%016d".formatted(++made), trust, tags, Optional.empty(), false);
    put(role);
    return role;
  }

  IamRole require(String name) {
    return Optional.ofNullable(roles.get(name))
        .orElseThrow(() ->
            new IamRefusal(
                404, "NoSuchEntity", "The role with name %s cannot be found.".formatted(name)));
  }

  /** Answers a call; empty if it is not one of roles. */
  Optional<String> answer(String action, Map<String, String> form) {
    String name = form.getOrDefault("RoleName", "");
    return switch (action) {
      case "CreateRole" -> Optional.of(create(name, form));
      case "GetRole" -> Optional.of(asXml(require(name)));
      case "PutRolePolicy" -> Optional.of(putPolicy(name, form));
      case "GetRolePolicy" -> Optional.of(getPolicy(name, form));
      case "DeleteRolePolicy" -> Optional.of(deletePolicy(name, form));
      case "DeleteRole" -> Optional.of(delete(name));
      default -> Optional.empty();
    };
  }

  /** API, CreateRole: EntityAlreadyExists; names that differ only in case are the same. */
  private String create(String name, Map<String, String> form) {
    String path = form.getOrDefault("Path", "/");
    String trust = form.getOrDefault("AssumeRolePolicyDocument", "");
    Map<String, String> tags = IamUser.tags(form);
    if (!name.matches(NAME) || !path.matches(PATH) || tags.size() > MOST_TAGS) {
      throw new IamRefusal(400, "ValidationError", "roleName, path or tags");
    }
    requireTrust(trust);
    if (trust.length() > LONGEST_TRUST) {
      throw new IamRefusal(
          409, "LimitExceeded", "Cannot exceed quota for ACLSizePerRole: " + LONGEST_TRUST);
    }
    if (roles.keySet().stream().anyMatch(name::equalsIgnoreCase)) {
      throw new IamRefusal(
          409, "EntityAlreadyExists", "Role with name %s already exists.".formatted(name));
    }
    return asXml(make(name, path, trust, tags));
  }

  /**
   * "IAM JSON policy elements: Principal": a trust policy names one, and no resource. The statement
   * must be of a provider of this account.
   */
  private static void requireTrust(String trust) {
    for (JsonNode statement : InlinePolicy.statements(trust)) {
      if (!statement.path("Principal").isObject() || statement.has("Resource")) {
        throw new IamRefusal(400, "MalformedPolicyDocument", "Has prohibited field Resource");
      }
      if (!statement.path("Principal").path("Federated").asString().contains("::" + ACCOUNT)) {
        throw new IamRefusal(400, "MalformedPolicyDocument", "Invalid principal in policy");
      }
    }
  }

  void remove(String name) {
    roles.remove(name);
    changed.run();
  }

  private static String asXml(IamRole role) {
    StringBuilder tags = new StringBuilder();
    role.tags()
        .forEach((key, value) ->
            tags.append("<member><Key>%s</Key><Value>%s</Value></member>".formatted(key, value)));
    return """
    <Role><Path>%s</Path><RoleName>%s</RoleName><RoleId>%s</RoleId><Arn>%s</Arn>\
    <AssumeRolePolicyDocument>%s</AssumeRolePolicyDocument><Tags>%s</Tags></Role>\
    """
        .formatted(role.path(), role.name(), role.id(), role.arn(), encoded(role.trust()), tags);
  }

  /** API, GetRole and GetRolePolicy: documents are URL-encoded, as RFC 3986 has it. */
  private static String encoded(String document) {
    return URLEncoder.encode(document, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** API, PutRolePolicy: LimitExceeded, MalformedPolicyDocument. */
  private String putPolicy(String name, Map<String, String> form) {
    IamRole role = require(name);
    String policy = form.getOrDefault("PolicyDocument", "");
    for (JsonNode statement : InlinePolicy.statements(policy)) {
      if (statement.has("Principal")) {
        throw new IamRefusal(
            400, "MalformedPolicyDocument", "Policy document should not specify a principal.");
      }
    }
    if (policy.replaceAll("\\s", "").length() > LONGEST_POLICY) {
      throw new IamRefusal(
          409, "LimitExceeded", "Maximum policy size of 10240 bytes exceeded for role " + name);
    }
    put(
        role.withPolicy(
            Optional.of(new InlinePolicy(form.getOrDefault("PolicyName", ""), policy))));
    return "";
  }

  private String getPolicy(String name, Map<String, String> form) {
    InlinePolicy policy = requirePolicy(name, form);
    return "<RoleName>%s</RoleName><PolicyName>%s</PolicyName><PolicyDocument>%s</PolicyDocument>"
        .formatted(name, policy.name(), encoded(policy.document()));
  }

  private String deletePolicy(String name, Map<String, String> form) {
    InlinePolicy _ = requirePolicy(name, form);
    put(require(name).withPolicy(Optional.empty()));
    return "";
  }

  private InlinePolicy requirePolicy(String name, Map<String, String> form) {
    return require(name)
        .policy()
        .filter(policy -> policy.name().equals(form.get("PolicyName")))
        .orElseThrow(() -> new IamRefusal(404, "NoSuchEntity", "no such policy of " + name));
  }

  /** API, DeleteRole: DeleteConflict while it has policies. */
  private String delete(String name) {
    IamRole role = require(name);
    if (role.policy().isPresent()) {
      throw new IamRefusal(409, "DeleteConflict", "must delete policies first.");
    }
    if (role.hasAttached()) {
      throw new IamRefusal(409, "DeleteConflict", "must detach all policies first.");
    }
    remove(name);
    return "";
  }

  List<IamRole> list() {
    return List.copyOf(roles.values());
  }
}
