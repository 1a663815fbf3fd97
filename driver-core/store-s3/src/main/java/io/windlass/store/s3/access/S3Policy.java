package io.windlass.store.s3.access;

import io.windlass.access.Principal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Writes and compares IAM policies, in which S3 servers read what a principal may do. */
final class S3Policy {
  private static final String VERSION = "2012-10-17";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private S3Policy() {}

  /**
   * Returns the policy of a principal that {@link S3Rules} has checked. Equal principals give equal
   * text, as long as their buckets are encrypted by the same keys.
   *
   * @param dialect how the server's policies are written
   */
  static String of(Principal principal, IamDialect dialect) {
    SortedMap<String, Object> always = new TreeMap<>();
    principal
        .expiry()
        .ifPresent(end ->
            always.put(
                "DateLessThan",
                Map.of("aws:CurrentTime", end.truncatedTo(ChronoUnit.SECONDS).toString())));
    List<Map<String, Object>> statements = new ArrayList<>();
    // Grants with the same actions share a statement, because the size of a policy is limited.
    SortedMap<String, Allowed> shared = new TreeMap<>();
    principal.buckets().stream()
        .map(S3Permissions::of)
        .forEach(allowed -> {
          String bucket = "arn:%s:s3:::%s".formatted(dialect.partition(), allowed.bucket());
          add(
              shared,
              named(allowed.objectActions(), dialect),
              bucket + "/" + allowed.prefix() + "*");
          add(shared, named(allowed.bucketActions(), dialect), bucket);
          SortedSet<String> lists = named(allowed.listActions(), dialect);
          if (allowed.prefix().isEmpty()) {
            add(shared, lists, bucket);
          } else if (!lists.isEmpty()) {
            statements.add(allow(lists, Set.of(bucket), below(always, allowed.prefix())));
          }
          usesOfKeys(allowed, dialect, always)
              .forEach(use -> {
                if (!statements.contains(use)) {
                  statements.add(use);
                }
              });
        });
    shared.values().forEach(each -> statements.add(allow(each.actions, each.resources, always)));
    if (!dialect.denied().isEmpty()) {
      statements.add(
          new TreeMap<>(Map.of("Effect", "Deny", "Action", new TreeSet<>(dialect.denied()))));
    }
    return JSON.writeValueAsString(
        new TreeMap<>(Map.of("Version", VERSION, "Statement", statements)));
  }

  private static SortedSet<String> named(SortedSet<String> actions, IamDialect dialect) {
    return actions.stream()
        .map(dialect::name)
        .flatMap(Optional::stream)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Resources on which the same actions are allowed. */
  private record Allowed(Collection<String> actions, SortedSet<String> resources) {}

  private static void add(
      SortedMap<String, Allowed> to, SortedSet<String> actions, String resource) {
    if (!actions.isEmpty()) {
      to.computeIfAbsent(actions.toString(), _ -> new Allowed(actions, new TreeSet<>()))
          .resources
          .add(resource);
    }
  }

  private static Map<String, Object> allow(
      Collection<String> actions, Collection<String> resources, Map<String, Object> conditions) {
    Map<String, Object> statement = new TreeMap<>();
    statement.put("Effect", "Allow");
    statement.put("Action", actions);
    statement.put("Resource", resources);
    if (!conditions.isEmpty()) {
      statement.put("Condition", conditions);
    }
    return statement;
  }

  /**
   * Returns the permissions to use the keys of a bucket through S3. An upload in parts reads what
   * it has written, so whoever writes must also be allowed to decrypt.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingKMSEncryption.html">Using
   *     server-side encryption with AWS KMS keys, "Permissions"</a>
   * @see <a
   *     href="https://docs.aws.amazon.com/kms/latest/developerguide/conditions-kms.html">kms:ViaService</a>
   */
  private static List<Map<String, Object>> usesOfKeys(
      S3Permissions allowed, IamDialect dialect, Map<String, Object> always) {
    SortedSet<String> actions = new TreeSet<>();
    if (!Collections.disjoint(allowed.objectActions(), S3Actions.DATA_READ)) {
      actions.add("kms:Decrypt");
    }
    if (allowed.objectActions().contains("s3:PutObject")) {
      actions.addAll(Set.of("kms:Decrypt", "kms:GenerateDataKey"));
    }
    return actions.isEmpty()
        ? List.of()
        : dialect.keys().of(allowed.bucket()).stream()
            .map(key -> {
              Map<String, Object> conditions = new TreeMap<>(always);
              conditions.put("StringEquals", Map.of("kms:ViaService", key.services()));
              key.alias()
                  .ifPresent(alias ->
                      conditions.put(
                          "ForAnyValue:StringEquals", Map.of("kms:ResourceAliases", alias)));
              return allow(actions, Set.of(key.resource()), conditions);
            })
            .toList();
  }

  private static Map<String, Object> below(Map<String, Object> conditions, String prefix) {
    Map<String, Object> more = new TreeMap<>(conditions);
    more.put("StringLike", Map.of("s3:prefix", prefix + "*"));
    return more;
  }

  /**
   * Returns a policy as it was sent, of an answer of IAM: AWS encodes it there as in URLs
   * ("GetUserPolicy", "GetRole"), and Ceph does not.
   */
  static String decoded(String document) {
    return document.stripLeading().startsWith("{")
        ? document
        : URLDecoder.decode(document.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Returns whether two policies mean the same, whatever their order and form. */
  static boolean same(String one, String other) {
    try {
      return canonical(JSON.readTree(one)).equals(canonical(JSON.readTree(other)));
    } catch (JacksonException e) {
      return false;
    }
  }

  /** Returns a canonical form, in which lists are sets, and a single value is a list of one. */
  private static String canonical(JsonNode node) {
    if (node.isObject()) {
      return node.propertyStream()
          .map(entry -> entry.getKey() + ":" + canonical(entry.getValue()))
          .sorted()
          .collect(Collectors.joining(",", "{", "}"));
    }
    if (node.isArray()) {
      return node.valueStream()
          .map(item -> item.isContainer() ? canonical(item) : item.toString())
          .sorted()
          .collect(Collectors.joining(",", "[", "]"));
    }
    return "[" + node + "]";
  }
}
