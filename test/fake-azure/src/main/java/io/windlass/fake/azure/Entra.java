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

  /** "azure/role-based-access-control/built-in-roles/storage". */
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
        case OWNER -> EnumSet.complementOf(EnumSet.of(DataAction.ONLY_BY_KEY));
      };
    }
  }

  private record Token(String identity, String audience, Instant expiry) {}

  /** A role that an identity has at a scope, for as long as the assignment takes effect. */
  record Assignment(String scope, String role, String principal, Instant from, Instant until) {

    /** Whether it says the same. */
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

  /** Another identity, by its object id. */
  String principal() {
    String id = UUID.randomUUID().toString();
    principals.add(id);
    return id;
  }

  boolean isKnown(String principal) {
    return principals.contains(principal);
  }

  /** Lets it make any request to ARM. */
  void administrates(String principal) {
    administrators.add(principal);
  }

  void demote() {
    administrators.clear();
  }

  boolean isAdministrator(String principal) {
    return administrators.contains(principal);
  }

  /** A token, for an hour. */
  String issue(String principal, String audience, Instant now) {
    String token = "FAKE-" + UUID.randomUUID();
    tokens.put(token, new Token(principal, audience, now.plus(TOKEN_LIFE)));
    return token;
  }

  /** Whose token this is; refused where it is none for the audience. */
  String identity(String token, String audience, Instant now) {
    return Optional.ofNullable(tokens.get(token))
        .filter(known -> known.audience().equals(audience) && known.expiry().isAfter(now))
        .map(Token::identity)
        .orElseThrow(() ->
            Fault.of(401, "InvalidAuthenticationInfo", "authorize-with-azure-active-directory"));
  }

  /** Lets it read and change all data at the scope. */
  void contributes(String principal, String scope) {
    assignments.add(
        new Assignment(scope, "/" + Role.CONTRIBUTOR.id, principal, Instant.MIN, Instant.MAX));
  }

  /** All that are, or were; may be changed. */
  List<Assignment> assignments() {
    return assignments;
  }

  /** The role that a definition's id ends with. */
  static void requireRole(String definition) {
    boolean known =
        List.of(Role.values()).stream().anyMatch(role -> definition.endsWith("/" + role.id));
    if (!known) {
      throw Fault.unknown("the role " + definition + ": it knows those of blobs of " + ROLES);
    }
  }

  /** Whether a role of the identity's at the container, or above it, has this. */
  boolean may(String principal, DataAction action, FakeAccount account, String container) {
    String scope = FakeAzure.scope(account.name(), container);
    return assignments.stream()
        .filter(each -> each.principal().equals(principal) && each.runs(account.now()))
        .filter(each -> (scope + "/").startsWith(each.scope() + "/"))
        .flatMap(
            each -> List.of(Role.values()).stream().filter(r -> each.role().endsWith("/" + r.id)))
        .anyMatch(role -> role.actions().contains(action));
  }
}
