package io.windlass.fake.azure;

import io.windlass.fake.azure.Entra.Assignment;
import io.windlass.fake.azure.TokenEndpoint.Federation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The requests to Azure Resource Manager that the driver makes. */
final class Arm {
  private static final String ROLES = "rest/api/authorization/role-assignments";
  private static final String FEDERATION =
      "rest/api/managedidentity/federated-identity-credentials";
  private static final Pattern ASSIGNMENT =
      Pattern.compile("(/.+)/providers/Microsoft\\.Authorization/roleAssignments/([0-9a-f-]{36})");
  private static final Pattern CREDENTIAL =
      Pattern.compile(
          "(/.+/providers/Microsoft\\.ManagedIdentity/userAssignedIdentities/[^/]+)"
              + "/federatedIdentityCredentials/([A-Za-z0-9_-]{3,120})");
  private static final Pattern ASSIGNMENTS =
      Pattern.compile("(/.+)/providers/Microsoft\\.Authorization/roleAssignments");
  private static final Pattern IDENTITY =
      Pattern.compile("(/.+/providers/Microsoft\\.ManagedIdentity/userAssignedIdentities/[^/]+)");
  private static final Pattern CREDENTIALS =
      Pattern.compile(IDENTITY.pattern() + "/federatedIdentityCredentials");
  private static final Pattern FILTER = Pattern.compile("principalId eq '?([0-9a-f-]{36})'?");
  private static final Pattern ACCOUNT =
      Pattern.compile("/.+/providers/Microsoft\\.Storage/storageAccounts/([^/]+)");
  private static final Pattern REVOKE =
      Pattern.compile(ACCOUNT.pattern() + "/revokeUserDelegationKeys");
  private static final Pattern CONTAINER =
      Pattern.compile(ACCOUNT.pattern() + "/blobServices/default/containers/([^/]+)");

  private static final Pattern RETENTION =
      Pattern.compile(CONTAINER.pattern() + "/immutabilityPolicies/default");

  /** "azure/role-based-access-control/troubleshoot-limits": of a subscription. */
  private static final int MOST_ASSIGNMENTS = 4000;

  /** "entra/workload-id/workload-identity-federation-considerations": of an identity. */
  private static final int MOST_CREDENTIALS = 20;

  private final Entra entra;
  private final TokenEndpoint tokens;
  private final Map<String, FakeIdentity> identities = new HashMap<>();
  private final Map<String, Assignment> assignments = new HashMap<>();
  private final Function<String, FakeAccount> accounts;
  private Duration propagation = Duration.ZERO;
  private int mostAssignments = MOST_ASSIGNMENTS;
  private int mostRequests = Integer.MAX_VALUE;

  /** Creates it with the storage accounts, by their names. */
  Arm(Entra entra, TokenEndpoint tokens, Function<String, FakeAccount> accounts) {
    this.entra = entra;
    this.tokens = tokens;
    this.accounts = accounts;
  }

  /** A user-assigned identity. */
  void add(FakeIdentity identity) {
    identities.put(identity.resourceId(), identity);
  }

  /** "azure/role-based-access-control/troubleshooting": up to ten minutes. */
  void setPropagation(Duration time) {
    propagation = time;
  }

  void setMostAssignments(int most) {
    mostAssignments = most;
  }

  void setMostRequests(int most) {
    mostRequests = most;
  }

  int assignments() {
    return assignments.size();
  }

  Answer answer(Request request, Instant now) {
    if (mostRequests-- <= 0) {
      throw Fault.of(400, "NoMoreRequests", "no page: tests ask for it");
    }
    String caller =
        entra.identity(
            request.header("authorization").orElse("").replaceFirst("^Bearer ", ""),
            Entra.ARM,
            now);
    Matcher storage = ACCOUNT.matcher(request.path());
    if (storage.matches() && request.method().equals("GET")) {
      requireVersion(request, "2023-05-01");
      return account(caller, accounts.apply(storage.group(1)));
    }
    Matcher container = CONTAINER.matcher(request.path());
    if (container.matches() && request.method().equals("PUT")) {
      requireVersion(request, "2023-05-01");
      FakeAccount account = accounts.apply(container.group(1));
      requireAction(caller, DataAction.CONTAINER_WRITE, account, container.group(2));
      return ContainerOperations.makeLockable(
          account, container.group(2), Json.object(request.body()));
    }
    Matcher retention = RETENTION.matcher(request.path());
    if (retention.matches() && request.method().equals("PUT")) {
      requireVersion(request, "2023-05-01");
      FakeAccount account = accounts.apply(retention.group(1));
      requireAction(caller, DataAction.RETENTION_WRITE, account, retention.group(2));
      return ContainerOperations.retain(account, retention.group(2), request);
    }
    if (!entra.isAdministrator(caller)) {
      throw Fault.of(403, "AuthorizationFailed", "azure/role-based-access-control/troubleshooting");
    }
    Matcher assignment = ASSIGNMENT.matcher(request.path());
    if (assignment.matches()) {
      requireVersion(request, "2022-04-01");
      return assignment(request, assignment.group(1), assignment.group(2), now);
    }
    Matcher credential = CREDENTIAL.matcher(request.path());
    if (credential.matches()) {
      requireVersion(request, "2023-01-31");
      return credential(request, credential.group(1), credential.group(2));
    }
    if (request.method().equals("GET")) {
      Optional<Answer> read = read(request);
      if (read.isPresent()) {
        return read.get();
      }
    }
    Matcher account = REVOKE.matcher(request.path());
    if (account.matches() && request.method().equals("POST")) {
      accounts.apply(account.group(1)).revokeDelegationKeys();
      return Answer.of(200);
    }
    throw unknown(request);
  }

