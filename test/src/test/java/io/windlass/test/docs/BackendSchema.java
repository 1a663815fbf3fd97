package io.windlass.test.docs;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The part of the chart's schema of values that says what a backend is, made from the table of the
 * driver's settings. The rest of the schema stays as it is.
 *
 * @param table the driver's settings in Markdown
 */
record BackendSchema(String table) {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private static final Pattern ROW =
      Pattern.compile(
          "(?m)^\\| `WINDLASS_NAME_(\\w+)` \\| (.*?) \\| (?:\\(([a-z0-9, ]+)\\) )?(.*?) \\| (.*) \\|$");

  private static final String CREDENTIALS = "CREDENTIALS";

  /** The embedded server is of no use in a pod: each pod would have its own. */
  private static final String LOCAL = "local";

  /** What the chart itself sets, by other values. */
  private static final Set<String> OWN = Set.of("KIND", CREDENTIALS, "CA_CERTIFICATE");

  /**
   * A setting of backends.
   *
   * @param kinds those that have it; empty: all
   * @param right what its value is
   */
  private record Row(String name, String unset, List<String> kinds, String meaning, String right) {
    private static final Pattern UNLESS = Pattern.compile("required unless (\\w+)=(\\w+)");

    boolean required() {
      return unset.equals("required");
    }

    /** Adds to a schema of settings that they have another value, or else what is required. */
    void requireUnless(ObjectNode settings, Consumer<ObjectNode> otherwise) {
      Matcher unless = UNLESS.matcher(unset);
      if (unless.matches()) {
        String other = property(unless.group(1));
        ObjectNode choice = settings.withArrayProperty("allOf").addObject();
        ObjectNode condition = choice.putObject("if");
        condition.putArray("required").add(other);
        condition.putObject("properties").putObject(other).put("const", unless.group(2));
        otherwise.accept(choice.putObject("else"));
      }
    }

    boolean of(String kind) {
      return kinds.isEmpty() || kinds.contains(kind);
    }

    String property() {
      return property(name);
    }

    /** PATH_STYLE as pathStyle. */
    private static String property(String name) {
      Matcher word = Pattern.compile("_(\\w)").matcher(name.toLowerCase(Locale.ROOT));
      return word.replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
    }
  }

  /** Returns a schema with this part made anew. */
  String in(String schema) {
    ObjectNode root = (ObjectNode) JSON.readTree(schema);
    ObjectNode parts = (ObjectNode) root.get("$defs");
    ObjectNode backend = parts.putObject("backend").put("type", "object");
    Stream.of("kind", "settings").forEach(backend.putArray("required")::add);
    ObjectNode kind = backend.putObject("properties").putObject("kind").put("type", "string");
    kinds().forEach(kind.putArray("enum")::add);
    var choices = backend.putArray("allOf");
    for (String each : kinds()) {
      ObjectNode choice = choices.addObject();
      choice.putObject("if").putObject("properties").putObject("kind").put("const", each);
      ObjectNode then = choice.putObject("then").put("additionalProperties", false);
      rows()
          .filter(row -> row.of(each) && row.name().equals(CREDENTIALS))
          .forEach(row -> requireCredentials(row, then));
      ObjectNode properties = then.putObject("properties");
      properties.putObject("kind");
      properties.putObject("settings").put("$ref", "#/$defs/" + each + "Settings");
      properties.putObject("credentials").put("$ref", "#/$defs/" + credentials(parts, each));
      properties.putObject("caCertificate").put("$ref", "#/$defs/backendCertificates");
      parts.set(each + "Settings", settings(each));
    }
    return JSON.writeValueAsString(root) + "\n";
  }

  private static void requireCredentials(Row row, ObjectNode backend) {
    if (row.required()) {
      backend.putArray("required").add("credentials");
    }
    ObjectNode settings = JSON.createObjectNode();
    row.requireUnless(settings, not -> not.putArray("required").add("credentials"));
    // What decides is among the settings of the backend, and credentials are beside these.
    for (JsonNode choice : settings.withArrayProperty("allOf")) {
      ObjectNode above = backend.withArrayProperty("allOf").addObject();
      above.putObject("if").putObject("properties").set("settings", choice.get("if"));
      above.set("else", choice.get("else"));
    }
  }

  /** A kind whose files nobody has listed may have any. */
  private static String credentials(ObjectNode parts, String kind) {
    String name = kind + "Credentials";
    if (!parts.has(name)) {
      ObjectNode any = parts.get("s3Credentials").deepCopy().asObject();
      ObjectNode values = any.get("properties").get("values").asObject();
      values.putObject("properties");
      values.putObject("additionalProperties").put("type", "string").put("minLength", 1);
      parts.set(name, any);
    }
    return name;
  }

  private ObjectNode settings(String kind) {
    ObjectNode schema =
        JSON.createObjectNode().put("type", "object").put("additionalProperties", false);
    ObjectNode properties = schema.putObject("properties");
    var required = schema.putArray("required");
    rows()
        .filter(row -> row.of(kind) && !OWN.contains(row.name()))
        .forEach(row -> {
          ObjectNode property = properties.putObject(row.property());
          ValueSchema.setting(property, row.right());
          property.put("description", "%s Value: %s.".formatted(row.meaning(), row.right()));
          if (row.required()) {
            required.add(row.property());
          }
          row.requireUnless(schema, not -> not.putArray("required").add(row.property()));
        });
    return schema;
  }

  private Set<String> kinds() {
    Set<String> kinds = new TreeSet<>();
    rows().forEach(row -> kinds.addAll(row.kinds()));
    kinds.remove(LOCAL);
    return kinds;
  }

  private Stream<Row> rows() {
    return ROW.matcher(table)
        .results()
        .map(row ->
            new Row(
                row.group(1),
                row.group(2),
                row.group(3) == null ? List.of() : List.of(row.group(3).split(", ", -1)),
                row.group(4),
                row.group(5)));
  }
}
