package io.windlass.store.s3.access;

import io.windlass.error.DriverException;
import io.windlass.operation.Deadline;
import io.windlass.secret.Secret;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Client for the calls of MinIO's admin API that the driver needs; each call can be repeated.
 * MinIO's own client for Java would bring 24 jars of 22 MB for these few calls, among them Kotlin,
 * a second HTTP client and a second cryptography provider.
 *
 * <p>One instance serves one operation.
 */
final class MinioAdmin {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final MinioCalls calls;
  private final Deadline deadline;

  /**
   * Makes a client for one operation.
   *
   * @param deadline by which all calls of the instance end
   */
  MinioAdmin(MinioCalls calls, Deadline deadline) {
    this.calls = calls;
    this.deadline = deadline;
  }

  /**
   * Returns an instance for an operation that begins now. All its calls together end by {@link
   * MinioCalls#deadline}.
   */
  static MinioAdmin begin(MinioCalls calls) {
    return new MinioAdmin(calls, calls.deadline());
  }

  /**
   * State of a user on the server.
   *
   * @param policies names of the policies attached to it
   */
  record User(boolean enabled, Set<String> policies) {}

  /** Makes a user, or sets the secret of an existing one and enables it. */
  void putUser(String accessKey, Secret secret) {
    Secret body =
        Secret.of(
            JSON.writeValueAsString(Map.of("secretKey", secret.reveal(), "status", "enabled")));
    make(
        MinioCalls.Call.put("add-user", Map.of("accessKey", accessKey), body).sealed(),
        "make user",
        accessKey);
  }

  Optional<User> findUser(String accessKey) {
    return find(
            MinioCalls.Call.get("user-info", Map.of("accessKey", accessKey)),
            "look at user",
            accessKey)
        .map(user ->
            new User(
                user.path("status").asString("").equals("enabled"),
                Arrays.stream(user.path("policyName").asString("").split(",", -1))
                    .filter(name -> !name.isEmpty())
                    .collect(Collectors.toSet())));
  }

  /** Removes a user, and with it all keys that it made for itself; no error if it is gone. */
  void removeUser(String accessKey) {
    remove(
        MinioCalls.Call.delete("remove-user", Map.of("accessKey", accessKey)),
        "remove user",
        accessKey);
  }

  /** Makes a policy, or replaces it for all users that it is attached to. */
  void putPolicy(String name, String document) {
    make(
        MinioCalls.Call.put("add-canned-policy", Map.of("name", name), Secret.of(document)),
        "make policy",
        name);
  }

  Optional<String> findPolicy(String name) {
    return find(
            MinioCalls.Call.get("info-canned-policy", Map.of("name", name)), "look at policy", name)
        .map(JsonNode::toString);
  }

  /**
   * Removes a policy; no error if it is gone.
   *
   * @throws DriverException.InUse when it is attached to a user
   */
  void removePolicy(String name) {
    try {
      remove(
          MinioCalls.Call.delete("remove-canned-policy", Map.of("name", name)),
          "remove policy",
          name);
    } catch (DriverException.InvalidArgument e) {
      throw new DriverException.InUse(
          e.getMessage() + "; if it is attached to users that the driver did not make, detach it");
    }
  }

  /** Returns the names of all policies. */
  Set<String> policies() {
    return new TreeSet<>(
        read(make(MinioCalls.Call.get("list-canned-policies", Map.of()), "list", "policies"))
            .propertyNames());
  }

  /** Attaches exactly this policy to a user, and detaches all others. */
  void attach(String policy, String accessKey) {
    make(
        MinioCalls.Call.put(
            "set-user-or-group-policy",
            Map.of("policyName", policy, "userOrGroup", accessKey, "isGroup", "false")),
        "attach policy to",
        accessKey);
  }

  /** Sets the quota of a bucket in bytes; empty: no limit. */
  void quota(String bucket, OptionalLong bytes) {
    String body =
        JSON.writeValueAsString(
            bytes.isPresent()
                ? Map.of("quota", bytes.getAsLong(), "size", bytes.getAsLong(), "quotatype", "hard")
                : Map.of("quota", 0, "size", 0));
    make(
        MinioCalls.Call.put("set-bucket-quota", Map.of("bucket", bucket), Secret.of(body)),
        "set quota of",
        bucket);
  }

  /** Returns the quota of a bucket in bytes, if it has one. */
  OptionalLong quota(String bucket) {
    JsonNode quota =
        read(
            make(
                MinioCalls.Call.get("get-bucket-quota", Map.of("bucket", bucket)),
                "look at quota of",
                bucket));
    long bytes = quota.path("size").asLong(quota.path("quota").asLong(0));
    return bytes > 0 ? OptionalLong.of(bytes) : OptionalLong.empty();
  }

  /** Returns whether the server has a key management service. */
  boolean encrypts() {
    try {
      make(MinioCalls.Call.post("kms/status"), "look at", "the key management service");
      return true;
    } catch (DriverException.Unsupported e) {
      return false;
    }
  }

  private byte[] make(MinioCalls.Call call, String operation, String target) {
    return calls.make(call, operation, target, deadline);
  }

  private Optional<JsonNode> find(MinioCalls.Call call, String operation, String target) {
    try {
      return Optional.of(read(make(call, operation, target)));
    } catch (DriverException.NotFound e) {
      return Optional.empty();
    }
  }

  private void remove(MinioCalls.Call call, String operation, String target) {
    try {
      make(call, operation, target);
    } catch (DriverException.NotFound e) {
      // gone already
    }
  }

  private JsonNode read(byte[] answer) {
    try {
      return JSON.readTree(answer);
    } catch (JacksonException e) {
      throw new DriverException.Unexpected(
          calls.errors().says("read", "the admin API's answer", "it is not JSON"), e);
    }
  }
}
