package io.windlass.provision.iam;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A user of {@link FakeIam}.
 *
 * @param keys whether each is active, by its id, the oldest first
 * @param hasAttached whether an administrator has attached a policy
 */
public record IamUser(
    String name,
    String path,
    Map<String, String> tags,
    Map<String, Boolean> keys,
    Optional<Policy> policy,
    boolean hasAttached) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** An inline policy. */
  public record Policy(String name, String document) {}

  /** Makes one as a request says. */
  static IamUser of(String name, Map<String, String> form) {
    Map<String, String> tags = new LinkedHashMap<>();
    for (int i = 1; form.containsKey("Tags.member.%d.Key".formatted(i)); i++) {
      tags.put(
          form.get("Tags.member.%d.Key".formatted(i)),
          form.getOrDefault("Tags.member.%d.Value".formatted(i), ""));
    }
    return new IamUser(
        name, form.getOrDefault("Path", "/"), tags, Map.of(), Optional.empty(), false);
  }

  IamUser withPolicy(Optional<Policy> other) {
    return new IamUser(name, path, tags, keys, other, hasAttached);
  }

  IamUser withAttached() {
    return new IamUser(name, path, tags, keys, policy, true);
  }

  IamUser withKey(String id, boolean active) {
    Map<String, Boolean> more = new LinkedHashMap<>(keys);
    more.put(id, active);
    return new IamUser(name, path, tags, more, policy, hasAttached);
  }

  IamUser withoutKey(String id) {
    Map<String, Boolean> fewer = new LinkedHashMap<>(keys);
    fewer.remove(id);
    return new IamUser(name, path, tags, fewer, policy, hasAttached);
  }

  /** Returns whether the policy permits an action, as "IAM JSON policy reference" has it. */
  boolean mayDo(String action, String resource, Instant now) {
    return policy.stream()
        .flatMap(inline -> JSON.readTree(inline.document).path("Statement").valueStream())
        .anyMatch(statement -> permits(statement, action, resource, now));
  }

  private static boolean permits(JsonNode statement, String action, String resource, Instant now) {
    for (Map.Entry<String, JsonNode> condition : statement.path("Condition").properties()) {
      if (!condition.getKey().equals("DateLessThan")) {
        throw new IamRefusal(501, "NotImplemented", "FakeIam has no " + condition.getKey());
      }
      String end = condition.getValue().path("aws:CurrentTime").asString();
      if (!now.isBefore(Instant.parse(end))) {
        return false;
      }
    }
    return statement.path("Effect").asString().equals("Allow")
        && statement.path("Action").valueStream().anyMatch(a -> a.asString().equals(action))
        && statement
            .path("Resource")
            .valueStream()
            .map(JsonNode::asString)
            .anyMatch(pattern ->
                pattern.endsWith("*")
                    ? resource.startsWith(pattern.substring(0, pattern.length() - 1))
                    : resource.equals(pattern));
  }
}