  private void requireAction(
      String caller, DataAction action, FakeAccount account, String container) {
    if (!entra.may(caller, action, account, container)) {
      throw Fault.of(403, "AuthorizationFailed", "azure/role-based-access-control/troubleshooting");
    }
  }

  /** "rest/api/storagerp/storage-accounts/get-properties". */
  private Answer account(String caller, FakeAccount account) {
    requireAction(caller, DataAction.ACCOUNT_READ, account, "");
    String policy =
        account
            .settings()
            .sas()
            .map(sas ->
                "\"sasPolicy\":{\"sasExpirationPeriod\":\"%s\",\"expirationAction\":\"%s\"}"
                    .formatted(sas.text(), sas.blocks() ? "Block" : "Log"))
            .orElse("");
    return Answer.json(200, "{\"properties\":{%s}}".formatted(policy));
  }

  /** "rest/api/managedidentity/user-assigned-identities/get", and lists without pages. */
  private Optional<Answer> read(Request request) {
    Matcher identity = IDENTITY.matcher(request.path());
    if (identity.matches()) {
      requireVersion(request, "2023-01-31");
      FakeIdentity found = identity(identity.group(1));
      return Optional.of(
          Answer.json(
              200,
              """
              {"id":"%s","tags":{%s},\
              "properties":{"tenantId":"fake","clientId":"%s","principalId":"%s"}}\
              """
                  .formatted(
                      found.resourceId(),
                      found.namespace().map("\"windlass-namespace\":\"%s\""::formatted).orElse(""),
                      found.clientId(),
                      found.principalId())));
    }
    Matcher credentials = CREDENTIALS.matcher(request.path());
    if (credentials.matches()) {
      requireVersion(request, "2023-01-31");
      return Optional.of(
          listed(
              tokens.federations(identity(credentials.group(1)).clientId()).stream()
                  .map(each -> described(200, each))));
    }
    Matcher all = ASSIGNMENTS.matcher(request.path());
    if (all.matches()) {
      requireVersion(request, "2022-04-01");
      return Optional.of(assignments(request, all.group(1)));
    }
    return Optional.empty();
  }

  private FakeIdentity identity(String resource) {
    return Optional.ofNullable(identities.get(resource))
        .orElseThrow(() -> Fault.of(404, "ResourceNotFound", FEDERATION));
  }

  /** "rest/api/authorization/role-assignments/list-for-scope": at, above and below the scope. */
  private Answer assignments(Request request, String scope) {
    Matcher filter = FILTER.matcher(request.asked("$filter"));
    if (!filter.matches()) {
      throw Fault.unknown("$filter=" + request.asked("$filter"));
    }
    return listed(
        assignments.entrySet().stream()
            .filter(each -> each.getValue().principal().equals(filter.group(1)))
            .filter(each ->
                (each.getValue().scope() + "/").startsWith(scope + "/")
                    || (scope + "/").startsWith(each.getValue().scope() + "/"))
            .map(each -> described(200, each.getKey(), each.getValue())));
  }

  private static Answer listed(Stream<Answer> items) {
    return Answer.json(
        200,
        items
            .map(item -> new String(item.body(), StandardCharsets.UTF_8))
            .collect(Collectors.joining(",", "{\"value\":[", "]}")));
  }

  private static Fault unknown(Request request) {
    return Fault.unknown("%s of '%s' in ARM".formatted(request.method(), request.path()));
  }

  private static void requireVersion(Request request, String version) {
    if (!request.asked("api-version").equals(version)) {
      throw Fault.unknown("api-version=" + request.asked("api-version"));
    }
  }

