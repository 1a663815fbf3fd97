package io.windlass.fake.gcs;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Who sent a request.
 *
 * @param member name in bindings; empty for an anonymous caller
 * @param scopes OAuth scopes of the token; empty if nothing is limited
 */
record Principal(String member, Set<String> scopes, Optional<AccessBoundary> boundary) {
  static final Principal ANONYMOUS = new Principal("", Set.of(), Optional.empty());
  private static final String AUTH = "https://www.googleapis.com/auth/";
  private static final Set<String> FULL =
      Set.of(AUTH + "cloud-platform", AUTH + "devstorage.full_control");

  static Principal serviceAccount(String email) {
    return new Principal("serviceAccount:" + email, Set.of(), Optional.empty());
  }

  boolean anonymous() {
    return member.isEmpty();
  }

  /**
   * Returns all names that bindings may use for it:
   * cloud.google.com/iam/docs/principal-identifiers.
   */
  Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    names.add("allUsers");
    if (!anonymous()) {
      names.add("allAuthenticatedUsers");
      names.add(member);
    }
    int subject = member.indexOf("/subject/");
    if (member.startsWith("principal:") && subject > 0) {
      names.add(member.substring(0, subject).replace("principal:", "principalSet:") + "/*");
    }
    return names;
  }

  /** Returns the name for error messages. */
  String label() {
    return anonymous() ? "Anonymous caller" : member.substring(member.indexOf(':') + 1);
  }

  /** Returns whether the scopes are sufficient: cloud.google.com/storage/docs/oauth-scopes. */
  boolean scoped(String permission) {
    boolean reads = permission.endsWith(".get") || permission.endsWith(".list");
    boolean administers = permission.endsWith("IamPolicy") || permission.contains("hmacKeys");
    return scopes.isEmpty()
        || scopes.stream().anyMatch(FULL::contains)
        || (scopes.contains(AUTH + "devstorage.read_write") && !administers)
        || (scopes.contains(AUTH + "devstorage.read_only") && reads && !administers);
  }
}
