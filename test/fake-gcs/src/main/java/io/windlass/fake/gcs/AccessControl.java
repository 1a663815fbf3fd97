package io.windlass.fake.gcs;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Checks each request against the policies of the project, of the bucket and of the managed folders
 * above an object: cloud.google.com/storage/docs/access-control/iam.
 */
final class AccessControl {
  /** cloud.google.com/iam/docs/downscoping-short-lived-credentials#condition-list. */
  private static final String LISTED = "storage.googleapis.com/objectListPrefix";

  private final FakeClock clock;
  private final FakeSettings settings;
  private final Roles roles;
  private final PolicyHistory project = new PolicyHistory(new IamPolicy(List.of()));

  AccessControl(FakeClock clock, FakeSettings settings, Roles roles) {
    this.clock = clock;
    this.settings = settings;
    this.roles = roles;
  }

  PolicyHistory project() {
    return project;
  }

  Roles roles() {
    return roles;
  }

  /** Refuses a request whose sender lacks a permission. */
  void require(Principal who, String permission, GcsResource resource) {
    if (!permits(who, permission, resource)) {
      throw denied(who, permission, resource);
    }
  }

  /** Returns 401 for an anonymous caller, else 403, with the service's message. */
  private static Refusal denied(Principal who, String permission, GcsResource resource) {
    String what =
        resource.bucket().isEmpty() ? "project" : resource.object().isEmpty() ? "bucket" : "object";
    String message =
        "%s does not have %s access to the Google Cloud %s. Permission '%s' denied on resource (or it may not exist)."
            .formatted(
                who.label(),
                permission,
                what.equals("project") ? what : "Storage " + what,
                permission);
    return who.anonymous()
        ? Refusal.of(401, "required", message)
            .with("WWW-Authenticate", "Bearer realm=\"https://accounts.google.com/\"")
        : Refusal.forbidden(message);
  }

  boolean permits(Principal who, String permission, GcsResource resource) {
    if (!who.scoped(permission)) {
      throw Refusal.of(403, "insufficientPermissions", "Provided scope(s) are not authorized");
    }
    Map<String, String> attributes = new HashMap<>();
    if (permission.endsWith(".list") && resource.bucket().isPresent()) {
      attributes.put(LISTED, resource.object());
    }
    ConditionExpression.Context context =
        new ConditionExpression.Context(resource, clock.now(), attributes);
    Set<String> names = who.names();
    Duration late = settings.policyPropagation();
    Predicate<IamPolicy> permitting = policy -> policy.permits(names, permission, roles, context);
    boolean now =
        policies(resource).map(policy -> policy.effective(clock.now(), late)).anyMatch(permitting);
    boolean soon = policies(resource).map(PolicyHistory::current).anyMatch(permitting);
    if (now != soon) {
      policies(resource).forEach(policy -> policy.hurry(settings.passing(late)));
    }
    boolean past = policies(resource).map(PolicyHistory::late).anyMatch(permitting);
    boolean answer = (now == soon && past != now && isLate(resource)) ? past : now;
    return answer && who.boundary().map(b -> b.permits(permission, roles, context)).orElse(true);
  }

  /** Takes a request, and returns whether a replica answers it that has the policy of before. */
  private boolean isLate(GcsResource resource) {
    return policies(resource)
        .map(PolicyHistory::replicas)
        .filter(Replicas::differ)
        .anyMatch(Replicas::isLate);
  }

  private Stream<PolicyHistory> policies(GcsResource resource) {
    return Stream.of(
            Stream.of(project),
            resource.bucket().map(GcsBucket::policy).stream(),
            resource.bucket().stream().flatMap(b -> b.managedFolders().above(resource.object())))
        .flatMap(each -> each);
  }

  /**
   * Returns 404 to callers that may list; others get the error for a missing permission, so that
   * they learn no names.
   */
  Refusal missing(Principal who, GcsBucket bucket, String object, String permission) {
    GcsResource resource = GcsResource.object(bucket, object);
    if (permits(who, permission, resource)
        && permits(who, "storage.objects.list", GcsResource.list(bucket, object))) {
      return Refusal.notFound("No such object: " + bucket.name() + "/" + object);
    }
    return denied(who, "storage.objects.get", resource);
  }
}
