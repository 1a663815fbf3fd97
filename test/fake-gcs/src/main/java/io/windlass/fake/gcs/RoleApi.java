package io.windlass.fake.gcs;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** cloud.google.com/iam/docs/reference/rest/v1/projects.roles: create, get, patch. */
record RoleApi(GcsState state) {
  /** cloud.google.com/iam/docs/creating-custom-roles. */
  private static final Pattern ID = Pattern.compile("[a-zA-Z0-9_.]{3,64}");

  List<Route> routes() {
    return List.of(
        Route.of("POST", "v1/projects/*/roles", this::create),
        Route.of("GET", "v1/projects/*/roles/*", this::get),
        Route.of("PATCH", "v1/projects/*/roles/*", this::patch, "updateMask"));
  }

  private void require(ApiCall call, String what) {
    state.requireProject(call.name(0));
    state.access().require(call.who(), "iam.roles." + what, GcsResource.project(state.project()));
  }

  private String name(String id) {
    return "projects/" + state.project() + "/roles/" + id;
  }

  private WireAnswer create(ApiCall call) {
    require(call, "create");
    ObjectNode body = JsonText.object(call.request().body());
    String id = JsonText.text(body, "roleId").orElseThrow(() -> Refusal.required("roleId"));
    if (!ID.matcher(id).matches()) {
      throw Refusal.invalid("The role_id does not match the pattern [a-zA-Z0-9_.]{3,64}.");
    }
    if (state.access().roles().exists(name(id))) {
      throw Refusal.conflict("A role named %s already exists.".formatted(id));
    }
    state.newNames().made(name(id));
    return put(id, body.path("role").asOptional().map(ObjectNode.class::cast).orElseThrow());
  }

  private WireAnswer put(String id, ObjectNode role) {
    Set<String> permissions = new TreeSet<>(JsonText.texts(role, "includedPermissions"));
    if (permissions.stream().anyMatch(each -> each.contains("*"))) {
      throw Refusal.invalid("Permission names have no wildcards.");
    }
    state.access().roles().add(name(id), permissions);
    return shown(id);
  }

  private WireAnswer shown(String id) {
    ObjectNode json =
        JsonText.object().put("name", name(id)).put("stage", "GA").put("etag", etag(id));
    ArrayNode permissions = json.putArray("includedPermissions");
    state.access().roles().permissions(name(id)).stream().sorted().forEach(permissions::add);
    return WireAnswer.json(json);
  }

  private WireAnswer get(ApiCall call) {
    require(call, "get");
    requireThere(call.name(1));
    return shown(call.name(1));
  }

  private WireAnswer patch(ApiCall call) {
    require(call, "update");
    requireThere(call.name(1));
    if (call.request().parameter("updateMask").filter("includedPermissions"::equals).isEmpty()) {
      throw Refusal.unknown("updateMask but for includedPermissions");
    }
    ObjectNode body = JsonText.object(call.request().body());
    requireSame(call.name(1), JsonText.text(body, "etag"));
    return put(call.name(1), body);
  }

  /**
   * projects.roles#Role: the etag is for "a consistent read-modify-write"; another one is ABORTED
   * (cloud.google.com/apis/design/errors).
   */
  private void requireSame(String id, Optional<String> etag) {
    if (etag.filter(given -> !given.equals(etag(id))).isPresent()) {
      throw Refusal.of(409, "aborted", "There were concurrent changes of the role.");
    }
  }

  private String etag(String id) {
    return Etags.of(state.access().roles().permissions(name(id)).hashCode() & 0x7fffffff);
  }

  private void requireThere(String id) {
    if (!state.access().roles().exists(name(id))) {
      throw Refusal.notFound("The role named %s was not found.".formatted(name(id)));
    }
  }
}
