package io.windlass.fake.gcs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Who may do what: cloud.google.com/iam/docs/reference/rest/v1/Policy. */
record IamPolicy(List<Binding> bindings) {

  /** One condition. */
  record Condition(
      String title,
      String description,
      String expression,
      Function<ConditionExpression.Context, Boolean> test) {}

  /** Members of one role. */
  record Binding(String role, List<String> members, Optional<Condition> condition) {

    boolean holds(Set<String> names, ConditionExpression.Context context) {
      return members.stream().anyMatch(names::contains)
          && condition.map(c -> c.test().apply(context)).orElse(true);
    }
  }

  static Binding binding(String role, String... members) {
    return new Binding(role, List.of(members), Optional.empty());
  }

  boolean conditional() {
    return bindings.stream().anyMatch(binding -> binding.condition().isPresent());
  }

  long members() {
    return bindings.stream().mapToLong(binding -> binding.members().size()).sum();
  }

  IamPolicy with(Binding binding) {
    List<Binding> all = new ArrayList<>(bindings);
    all.add(binding);
    return new IamPolicy(List.copyOf(all));
  }

  IamPolicy renamed(UnaryOperator<String> member) {
    return new IamPolicy(
        bindings.stream()
            .map(b ->
                new Binding(b.role(), b.members().stream().map(member).toList(), b.condition()))
            .toList());
  }

  /** Returns whether a principal with these names has a permission. */
  boolean permits(
      Set<String> names, String permission, Roles roles, ConditionExpression.Context context) {
    return bindings.stream()
        .anyMatch(b -> roles.permits(b.role(), permission) && b.holds(names, context));
  }

  /** Reads the bindings of a body. */
  static IamPolicy of(ObjectNode body) {
    return new IamPolicy(
        JsonText.elements(body, "bindings").stream()
            .map(node ->
                new Binding(
                    JsonText.text(node, "role").orElseThrow(() -> Refusal.required("role")),
                    JsonText.texts(node, "members"),
                    node.optional("condition").filter(c -> !c.isNull()).map(IamPolicy::condition)))
            .toList());
  }

  private static Condition condition(JsonNode node) {
    String expression =
        JsonText.text(node, "expression").orElseThrow(() -> Refusal.required("expression"));
    return new Condition(
        JsonText.text(node, "title")
            .filter(title -> !title.isEmpty())
            .orElseThrow(() -> Refusal.required("title")),
        JsonText.text(node, "description").orElse(""),
        expression,
        ConditionExpression.of(expression));
  }

  /**
   * Returns the policy for an answer.
   *
   * @param conditions whether the caller supports conditions; if not, a mark replaces each: "Policy
   *     versions", cloud.google.com/iam/docs/allow-policies
   */
  ObjectNode json(boolean conditions) {
    ObjectNode policy = JsonText.object();
    policy.put("version", conditions && conditional() ? 3 : 1);
    ArrayNode all = policy.putArray("bindings");
    for (Binding binding : bindings) {
      ObjectNode one = all.addObject();
      ArrayNode members = one.putArray("members");
      binding.members().forEach(members::add);
      binding
          .condition()
          .filter(_ -> conditions)
          .ifPresent(condition ->
              one.putObject("condition")
                  .put("title", condition.title())
                  .put("description", condition.description())
                  .put("expression", condition.expression()));
      String mark =
          conditions || binding.condition().isEmpty()
              ? ""
              : "_withcond_"
                  + Integer.toHexString(binding.condition().get().expression().hashCode());
      one.put("role", binding.role() + mark);
    }
    return policy;
  }
}
