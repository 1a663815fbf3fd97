package io.windlass.test.docs;

import io.windlass.setting.TimeAmount;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a value may be, as JSON Schema, from the words of the tables of settings and parameters. It
 * refuses no text that the driver takes, and the driver refuses more. What YAML reads as a number
 * is to be quoted where a text is meant: it would be another text, as 022 is 18.
 */
final class ValueSchema {
  private static final String NUMBER = "integer";
  private static final String STRING = "string";

  /** A refusal repeats the value, so one with a password is left to the driver. */
  private static final String WITH_USER = ".*@.*";

  /** The driver alone reads these. */
  private static final String ISO_TIME = "[+-]?[Pp].*";

  private static final String SIZE = "^0*[1-9][0-9]*([KMGTP]i?|k)?$";

  /** Words, and what they say. The first that match count. */
  private record Form(Pattern words, BiConsumer<ObjectNode, MatchResult> schema) {
    static Form of(String words, BiConsumer<ObjectNode, MatchResult> schema) {
      return new Form(Pattern.compile(words), schema);
    }

    static Form matching(String words, String pattern) {
      return of(words, (value, _) -> text(value, pattern));
    }
  }

  private static final List<Form> BOTH =
      List.of(
          Form.of(
              "(\\d+) to (\\d+) (?:lower case letters and digits|.*a-z, 0-9\\b.*)",
              (value, found) ->
                  text(value, "^[a-z0-9-]{%s,%s}$".formatted(found.group(1), found.group(2)))),
          Form.of(
              "(\\d+) to (\\d+) letters, digits and '-'",
              (value, found) ->
                  text(value, "^[A-Za-z0-9-]{%s,%s}$".formatted(found.group(1), found.group(2)))),
          Form.of(
              "up to (\\d+) of a-z, 0-9, hyphen.*",
              (value, found) -> text(value, "^[a-z0-9-]{1,%s}$".formatted(found.group(1)))),
          Form.of(
              "a time from (\\S+) to ([^\\s;,]+).*",
              (value, found) -> time(value, found.group(1), found.group(2))),
          Form.matching(
              "like https://[^/]*, with neither path nor user|a URL with http or https and a host.*",
              "^(https?://[^/?#]+/?|" + WITH_USER + ")$"),
          Form.matching("like https://[^/]*; .*", "^(https?://[^/?#]+.*|" + WITH_USER + ")$"),
          Form.matching("a URL that begins with https://", "^https://.+$"),
          Form.matching("the ARN of .*", "^arn:"));

  private static final List<Form> SETTINGS =
      List.of(
          Form.of(
              "a number from (\\d+) to (\\d+)",
              (value, found) -> between(value.put("type", NUMBER), found)),
          Form.of("true or false", (value, _) -> value.put("type", "boolean")),
          Form.of(
              "one of (.*)|(\\S+, \\S+ or \\S+)",
              (value, found) ->
                  choice(value, (found.group(1) == null ? found.group() : found.group(1)))),
          Form.of(
              "\\S+ separated by commas, each once, each of (.*)",
              (value, found) -> {
                value.put("type", "array").put("minItems", 1).put("uniqueItems", true);
                setting(value.putObject("items"), found.group(1));
              }));

