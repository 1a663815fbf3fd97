package io.windlass.cli.terminal;

import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/** Output of commands as YAML, for programs. Values are those of {@link JsonText}. */
final class YamlText {
  private YamlText() {}

  /** Returns maps, lists, texts and numbers as YAML. */
  static String of(Object value) {
    return write(value, false);
  }

  /** Returns the same as one document of many, with the line that begins it. */
  static String document(Object value) {
    return write(value, true);
  }

  private static String write(Object value, boolean begun) {
    return YAMLMapper.builder()
        .configure(YAMLWriteFeature.WRITE_DOC_START_MARKER, begun)
        .build()
        .writeValueAsString(value)
        .stripTrailing();
  }
}
