package io.windlass.provision.iam;

import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An inline policy of {@link FakeIam}. */
public record InlinePolicy(String name, String document) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Returns the statements of a document; API, MalformedPolicyDocument. */
  static Iterable<JsonNode> statements(String document) {
    try {
      return JSON.readTree(document).path("Statement").values();
    } catch (JacksonException e) {
      throw new IamRefusal(400, "MalformedPolicyDocument", "Syntax errors in policy.");
    }
  }

  /** Returns whether it permits an action, as "IAM JSON policy reference" has it. */
  boolean permits(String action, String resource, Instant now) {
    for (JsonNode statement : statements(document)) {
      if (permits(statement, action, resource, now)) {
        return true;
      }
    }
    return false;
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
        && matches(statement.path("Action"), action)
        && matches(statement.path("Resource"), resource);
  }

  /** One pattern, or a list of them. */
  private static boolean matches(JsonNode patterns, String text) {
    Stream<JsonNode> all = patterns.isArray() ? patterns.valueStream() : Stream.of(patterns);
    return all.map(JsonNode::asString)
        .anyMatch(pattern ->
            pattern.endsWith("*")
                ? text.startsWith(pattern.substring(0, pattern.length() - 1))
                : text.equals(pattern));
  }
}