  private Answer assignment(Request request, String scope, String name, Instant now) {
    Optional<Assignment> there = Optional.ofNullable(assignments.get(name));
    return switch (request.method()) {
      case "PUT" -> {
        Map<?, ?> body = Json.object(request.body());
        Assignment wanted =
            new Assignment(
                scope,
                Json.text(body, "properties", "roleDefinitionId"),
                Json.text(body, "properties", "principalId"),
                now.plus(propagation),
                Instant.MAX);
        requireNew(wanted, there);
        if (there.isEmpty()) {
          assignments.put(name, wanted);
          entra.assignments().add(wanted);
        }
        yield described(there.isPresent() ? 200 : 201, name, wanted);
      }
      case "GET" ->
          there
              .map(found -> described(200, name, found))
              .orElseThrow(() -> Fault.of(404, "RoleAssignmentNotFound", ROLES));
      case "DELETE" -> {
        there.ifPresent(gone -> {
          assignments.remove(name);
          entra.assignments().remove(gone);
          entra
              .assignments()
              .add(
                  new Assignment(
                      gone.scope(),
                      gone.role(),
                      gone.principal(),
                      gone.from(),
                      now.plus(propagation)));
        });
        yield there.map(gone -> described(200, name, gone)).orElseGet(() -> Answer.of(204));
      }
      default -> throw unknown(request);
    };
  }

  private void requireNew(Assignment wanted, Optional<Assignment> there) {
    Entra.requireRole(wanted.role());
    if (!entra.isKnown(wanted.principal())) {
      throw Fault.of(400, "PrincipalNotFound", "azure/role-based-access-control/troubleshooting");
    }
    if (there.isPresent() && !there.get().isSame(wanted)) {
      throw Fault.of(
          400,
          "RoleAssignmentUpdateNotPermitted",
          "azure/role-based-access-control/troubleshooting");
    }
    if (there.isEmpty() && assignments.values().stream().anyMatch(wanted::isSame)) {
      throw Fault.of(
          409, "RoleAssignmentExists", "azure/role-based-access-control/troubleshooting");
    }
    if (there.isEmpty() && assignments.size() >= mostAssignments) {
      throw Fault.of(
          400,
          "RoleAssignmentLimitExceeded",
          "azure/role-based-access-control/troubleshoot-limits");
    }
  }

  private static Answer described(int status, String name, Assignment assignment) {
    return Answer.json(
        status,
        """
        {"name":"%s","properties":{"scope":"%s","roleDefinitionId":"%s","principalId":"%s"}}\
        """
            .formatted(name, assignment.scope(), assignment.role(), assignment.principal()));
  }

  private Answer credential(Request request, String identity, String name) {
    List<Federation> all = tokens.federations(identity(identity).clientId());
    Optional<Federation> there = all.stream().filter(one -> one.name().equals(name)).findAny();
    return switch (request.method()) {
      case "PUT" -> {
        Map<?, ?> body = Json.object(request.body());
        List<String> audiences = Json.texts(body, "properties", "audiences");
        Federation wanted =
            new Federation(
                name,
                Json.text(body, "properties", "issuer"),
                Json.text(body, "properties", "subject"),
                audiences.size() == 1 ? audiences.getFirst() : "");
        boolean taken =
            all.stream()
                .anyMatch(one ->
                    !one.name().equals(name)
                        && one.issuer().equals(wanted.issuer())
                        && one.subject().equals(wanted.subject()));
        if (taken) {
          throw Fault.of(409, "Conflict", FEDERATION);
        }
        if (wanted.audience().isEmpty() || (there.isEmpty() && all.size() >= MOST_CREDENTIALS)) {
          throw Fault.of(400, "BadRequest", FEDERATION);
        }
        there.ifPresent(all::remove);
        all.add(wanted);
        yield described(there.isPresent() ? 200 : 201, wanted);
      }
      case "GET" ->
          there
              .map(found -> described(200, found))
              .orElseThrow(() -> Fault.of(404, "ResourceNotFound", FEDERATION));
      case "DELETE" -> {
        there.ifPresent(all::remove);
        yield Answer.of(there.isPresent() ? 200 : 204);
      }
      default -> throw unknown(request);
    };
  }

  private static Answer described(int status, Federation credential) {
    return Answer.json(
        status,
        """
        {"name":"%s","properties":{"issuer":"%s","subject":"%s","audiences":["%s"]}}\
        """
            .formatted(
                credential.name(),
                credential.issuer(),
                credential.subject(),
                credential.audience()));
  }
}
