package io.windlass.cli.terminal;

import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Output of commands as JSON, for programs. */
public final class JsonText {
  private JsonText() {}

  /** Returns maps, lists, texts and numbers as JSON, indented. */
  public static String of(Object value) {
    return JsonMapper.builder()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .build()
        .writeValueAsString(value);
  }

  /** Returns the same on one line. */
  public static String onOneLine(Object value) {
    return new JsonMapper().writeValueAsString(value);
  }
}
