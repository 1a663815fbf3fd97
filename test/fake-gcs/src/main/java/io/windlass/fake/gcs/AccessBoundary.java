package io.windlass.fake.gcs;

import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a downscoped token may still do:
 * cloud.google.com/iam/docs/downscoping-short-lived-credentials.
 */
record AccessBoundary(List<Rule> rules) {
  private static final int MOST_RULES = 10;
  private static final String BUCKETS = "//storage.googleapis.com/projects/_/buckets/";
  private static final String IN_ROLE = "inRole:";

  /** Roles on one bucket, under a condition. */
  record Rule(
      String bucket, List<String> roles, Function<ConditionExpression.Context, Boolean> condition) {

    boolean permits(String permission, Roles known, ConditionExpression.Context context) {
      return context.resource().bucket().filter(there -> there.name().equals(bucket)).isPresent()
          && roles.stream().anyMatch(role -> known.permits(role, permission))
          && condition.apply(context);
    }
  }

  boolean permits(String permission, Roles known, ConditionExpression.Context context) {
    return rules.stream().anyMatch(rule -> rule.permits(permission, known, context));
  }

  /** Reads the boundary in the options of a token exchange. */
  static AccessBoundary of(ObjectNode options) {
    List<Rule> rules =
        JsonText.elements(options.path("accessBoundary"), "accessBoundaryRules").stream()
            .map(AccessBoundary::rule)
            .toList();
    if (rules.isEmpty() || rules.size() > MOST_RULES) {
      throw Refusal.of(400, "invalid_request", "There must be 1 to 10 access boundary rules.");
    }
    return new AccessBoundary(rules);
  }

  private static Rule rule(JsonNode node) {
    String resource = JsonText.text(node, "availableResource").orElse("");
    List<String> permissions = JsonText.texts(node, "availablePermissions");
    if (!resource.startsWith(BUCKETS)
        || permissions.isEmpty()
        || !permissions.stream().allMatch(one -> one.startsWith(IN_ROLE))) {
      throw Refusal.of(400, "invalid_request", "Invalid access boundary rule.");
    }
    return new Rule(
        resource.substring(BUCKETS.length()),
        permissions.stream().map(one -> one.substring(IN_ROLE.length())).toList(),
        JsonText.text(node.path("availabilityCondition"), "expression")
            .map(ConditionExpression::of)
            .orElse(_ -> true));
  }
}
