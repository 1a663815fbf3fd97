package io.windlass.access;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Object storage protocols that COSI names, and that a workload's client library uses. */
public enum Protocol {
  S3,
  AZURE,
  GCS;

  /** Returns the name in lower case, as in messages, URIs and secrets. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the protocol with this name, in upper or lower case. */
  public static Optional<Protocol> of(String text) {
    return Stream.of(values()).filter(each -> each.name().equalsIgnoreCase(text)).findFirst();
  }
}
