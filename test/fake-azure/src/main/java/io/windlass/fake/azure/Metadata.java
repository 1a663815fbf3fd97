package io.windlass.fake.azure;

import java.util.Map;

/** "setting-and-retrieving-properties-and-metadata-for-blob-resources". */
final class Metadata {
  private static final String PAGE =
      "setting-and-retrieving-properties-and-metadata-for-blob-resources";

  /** "set-blob-metadata": names and values together. */
  private static final int MOST = 8 << 10;

  private Metadata() {}

  /** Reads the metadata of a request; names must be identifiers of C#. */
  static Map<String, String> of(Request request) {
    Map<String, String> metadata = request.headersOf("x-ms-meta-");
    metadata.forEach((name, value) -> {
      if (name.isEmpty()) {
        throw Fault.of(400, "EmptyMetadataKey", PAGE);
      }
      if (!name.matches("[\\p{L}\\p{Nl}_][\\p{L}\\p{Nl}\\p{Nd}\\p{Mn}\\p{Mc}\\p{Pc}]*")) {
        throw Fault.of(400, "InvalidMetadata", PAGE);
      }
    });
    if (metadata.entrySet().stream()
            .mapToInt(e -> e.getKey().length() + e.getValue().length())
            .sum()
        > MOST) {
      throw Fault.of(400, "MetadataTooLarge", PAGE);
    }
    return metadata;
  }
}
