package io.windlass.fake.gcs;

import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * cloud.google.com/iam/docs/reference/rest/v1/projects.serviceAccounts: create, get, list, delete.
 */
record ServiceAccountApi(GcsState state, ServiceAccounts accounts) {
  private static final Pattern ID = Pattern.compile("[a-z][a-z0-9-]{4,28}[a-z0-9]");

  List<Route> routes() {
    return List.of(
        Route.of("POST", "v1/projects/*/serviceAccounts", this::create),
        Route.of("GET", "v1/projects/*/serviceAccounts", this::list, "pageSize", "pageToken"),
        Route.of("GET", "v1/projects/*/serviceAccounts/*", this::get),
        Route.of("DELETE", "v1/projects/*/serviceAccounts/*", this::delete));
  }

  /** A dash can replace the project if the path names the account. */
  private void require(ApiCall call, String what) {
    if (!(call.names().size() > 1 && call.name(0).equals("-"))) {
      state.requireProject(call.name(0));
    }
    state
        .access()
        .require(call.who(), "iam.serviceAccounts." + what, GcsResource.project(state.project()));
  }

  private ObjectNode json(ServiceAccounts.Account account) {
    return JsonText.object()
        .put("name", "projects/" + state.project() + "/serviceAccounts/" + account.email())
        .put("projectId", state.project())
        .put("uniqueId", account.uniqueId())
        .put("email", account.email())
        .put("displayName", account.displayName())
        .put("description", account.description())
        .put("etag", Etags.of(1))
        .put("oauth2ClientId", account.uniqueId());
  }

  private WireAnswer create(ApiCall call) {
    require(call, "create");
    ObjectNode body = JsonText.object(call.request().body());
    String id = JsonText.text(body, "accountId").orElseThrow(() -> Refusal.required("accountId"));
    if (!ID.matcher(id).matches()) {
      throw Refusal.invalid(
          "Service account ID must be 6 to 30 characters: lower case letters, digits, dashes.");
    }
    if (accounts.find(accounts.email(id)).isPresent()) {
      throw Refusal.conflict(
          "Service account %s already exists within project projects/%s."
              .formatted(id, state.project()));
    }
    // cloud.google.com/iam/quotas
    if (accounts.all().size() >= state.settings().mostServiceAccounts()) {
      throw Refusal.of(
          429, "rateLimitExceeded", "Maximum number of service accounts on project reached.");
    }
    state.newNames().made(accounts.email(id));
    ObjectNode said =
        body.optional("serviceAccount").map(ObjectNode.class::cast).orElseGet(JsonText::object);
    return WireAnswer.json(
        json(
            accounts.create(
                id,
                JsonText.text(said, "displayName").orElse(""),
                JsonText.text(said, "description").orElse(""))));
  }

  private ServiceAccounts.Account required(ApiCall call) {
    return accounts
        .find(call.name(1))
        .orElseThrow(() -> Refusal.notFound("Unknown service account"));
  }

  private WireAnswer get(ApiCall call) {
    require(call, "get");
    ServiceAccounts.Account account = required(call);
    if (!state.newNames().isKnown(account.email(), NewNames.Part.LOOKS)) {
      throw Refusal.notFound("Unknown service account");
    }
    return WireAnswer.json(json(account));
  }

  private WireAnswer list(ApiCall call) {
    require(call, "list");
    int most =
        (int) Math.min(call.request().number("pageSize").filter(n -> n > 0).orElse(20L), 100);
    String after = call.request().parameter("pageToken").orElse("");
    List<ServiceAccounts.Account> found =
        accounts.all().tailMap(after, false).values().stream().limit(most + 1L).toList();
    ObjectNode json = JsonText.object();
    ArrayNode items = json.putArray("accounts");
    found.stream().limit(most).forEach(each -> items.add(json(each)));
    if (found.size() > most) {
      json.put("nextPageToken", found.get(most - 1).email());
    }
    return WireAnswer.json(json);
  }

  private WireAnswer delete(ApiCall call) {
    require(call, "delete");
    accounts.delete(required(call));
    return WireAnswer.json(JsonText.object());
  }
}
