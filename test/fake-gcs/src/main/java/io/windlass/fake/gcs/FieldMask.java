package io.windlass.fake.gcs;

import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The parameter {@code fields}: cloud.google.com/storage/docs/json_api#partial-response.
 *
 * @param inner the selected fields, with the selection in each; if empty, all fields
 */
record FieldMask(Map<String, FieldMask> inner) {

  /** Parses a text like {@code a,b/c,items(d,e)}. */
  static FieldMask of(String text) {
    Reader reader = new Reader(text);
    FieldMask mask = reader.list();
    if (reader.at < text.length()) {
      throw Refusal.invalid("Invalid field selection " + text);
    }
    return mask;
  }

  JsonNode apply(JsonNode node) {
    if (inner.isEmpty() || inner.containsKey("*")) {
      return node;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode kept = array.arrayNode();
      array.forEach(each -> kept.add(apply(each)));
      return kept;
    }
    ObjectNode kept = JsonText.object();
    inner.forEach(
        (name, mask) -> node.optional(name).ifPresent(value -> kept.set(name, mask.apply(value))));
    return kept;
  }

  private static final class Reader {
    private final String text;
    private int at;

    private Reader(String text) {
      this.text = text;
    }

    private FieldMask list() {
      Map<String, FieldMask> fields = new TreeMap<>();
      do {
        int from = at;
        while (at < text.length() && ",/()".indexOf(text.charAt(at)) < 0) {
          at++;
        }
        if (from == at) {
          throw Refusal.invalid("Invalid field selection " + text);
        }
        fields.merge(text.substring(from, at), below(), FieldMask::both);
      } while (next(','));
      return new FieldMask(fields);
    }

    private FieldMask below() {
      if (next('/')) {
        int from = at;
        while (at < text.length() && ",/()".indexOf(text.charAt(at)) < 0) {
          at++;
        }
        return new FieldMask(Map.of(text.substring(from, at), below()));
      }
      if (next('(')) {
        FieldMask mask = list();
        if (!next(')')) {
          throw Refusal.invalid("Invalid field selection " + text);
        }
        return mask;
      }
      return new FieldMask(Map.of());
    }

    private boolean next(char wanted) {
      boolean there = at < text.length() && text.charAt(at) == wanted;
      at += there ? 1 : 0;
      return there;
    }
  }

  private static FieldMask both(FieldMask one, FieldMask other) {
    if (one.inner.isEmpty() || other.inner.isEmpty()) {
      return new FieldMask(Map.of());
    }
    Map<String, FieldMask> all = new TreeMap<>(one.inner);
    other.inner.forEach((name, mask) -> all.merge(name, mask, FieldMask::both));
    return new FieldMask(all);
  }
}
