package io.windlass.store.s3.bucket;

import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ExpirationStatus;
import software.amazon.awssdk.services.s3.model.LifecycleExpiration;
import software.amazon.awssdk.services.s3.model.LifecycleRule;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** By what objects of a bucket are deleted, or reached by everybody, without the driver. */
final class S3Dangers {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final S3Client client;
  private final StoreErrors errors;
  private final String bucket;

  S3Dangers(S3Client client, StoreErrors errors, String bucket) {
    this.client = client;
    this.errors = errors;
    this.bucket = bucket;
  }

  List<String> all() {
    List<String> found = new ArrayList<>(seen(this::expiries));
    found.addAll(seen(this::statements));
    return found;
  }

  /** What is not there, not offered or not to be seen is no danger that is known. */
  private static List<String> seen(Supplier<List<String>> look) {
    try {
      return look.get();
    } catch (DriverException.NotFound
        | DriverException.Unsupported
        | DriverException.PermissionDenied e) {
      return List.of();
    }
  }

  private List<String> expiries() {
    return errors
        .call(
            "look at lifecycle of",
            bucket,
            () -> client.getBucketLifecycleConfiguration(get -> get.bucket(bucket)))
        .rules()
        .stream()
        .filter(S3Dangers::deletes)
        .map(rule -> "its lifecycle rule '%s' deletes objects".formatted(rule.id()))
        .toList();
  }

  private static boolean deletes(LifecycleRule rule) {
    LifecycleExpiration expiration = rule.expiration();
    return rule.status() == ExpirationStatus.ENABLED
        && expiration != null
        && (expiration.days() != null || expiration.date() != null);
  }

  private List<String> statements() {
    String policy =
        errors
            .call(
                "look at policy of",
                bucket,
                () -> client.getBucketPolicy(get -> get.bucket(bucket)))
            .policy();
    List<String> found = new ArrayList<>();
    try {
      for (JsonNode statement : each(JSON.readTree(policy).path("Statement"))) {
        if (statement.path("Effect").asString("").equals("Allow")
            && isEverybody(statement.path("Principal"))
            && statement.path("Condition").isMissingNode()) {
          found.add(
              "its policy permits %s to everybody".formatted(statement.path("Action").toString()));
        }
      }
    } catch (JacksonException e) {
      return List.of();
    }
    return found;
  }

  private static List<JsonNode> each(JsonNode oneOrMany) {
    List<JsonNode> all = new ArrayList<>();
    if (oneOrMany.isArray()) {
      oneOrMany.forEach(all::add);
    } else {
      all.add(oneOrMany);
    }
    return all;
  }

  private static boolean isEverybody(JsonNode principal) {
    JsonNode who = principal.isObject() ? principal.path("AWS") : principal;
    return each(who).stream().anyMatch(one -> one.asString("").equals("*"));
  }
}
