package io.windlass.store.gcs.access;

import com.google.api.services.storage.model.Expr;
import com.google.api.services.storage.model.Policy;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * Who has roles by a policy, and until when: "Principal identifiers", "IAM Conditions".
 *
 * @param member as policies name it
 * @param account of the access. A service account of Kubernetes may have several accesses, which
 *     end separately: so its bindings have a condition with this as its title
 * @param titled whether the bindings are found by that title, because the member may have others
 * @param expiry when the roles end
 */
record GcsHolder(String member, String account, boolean titled, Optional<Instant> expiry) {
  /** Is always true; only with a condition is a binding one of its own. */
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

  /** Returns whether this binding gives it a role on these terms. */
  boolean has(Policy.Bindings binding, String role) {
    return isIn(binding)
        && binding.getRole().equals(role)
        && expression(Optional.ofNullable(binding.getCondition())).equals(expression(condition()));
  }

  private static Optional<String> expression(Optional<Expr> condition) {
    return condition.flatMap(each -> Optional.ofNullable(each.getExpression()));
  }

  /** Returns whether this binding is one of its own. */
  boolean isIn(Policy.Bindings binding) {
    return binding.getMembers().contains(member) && (!titled || hasTitle(binding));
  }

  private boolean hasTitle(Policy.Bindings binding) {
    return binding.getCondition() != null && title().equals(binding.getCondition().getTitle());
  }

  /** Returns a binding as it is without the holder; empty if nobody else is in it. */
  Optional<Policy.Bindings> without(Policy.Bindings binding) {
    return isIn(binding)
        ? GcsPolicies.members(binding, each -> !each.equals(member))
        : Optional.of(binding);
  }
}
