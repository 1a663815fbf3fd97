package io.windlass.volume.snapshot;

import java.io.IOException;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads the pages of manifests that version 0.1 wrote, in JSON. */
final class LegacyManifestPage {
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private LegacyManifestPage() {}

  record Page(List<ManifestEntry> entries) {}

  /**
   * Returns whether these bytes may be such a page. Pages of later versions do not begin with a
   * brace.
   */
  static boolean is(byte[] bytes) {
    return bytes.length > 0 && bytes[0] == '{';
  }

  static List<ManifestEntry> read(byte[] bytes) throws IOException {
    try {
      return JSON.readValue(bytes, Page.class).entries();
    } catch (JacksonException e) {
      throw new IOException("it begins as JSON, but is not valid JSON", e);
    }
  }
}
