package io.windlass.store.gcs.access;

import com.google.api.services.storage.model.Expr;
import com.google.api.services.storage.model.Policy;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * The holder of roles in a policy, and the expiry of the roles: "Principal identifiers", "IAM
 * Conditions".
 *
 * @param member name in policies
 * @param account of the access. A service account of Kubernetes may have several accesses, which
 *     end separately. So each of its bindings has a condition with this title
 * @param titled whether that title identifies the bindings, because the member may have others
 * @param expiry when the roles end
 */
record GcsHolder(String member, String account, boolean titled, Optional<Instant> expiry) {
  /** Always true. A condition keeps the binding separate from others. */
  private static final String ALWAYS = "request.time > timestamp(\"2000-01-01T00:00:00Z\")";

  private String title() {
    return "windlass " + account;
  }

  private Optional<Expr> condition() {
    Optional<String> expression =
        expiry
            .map(end ->
                "request.time < timestamp(\"%s\")".formatted(end.truncatedTo(ChronoUnit.SECONDS)))
            .or(() -> titled ? Optional.of(ALWAYS) : Optional.empty());
    return expression.map(text -> new Expr().setTitle(title()).setExpression(text));
  }

  /** Returns the binding that gives it a role. */
  Policy.Bindings binding(String role) {
    Policy.Bindings binding = new Policy.Bindings().setRole(role).setMembers(List.of(member));
    condition().ifPresent(binding::setCondition);
    return binding;
  }

  /** Returns whether this binding gives the holder a role until the expiry. */
  boolean has(Policy.Bindings binding, String role) {
    return isIn(binding)
        && binding.getRole().equals(role)
        && expression(Optional.ofNullable(binding.getCondition())).equals(expression(condition()));
  }

  private static Optional<String> expression(Optional<Expr> condition) {
    return condition.flatMap(each -> Optional.ofNullable(each.getExpression()));
  }

  /** Returns whether this binding is one of the holder's. */
  boolean isIn(Policy.Bindings binding) {
    return binding.getMembers().contains(member) && (!titled || hasTitle(binding));
  }

  private boolean hasTitle(Policy.Bindings binding) {
    return binding.getCondition() != null && title().equals(binding.getCondition().getTitle());
  }

  /** Returns a binding without the holder; empty if it has no other members. */
  Optional<Policy.Bindings> without(Policy.Bindings binding) {
    return isIn(binding)
        ? GcsPolicies.members(binding, each -> !each.equals(member))
        : Optional.of(binding);
  }
}
