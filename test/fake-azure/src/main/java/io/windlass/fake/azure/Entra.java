package io.windlass.fake.azure;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** Identities, their tokens and their roles. Guarded by the fake's lock. */
final class Entra {
  /** "authorize-with-azure-active-directory": the audience of tokens for data. */
  static final String STORAGE = "https://storage.azure.com";

  /** "rest/api/azure": the audience of tokens for ARM. */
  static final String ARM = "https://management.azure.com";

  private static final Duration TOKEN_LIFE = Duration.ofHours(1);

  /** A role of an identity at a scope, which no request to ARM assigned; effective at once. */
  private record Permitted(String principal, String scope, Role role) {}

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

  /** Gives an identity a role at a scope. */
  void permits(String principal, String scope, Role role) {
    permitted.add(new Permitted(principal, scope, role));
  }

  /** Returns all current and past assignments, in a list that callers may change. */
  List<Assignment> assignments() {
    return assignments;
  }

  /** Refuses a role definition whose id does not end with a known role. */
  static void requireRole(String definition) {
    if (Role.BuiltIn.ofDefinition(definition).isEmpty()) {
      throw Fault.unknown("the role " + definition + ": it knows those for blobs that are ready");
    }
  }

  /** Returns whether a role of the identity at the container, or above it, permits an action. */
  boolean may(String principal, DataAction action, FakeAccount account, String container) {
    String scope = FakeAzure.scope(account.name(), container) + "/";
    Stream<Role> given =
        permitted.stream()
            .filter(each -> each.principal().equals(principal))
            .filter(each -> scope.startsWith(each.scope() + "/"))
            .map(Permitted::role);
    Stream<Role> assigned =
        assignments.stream()
            .filter(each -> each.principal().equals(principal) && each.runs(account.now()))
            .filter(each -> scope.startsWith(each.scope() + "/"))
            .flatMap(each -> Role.BuiltIn.ofDefinition(each.role()).stream())
            .map(Role.BuiltIn::role);
    return Stream.concat(given, assigned).anyMatch(role -> role.permits(action));
  }
}
