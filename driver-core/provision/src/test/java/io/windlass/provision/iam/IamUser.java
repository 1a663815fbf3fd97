package io.windlass.provision.iam;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

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
    Optional<InlinePolicy> policy,
    boolean hasAttached) {

  /** Makes one as a request says. */
  static IamUser of(String name, Map<String, String> form) {
    return new IamUser(
        name, form.getOrDefault("Path", "/"), tags(form), Map.of(), Optional.empty(), false);
  }

  /** Returns the tags that a request has. */
  static Map<String, String> tags(Map<String, String> form) {
    Map<String, String> tags = new LinkedHashMap<>();
    for (int i = 1; form.containsKey("Tags.member.%d.Key".formatted(i)); i++) {
      tags.put(
          form.get("Tags.member.%d.Key".formatted(i)),
          form.getOrDefault("Tags.member.%d.Value".formatted(i), ""));
    }
    return tags;
  }

  IamUser withPolicy(Optional<InlinePolicy> other) {
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

  /** Returns whether its policy permits an action. */
  boolean mayDo(String action, String resource, Instant now) {
    return policy.stream().anyMatch(inline -> inline.permits(action, resource, now));
  }
}
