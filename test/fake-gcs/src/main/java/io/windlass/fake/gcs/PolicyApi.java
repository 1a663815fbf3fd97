package io.windlass.fake.gcs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Policies of buckets and managed folders:
 * cloud.google.com/storage/docs/json_api/v1/buckets/setIamPolicy.
 */
record PolicyApi(GcsState state, Predicate<String> hasAccount) {
  /** cloud.google.com/iam/quotas: principals of one policy. */
  private static final int MOST_MEMBERS = 1500;

  private static final Set<String> EVERYBODY = Set.of("allUsers", "allAuthenticatedUsers");
  private static final List<String> KINDS =
      List.of(
          "user:",
          "projectOwner:",
          "projectEditor:",
          "projectViewer:",
          "principal://",
          "principalSet://",
          "deleted:");

  List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    for (String path : List.of("b/*/iam", "b/*/managedFolders/*/iam")) {
      routes.add(Route.of("GET", path, this::get, "optionsRequestedPolicyVersion"));
      routes.add(Route.of("PUT", path, this::set));
      routes.add(Route.of("GET", path + "/testPermissions", this::test, "permissions"));
    }
    return routes;
  }

  /** The resource of a policy. */
  private record Target(GcsBucket bucket, GcsResource resource, String kind, PolicyHistory policy) {
    private String permission(String what) {
      return "storage." + kind + "." + what;
    }
  }

  private Target target(ApiCall call) {
    GcsBucket bucket = state.bucket(call.name(0));
    if (call.names().size() == 1) {
      return new Target(bucket, GcsResource.of(bucket), "buckets", bucket.policy());
    }
    String name = FolderApi.named(call.name(1));
    PolicyHistory policy =
        bucket
            .managedFolders()
            .find(name)
            .orElseThrow(() -> Refusal.notFound("The specified managed folder does not exist."))
            .policy();
    return new Target(bucket, GcsResource.managedFolder(bucket, name), "managedFolders", policy);
  }

  private WireAnswer get(ApiCall call) {
    Target target = target(call);
    state.access().require(call.who(), target.permission("getIamPolicy"), target.resource());
    long version = call.request().number("optionsRequestedPolicyVersion").orElse(1L);
    if (version != 1 && version != 3) {
      throw Refusal.invalid("Invalid requested policy version: " + version);
    }
    return WireAnswer.json(shown(target, version == 3));
  }

  private static ObjectNode shown(Target target, boolean conditions) {
    return target
        .policy()
        .current()
        .json(conditions)
        .put("kind", "storage#policy")
        .put("resourceId", target.resource().name())
        .put("etag", target.policy().etag());
  }

  private WireAnswer set(ApiCall call) {
    Target target = target(call);
    state.access().require(call.who(), target.permission("setIamPolicy"), target.resource());
    ObjectNode body = JsonText.object(call.request().body());
    Optional<String> etag = JsonText.text(body, "etag").filter(tag -> !tag.isEmpty());
    if (etag.filter(tag -> !tag.equals(target.policy().etag())).isPresent()) {
      throw Refusal.conditionNotMet();
    }
    IamPolicy wanted = IamPolicy.of(body);
    require(target, wanted, body.path("version").asInt(1));
    target.policy().set(wanted, state.clock().now(), state.settings().replicasDiffer());
    return WireAnswer.json(shown(target, true));
  }

  private void require(Target target, IamPolicy wanted, int version) {
    if (version < 0 || version > 3 || version == 2) {
      throw Refusal.invalid("Invalid policy version: " + version);
    }
    // cloud.google.com/iam/docs/allow-policies#versions: all that touches conditions says 3
    if (version != 3 && (wanted.conditional() || target.policy().current().conditional())) {
      throw Refusal.invalid("Policies with conditions need version 3.");
    }
    if (wanted.conditional() && !target.bucket().uniform()) {
      throw Refusal.of(
          412, "conditionNotMet", "Conditions need uniform bucket-level access to be enabled.");
    }
    if (wanted.members() > MOST_MEMBERS) {
      throw Refusal.invalid("The policy has more than 1500 members.");
    }
    wanted.bindings().forEach(binding -> require(target, binding));
  }

  private void require(Target target, IamPolicy.Binding binding) {
    if (!state.access().roles().exists(binding.role())) {
      throw Refusal.invalid("Role " + binding.role() + " is not supported for this resource.");
    }
    if (!state.newNames().isKnown(binding.role(), NewNames.Part.POLICIES)) {
      throw Refusal.invalid(
          "Role (%s) does not exist in the resource's hierarchy.".formatted(binding.role()));
    }
    boolean everybody = binding.members().stream().anyMatch(EVERYBODY::contains);
    // cloud.google.com/iam/docs/conditions-overview#resources
    if (everybody && binding.condition().isPresent()) {
      throw Refusal.invalid("Conditions are not supported for allUsers and allAuthenticatedUsers.");
    }
    // cloud.google.com/storage/docs/public-access-prevention
    if (everybody
        && target
            .bucket()
            .fields()
            .path("iamConfiguration")
            .path("publicAccessPrevention")
            .asString("")
            .equals("enforced")) {
      throw Refusal.of(
          412,
          "conditionNotMet",
          "The member bindings allUsers and allAuthenticatedUsers are not allowed since public access prevention is enforced.");
    }
    binding.members().forEach(this::requireMember);
  }

  private void requireMember(String member) {
    if (member.startsWith("serviceAccount:")) {
      String email = member.substring("serviceAccount:".length());
      if (!hasAccount.test(email) || !state.newNames().isKnown(email, NewNames.Part.POLICIES)) {
        throw Refusal.invalid("Service account " + email + " does not exist.");
      }
    } else if (member.startsWith("group:") || member.startsWith("domain:")) {
      throw Refusal.unknown("members like " + member);
    } else if (!EVERYBODY.contains(member) && KINDS.stream().noneMatch(member::startsWith)) {
      throw Refusal.invalid("Invalid member: " + member);
    }
  }

  private WireAnswer test(ApiCall call) {
    Target target = target(call);
    ObjectNode json = JsonText.object().put("kind", "storage#testIamPermissionsResponse");
    List<String> asked = call.request().query().getOrDefault("permissions", List.of());
    ArrayNode held = json.putArray("permissions");
    asked.stream()
        .filter(each -> state.access().permits(call.who(), each, target.resource()))
        .forEach(held::add);
    return WireAnswer.json(json);
  }
}
