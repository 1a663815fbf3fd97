package io.windlass.fake.gcs;

import io.windlass.fake.gcs.HmacKeys.KeyState;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** cloud.google.com/storage/docs/json_api/v1/projects/hmacKeys. */
record HmacKeyApi(GcsState state, ServiceAccounts accounts, HmacKeys keys) {

  List<Route> routes() {
    return List.of(
        Route.of("POST", "projects/*/hmacKeys", this::create, "serviceAccountEmail"),
        Route.of(
            "GET",
            "projects/*/hmacKeys",
            this::list,
            "serviceAccountEmail",
            "showDeletedKeys",
            "maxResults",
            "pageToken"),
        Route.of("GET", "projects/*/hmacKeys/*", this::get),
        Route.of("PUT", "projects/*/hmacKeys/*", this::update),
        Route.of("DELETE", "projects/*/hmacKeys/*", this::delete));
  }

  private void require(ApiCall call, String what) {
    state.requireProject(call.name(0));
    state
        .access()
        .require(call.who(), "storage.hmacKeys." + what, GcsResource.project(state.project()));
  }

  private ObjectNode json(HmacKeys.Key key) {
    return JsonText.object()
        .put("kind", "storage#hmacKeyMetadata")
        .put("id", state.project() + "/" + key.accessId())
        .put(
            "selfLink",
            "%s/storage/v1/projects/%s/hmacKeys/%s"
                .formatted(state.base().get(), state.project(), key.accessId()))
        .put("accessId", key.accessId())
        .put("projectId", state.project())
        .put("serviceAccountEmail", key.account().email())
        .put("state", key.state().name())
        .put("timeCreated", FakeClock.json(key.created()))
        .put("updated", FakeClock.json(key.updated()))
        .put("etag", key.etag());
  }

  /** The only answer with the secret. */
  private WireAnswer create(ApiCall call) {
    require(call, "create");
    String email =
        call.request()
            .parameter("serviceAccountEmail")
            .orElseThrow(() -> Refusal.required("serviceAccountEmail"));
    ServiceAccounts.Account account =
        accounts
            .find(email)
            .orElseThrow(() -> Refusal.notFound("Service Account '" + email + "' not found."));
    int refusals = state.newNames().refusals(email, NewNames.Part.KEYS);
    if (refusals > 0) {
      throw refusals % 2 == 1
          ? Refusal.invalid("Service account " + email + " does not exist.")
          : Refusal.notFound("Service Account '" + email + "' not found.");
    }
    long there =
        keys.all().values().stream()
            .filter(key ->
                key.account().uniqueId().equals(account.uniqueId())
                    && key.state() != KeyState.DELETED)
            .count();
    // cloud.google.com/storage/quotas#hmac: deleted ones do not count
    if (there >= state.settings().mostHmacKeys()) {
      throw Refusal.of(
          429,
          "rateLimitExceeded",
          "The maximum number of HMAC keys for service account " + email + " is reached.");
    }
    HmacKeys.Key made = keys.create(account);
    ObjectNode answer =
        JsonText.object().put("kind", "storage#hmacKey").put("secret", made.secret());
    answer.set("metadata", json(made));
    return WireAnswer.json(answer);
  }

  private WireAnswer list(ApiCall call) {
    require(call, "list");
    boolean deleted = call.request().flag("showDeletedKeys");
    Optional<String> email = call.request().parameter("serviceAccountEmail");
    String after = call.request().parameter("pageToken").orElse("");
    int most = Math.min(ObjectListing.most(call.request().number("maxResults")), 250);
    List<HmacKeys.Key> found =
        keys.all().tailMap(after, false).values().stream()
            .filter(key -> deleted || key.state() != KeyState.DELETED)
            .filter(key -> email.map(key.account().email()::equals).orElse(true))
            .limit(most + 1L)
            .toList();
    ObjectNode json = JsonText.object().put("kind", "storage#hmacKeysMetadata");
    ArrayNode items = json.putArray("items");
    found.stream().limit(most).forEach(each -> items.add(json(each)));
    if (found.size() > most) {
      json.put("nextPageToken", found.get(most - 1).accessId());
    }
    return WireAnswer.json(json);
  }

  private HmacKeys.Key required(ApiCall call) {
    return keys.find(call.name(1))
        .orElseThrow(
            () -> Refusal.notFound("Access ID not found in project " + state.project() + "."));
  }

  private WireAnswer get(ApiCall call) {
    require(call, "get");
    return WireAnswer.json(json(required(call)));
  }

  private WireAnswer update(ApiCall call) {
    require(call, "update");
    HmacKeys.Key key = required(call);
    ObjectNode body = JsonText.object(call.request().body());
    if (JsonText.text(body, "etag").filter(tag -> !tag.equals(key.etag())).isPresent()) {
      throw Refusal.conditionNotMet();
    }
    KeyState wanted =
        switch (JsonText.text(body, "state").orElse("")) {
          case "ACTIVE" -> KeyState.ACTIVE;
          case "INACTIVE" -> KeyState.INACTIVE;
          default -> throw Refusal.invalid("The state must be ACTIVE or INACTIVE.");
        };
    if (key.state() == KeyState.DELETED) {
      throw Refusal.invalid("Cannot update keys in 'DELETED' state.");
    }
    keys.change(key, wanted);
    return WireAnswer.json(json(key));
  }

  private WireAnswer delete(ApiCall call) {
    require(call, "delete");
    HmacKeys.Key key = required(call);
    if (key.state() != KeyState.INACTIVE) {
      throw Refusal.invalid("Cannot delete keys in '" + key.state() + "' state.");
    }
    keys.change(key, KeyState.DELETED);
    return WireAnswer.of(204);
  }
}
