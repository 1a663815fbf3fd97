package io.windlass.store;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The object protocols that COSI names, and that a workload's client library speaks. */
public enum Protocol {
  S3,
  AZURE,
  GCS;

  /** As messages, URIs and secrets name it: in lower case. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The one of that text, in whatever case. */
  public static Optional<Protocol> of(String text) {
    return Stream.of(values()).filter(each -> each.name().equalsIgnoreCase(text)).findFirst();
  }
}
