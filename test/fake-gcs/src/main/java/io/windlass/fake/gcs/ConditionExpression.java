package io.windlass.fake.gcs;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.function.Function;

/**
 * The part of the Common Expression Language that conditions on storage use:
 * cloud.google.com/iam/docs/conditions-attribute-reference. Refuses other expressions with 501, and
 * invalid ones with 400.
 */
final class ConditionExpression {

  /**
   * Values that an expression can use.
   *
   * @param attributes attributes for api.getAttribute
   */
  record Context(GcsResource resource, Instant time, Map<String, String> attributes) {}

  private final String text;
  private int at;

  private ConditionExpression(String text) {
    this.text = text;
  }

  /** Parses an expression. */
  static Function<Context, Boolean> of(String text) {
    ConditionExpression reader = new ConditionExpression(text);
    Function<Context, Object> read = reader.either();
    reader.blanks();
    if (reader.at < text.length()) {
      throw reader.wrong();
    }
    return context -> truth(read.apply(context));
  }

  private static boolean truth(Object value) {
    return value instanceof Boolean truth && truth;
  }

  private Refusal wrong() {
    return Refusal.invalid("Invalid condition expression at character " + at + ": " + text);
  }

  private Function<Context, Object> either() {
    Function<Context, Object> left = both();
    while (next("||")) {
      Function<Context, Object> first = left;
      Function<Context, Object> second = both();
      left = context -> truth(first.apply(context)) || truth(second.apply(context));
    }
    return left;
  }

  private Function<Context, Object> both() {
    Function<Context, Object> left = comparison();
    while (next("&&")) {
      Function<Context, Object> first = left;
      Function<Context, Object> second = comparison();
      left = context -> truth(first.apply(context)) && truth(second.apply(context));
    }
    return left;
  }

  private Function<Context, Object> comparison() {
    Function<Context, Object> left = value();
    if (next("==")) {
      Function<Context, Object> right = value();
      return context -> left.apply(context).equals(right.apply(context));
    }
    if (next("!=")) {
      Function<Context, Object> right = value();
      return context -> !left.apply(context).equals(right.apply(context));
    }
    if (next("<")) {
      Function<Context, Object> right = value();
      return context -> time(left.apply(context)).isBefore(time(right.apply(context)));
    }
    if (next(">")) {
      Function<Context, Object> right = value();
      return context -> time(left.apply(context)).isAfter(time(right.apply(context)));
    }
    return left;
  }

  private static Instant time(Object value) {
    if (value instanceof Instant time) {
      return time;
    }
    throw Refusal.unknown("comparisons of anything but times");
  }

  private Function<Context, Object> value() {
    if (next("!")) {
      Function<Context, Object> inner = value();
      return context -> !truth(inner.apply(context));
    }
    Function<Context, Object> value = next("(") ? closed(either()) : atom();
    while (next(".")) {
      value = called(value, word());
    }
    return value;
  }

  private Function<Context, Object> closed(Function<Context, Object> inner) {
    if (!next(")")) {
      throw wrong();
    }
    return inner;
  }

  private Function<Context, Object> called(Function<Context, Object> on, String method) {
    if (!next("(")) {
      throw Refusal.unknown("the attribute '" + method + "' of conditions");
    }
    String argument = literal();
    Function<Context, Object> result =
        switch (method) {
          case "startsWith" -> context -> String.valueOf(on.apply(context)).startsWith(argument);
          case "endsWith" -> context -> String.valueOf(on.apply(context)).endsWith(argument);
          default -> throw Refusal.unknown("the function '" + method + "' of conditions");
        };
    return closed(result);
  }

  private Function<Context, Object> atom() {
    blanks();
    if (at < text.length() && (text.charAt(at) == '\'' || text.charAt(at) == '"')) {
      String literal = literal();
      return _ -> literal;
    }
    String first = word();
    if (first.equals("true") || first.equals("false")) {
      return _ -> first.equals("true");
    }
    if (first.equals("timestamp") && next("(")) {
      Instant time = instant(literal());
      return closed(_ -> time);
    }
    if (!next(".")) {
      throw wrong();
    }
    String name = first + "." + word();
    return switch (name) {
      case "resource.name" -> context -> context.resource().name();
      case "resource.type" -> context -> context.resource().type();
      case "resource.service" -> _ -> "storage.googleapis.com";
      case "request.time" -> Context::time;
      case "api.getAttribute" -> attribute();
      default -> throw Refusal.unknown("the attribute '" + name + "' of conditions");
    };
  }

  private Function<Context, Object> attribute() {
    if (!next("(")) {
      throw wrong();
    }
    String name = literal();
    if (!next(",")) {
      throw wrong();
    }
    String otherwise = literal();
    return closed(context -> context.attributes().getOrDefault(name, otherwise));
  }

  private Instant instant(String literal) {
    try {
      return Instant.parse(literal);
    } catch (DateTimeException e) {
      throw wrong();
    }
  }

  private String literal() {
    blanks();
    char quote = at < text.length() ? text.charAt(at) : ' ';
    int end = quote == '\'' || quote == '"' ? text.indexOf(quote, at + 1) : -1;
    if (end < 0) {
      throw wrong();
    }
    String found = text.substring(at + 1, end);
    if (found.contains("\\")) {
      throw Refusal.unknown("escapes in conditions");
    }
    at = end + 1;
    return found;
  }

  private String word() {
    blanks();
    int from = at;
    while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
      at++;
    }
    if (from == at) {
      throw wrong();
    }
    return text.substring(from, at);
  }

  private boolean next(String wanted) {
    blanks();
    boolean there = text.startsWith(wanted, at);
    at += there ? wanted.length() : 0;
    return there;
  }

  private void blanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }
}
