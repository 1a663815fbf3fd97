package io.windlass.store.azure.access;

import io.windlass.error.DriverException;
import io.windlass.hash.Sha256;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * Role assignments on containers ("Role Assignments" of Azure's REST API). Their names follow from
 * account and container, so a repeated call finds what an earlier one made.
 */
final class AzureRoles {
  private static final String VERSION = "2022-04-01";

  private final AzureManager manager;
  private final String storage;

  /**
   * Creates it.
   *
   * @param storage resource id of the storage account
   */
  AzureRoles(AzureManager manager, String storage) {
    this.manager = manager;
    this.storage = storage;
  }

  /** Returns the name of the assignment of an account on a container. */
  static String name(String account, String container) {
    byte[] hash = Sha256.of("windlass/%s/%s".formatted(account, container));
    return UUID.nameUUIDFromBytes(hash).toString();
  }

  private String scope(String container) {
    return "%s/blobServices/default/containers/%s".formatted(storage, container);
  }

  private String resource(String account, String container) {
    return "%s/providers/Microsoft.Authorization/roleAssignments/%s"
        .formatted(scope(container), name(account, container));
  }

  /**
   * Assigns a role, unless it is assigned.
   *
   * @param principal object id of the identity that gets the role
   * @throws DriverException.QuotaExceeded when the subscription has no room for an assignment
   * @throws DriverException.FailedPrecondition when somebody else assigned this role to the
   *     identity
   */
  void assign(String account, String container, AzureRole role, String principal) {
    AzureManager.Reply reply = put(account, container, role, principal);
    if (reply.code().equals("RoleAssignmentUpdateNotPermitted")) {
      // The assignment belongs to a deleted identity of the same name; the principal of an
      // assignment cannot change.
      remove(account, container);
      reply = put(account, container, role, principal);
    }
    switch (reply.code()) {
      case "" -> {}
      case "RoleAssignmentLimitExceeded" ->
          throw new DriverException.QuotaExceeded(
              manager
                  .errors()
                  .says(
                      "assign a role on",
                      container,
                      "the subscription has all the role assignments that Azure allows (4000): end"
                          + " an access, or remove assignments that nobody needs"),
              null);
      case "RoleAssignmentExists" ->
          throw new DriverException.FailedPrecondition(
              manager
                  .errors()
                  .says(
                      "assign a role on",
                      container,
                      "the identity has this role there by another access, or by hand: end that"
                          + " first"));
      case "PrincipalNotFound" ->
          throw new DriverException.Unavailable(
              manager
                  .errors()
                  .says(
                      "assign a role on",
                      container,
                      "Azure does not know the identity yet: call again in a minute"),
              null);
      default -> throw manager.unexpected("assign a role on", container, reply);
    }
    if (!reply.isFine()) {
      throw manager.unexpected("assign a role on", container, reply);
    }
  }

  private AzureManager.Reply put(
      String account, String container, AzureRole role, String principal) {
    return manager.put(
        "a role assignment on " + container,
        resource(account, container),
        VERSION,
        Map.of(
            "roleDefinitionId",
            role.definition(storage),
            "principalId",
            principal,
            // "Troubleshoot Azure RBAC": so a new identity is not looked for.
            "principalType",
            "ServicePrincipal"));
  }

  /** Returns whether the role is assigned as {@link #assign} leaves it. */
  boolean isAssigned(String account, String container, AzureRole role, String principal) {
    AzureManager.Reply reply =
        manager.get("a role assignment on " + container, resource(account, container), VERSION);
    if (!reply.isFine() && !reply.isMissing()) {
      throw manager.unexpected("look at a role assignment on", container, reply);
    }
    JsonNode properties = reply.body().path("properties");
    return reply.isFine()
        && properties.path("principalId").asString("").equalsIgnoreCase(principal)
        && properties
            .path("roleDefinitionId")
            .asString("")
            .equalsIgnoreCase(role.definition(storage));
  }

  /** Removes an account's assignment; no error if it is gone. */
  void remove(String account, String container) {
    manager.delete("the role assignment on " + container, resource(account, container), VERSION);
  }

  /** Returns the names of all assignments of a principal on containers. */
  Set<String> of(String principal) {
    AzureManager.Reply reply =
        manager.list(
            "role assignments",
            storage + "/providers/Microsoft.Authorization/roleAssignments",
            VERSION,
            "principalId eq '%s'".formatted(principal));
    if (!reply.isFine()) {
      throw manager.unexpected("list", "role assignments", reply);
    }
    Set<String> names = new HashSet<>();
    String containers = scope("").toLowerCase(Locale.ROOT);
    for (JsonNode assignment : reply.body().path("value")) {
      // The list also has those above the storage account.
      String scope = assignment.path("properties").path("scope").asString("");
      if (scope.toLowerCase(Locale.ROOT).startsWith(containers)) {
        names.add(assignment.path("name").asString(""));
      }
    }
    return names;
  }
}