  /** A class has its parameters as text, and the chart writes numbers and booleans so. */
  private static final List<Form> PARAMETERS =
      List.of(
          Form.of(
              "true, false",
              (value, _) -> value.putArray("enum").add(true).add(false).add("true").add("false")),
          Form.of(
              "[\\w:]+(?:, [\\w:]+)+|[A-Z][A-Za-z]+",
              (value, found) -> choice(value, found.group())),
          Form.of("octal, .*", (value, _) -> text(value, "^[0-7]{1,4}$")),
          Form.of(
              "(\\d+) to (\\d+)(?:, .*)?",
              (value, found) -> {
                value.putArray("type").add(NUMBER).add(STRING);
                between(value, found)
                    .put(
                        "pattern",
                        "^0*(%s)$"
                            .formatted(
                                NumberPattern.of(
                                    Long.parseLong(found.group(1)),
                                    Long.parseLong(found.group(2)))));
              }),
          Form.of(
              "bytes, or like .*|a size .*",
              (value, _) -> {
                value.putArray("type").add(NUMBER).add(STRING);
                value.put("minimum", 1).put("pattern", SIZE);
              }),
          Form.of(
              "0, or a time from (\\S+) to (\\S+); without a unit, seconds",
              (value, found) -> seconds(value, length(found.group(1)), length(found.group(2)))),
          Form.of(
              "like 500ms.*; at most (\\S+)", (value, found) -> time(value, "0", found.group(1))),
          Form.matching("like 12h.*", "^([0-9]{1,9}(ms|s|m|h|d)|" + ISO_TIME + ")$"),
          Form.of(
              "up to (\\d+) printable characters",
              (value, found) -> {
                text(value, "^.+$");
                value.put("maxLength", Integer.parseInt(found.group(1)));
              }),
          Form.matching("a namespace", "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"),
          Form.matching("the name of a bucket", "^[a-z0-9.-]{3,63}$"));

  private ValueSchema() {}

  /** Describes a value of the chart that is written for a setting. */
  static void setting(ObjectNode value, String words) {
    describe(value, words, SETTINGS);
  }

  /** Describes a parameter of a class. */
  static void parameter(ObjectNode value, String words) {
    describe(value, words, PARAMETERS);
  }

  private static void describe(ObjectNode value, String words, List<Form> own) {
    for (Form form : Stream.of(own, BOTH).flatMap(List::stream).toList()) {
      Matcher found = form.words().matcher(words);
      if (found.matches()) {
        form.schema().accept(value, found.toMatchResult());
        explain(value, words);
        return;
      }
    }
    value.put("type", STRING).put("minLength", 1);
  }

  /** Helm repeats the pattern and no description, so the pattern says first what would be right. */
  private static void explain(ObjectNode value, String words) {
    if (value.has("pattern")) {
      String pattern = value.path("pattern").asString().substring(1);
      String plain = words.replaceAll("[()\\[\\]{}*+?|\\\\]", "");
      value.put("pattern", "^(%s){0}%s".formatted(plain, pattern));
    }
  }

  private static void text(ObjectNode value, String pattern) {
    value.put("type", STRING).put("pattern", pattern);
  }

  private static void choice(ObjectNode value, String words) {
    value.put("type", STRING);
    Stream.of(words.split(", | or ", -1)).forEach(value.putArray("enum")::add);
  }

  private static ObjectNode between(ObjectNode value, MatchResult found) {
    return value
        .put("minimum", Long.parseLong(found.group(1)))
        .put("maximum", Long.parseLong(found.group(2)));
  }

  private static void time(ObjectNode value, String least, String most) {
    String times = NumberPattern.times(length(least), length(most));
    text(value, "^(%s|%s)$".formatted(times, ISO_TIME));
    if (length(least).isZero()) {
      value.putArray("type").add(NUMBER).add(STRING);
      value.put("minimum", 0).put("maximum", 0);
    }
  }

  /** A time that is a number of seconds if it has no unit, or zero. */
  private static void seconds(ObjectNode value, Duration least, Duration most) {
    String bare = NumberPattern.of(least.toSeconds(), most.toSeconds());
    text(
        value,
        "^(0+(ms|s|m|h|d)?|0*(%s)|%s|%s)$"
            .formatted(bare, NumberPattern.times(least, most), ISO_TIME));
    value.putArray("type").add(NUMBER).add(STRING);
    value.put("minimum", 0).put("maximum", most.toSeconds());
  }

  private static Duration length(String text) {
    return TimeAmount.parse(text).orElseThrow();
  }
}
