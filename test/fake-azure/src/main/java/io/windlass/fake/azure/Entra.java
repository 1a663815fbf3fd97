package io.windlass.fake.azure;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Identities, their tokens and their roles. Guarded by the fake's lock. */
final class Entra {
  /** "authorize-with-azure-active-directory": the audience of tokens for data. */
  static final String STORAGE = "https://storage.azure.com";

  /** "rest/api/azure": the audience of tokens for ARM. */
  static final String ARM = "https://management.azure.com";

  private static final String ROLES = "azure/role-based-access-control/built-in-roles/storage";
  private static final Duration TOKEN_LIFE = Duration.ofHours(1);

  /**
   * "azure/role-based-access-control/built-in-roles/storage". Actions are those of
   * "authorize-with-azure-active-directory", Permissions for blob service operations: none of these
   * roles has getInfo (Azure/azure-sdk-for-java 49567, TileDB 5729).
   */
  private enum Role {
    READER("2a2b9908-6ea1-4ae2-8e65-a410df84e7d1"),
    CONTRIBUTOR("ba92f5b4-2d11-453d-a403-e96b0029c9fe"),
    OWNER("b7e6dc6d-f1e8-4753-8033-0f276bb0955b");

    private final String id;

    Role(String id) {
      this.id = id;
    }

    private Set<DataAction> actions() {
      Set<DataAction> reads =
          EnumSet.of(
              DataAction.ANY,
              DataAction.CONTAINER_READ,
              DataAction.READ,
              DataAction.DELEGATION_KEY);
      return switch (this) {
        case READER -> reads;
        case CONTRIBUTOR -> {
          reads.addAll(
              Set.of(
                  DataAction.CONTAINER_WRITE,
                  DataAction.CONTAINER_DELETE,
                  DataAction.WRITE,
                  DataAction.DELETE,
                  DataAction.MOVE));
          yield reads;
        }
        case OWNER -> EnumSet.complementOf(EnumSet.of(DataAction.ONLY_BY_KEY, DataAction.GET_INFO));
      };
    }
  }

  /** Actions at a scope, of a role that is not built in; effective at once. */
  private record Permitted(String principal, String scope, Set<DataAction> actions) {}

  private record Token(String identity, String audience, Instant expiry) {}

  /** A role of an identity at a scope, and the time in which the assignment is effective. */
  record Assignment(String scope, String role, String principal, Instant from, Instant until) {

    /** Returns whether an assignment has the same identity, role and scope. */
    boolean isSame(Assignment other) {
      return scope.equalsIgnoreCase(other.scope)
          && role.equals(other.role)
          && principal.equals(other.principal);
    }

    private boolean runs(Instant now) {
      return !from.isAfter(now) && until.isAfter(now);
    }
  }

  private final Map<String, Token> tokens = new HashMap<>();
  private final Set<String> principals = new HashSet<>();
  private final Set<String> administrators = new HashSet<>();
  private final List<Assignment> assignments = new ArrayList<>();
  private final List<Permitted> permitted = new ArrayList<>();

  /** Creates an identity; returns its object id. */
  String principal() {
    String id = UUID.randomUUID().toString();
    principals.add(id);
    return id;
  }

  boolean isKnown(String principal) {
    return principals.contains(principal);
  }

  /** Permits an identity all requests to ARM. */
  void administrates(String principal) {
    administrators.add(principal);
  }

  void demote() {
    administrators.clear();
  }

  boolean isAdministrator(String principal) {
    return administrators.contains(principal);
  }

  /** Issues a token, valid for an hour. */
  String issue(String principal, String audience, Instant now) {
    String token = "FAKE-" + UUID.randomUUID();
    tokens.put(token, new Token(principal, audience, now.plus(TOKEN_LIFE)));
    return token;
  }

  /** Returns the identity that a token was issued to; refuses a token for another audience. */
  String identity(String token, String audience, Instant now) {
    return Optional.ofNullable(tokens.get(token))
        .filter(known -> known.audience().equals(audience) && known.expiry().isAfter(now))
        .map(Token::identity)
        .orElseThrow(() ->
            Fault.of(401, "InvalidAuthenticationInfo", "authorize-with-azure-active-directory"));
  }

  /** Permits an identity to read and change all data at a scope. */
  void contributes(String principal, String scope) {
    assignments.add(
        new Assignment(scope, "/" + Role.CONTRIBUTOR.id, principal, Instant.MIN, Instant.MAX));
  }

  /** Permits an identity these actions at a scope, by a role of its own. */
  void permits(String principal, String scope, Set<DataAction> actions) {
    permitted.add(new Permitted(principal, scope, actions));
  }

  /** Returns all current and past assignments, in a list that callers may change. */
  List<Assignment> assignments() {
    return assignments;
  }

  /** Refuses a role definition whose id does not end with a known role. */
  static void requireRole(String definition) {
    boolean known =
        List.of(Role.values()).stream().anyMatch(role -> definition.endsWith("/" + role.id));
    if (!known) {
      throw Fault.unknown("the role " + definition + ": it knows those of blobs of " + ROLES);
    }
  }

  /** Returns whether a role of the identity at the container, or above it, permits an action. */
  boolean may(String principal, DataAction action, FakeAccount account, String container) {
    String scope = FakeAzure.scope(account.name(), container);
    return permitted.stream()
            .filter(each -> each.principal().equals(principal))
            .filter(each -> (scope + "/").startsWith(each.scope() + "/"))
            .anyMatch(each -> each.actions().contains(action))
        || isAssigned(principal, action, account, scope);
  }

  private boolean isAssigned(
      String principal, DataAction action, FakeAccount account, String scope) {
    return assignments.stream()
        .filter(each -> each.principal().equals(principal) && each.runs(account.now()))
        .filter(each -> (scope + "/").startsWith(each.scope() + "/"))
        .flatMap(
            each -> List.of(Role.values()).stream().filter(r -> each.role().endsWith("/" + r.id)))
        .anyMatch(role -> role.actions().contains(action));
  }
}
