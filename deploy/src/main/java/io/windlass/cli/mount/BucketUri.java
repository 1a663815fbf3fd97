package io.windlass.cli.mount;

import io.windlass.store.StoreConnector;
import io.windlass.store.StoreConnectors;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * URI of a bucket to mount: {@code s3://bucket} or {@code s3://bucket/prefix}.
 *
 * @param connector of the protocol that the URI names
 * @param prefix empty, or ends in a slash
 */
record BucketUri(StoreConnector connector, String bucket, String prefix) {
  private static final Pattern FORM =
      Pattern.compile("([a-z0-9]+)://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:/(.*))?");

  /**
   * Parses a URI.
   *
   * @throws IllegalArgumentException that says what would be valid
   */
  static BucketUri parse(String text, StoreConnectors connectors) {
    Matcher matcher = FORM.matcher(text);
    Optional<StoreConnector> connector =
        matcher.matches() ? connectors.of(matcher.group(1)) : Optional.empty();
    if (connector.isEmpty()) {
      throw new IllegalArgumentException(
          "'%s' is nothing that can be mounted: like %s".formatted(text, right(connectors)));
    }
    String prefix = matcher.group(3) == null ? "" : matcher.group(3);
    return new BucketUri(
        connector.get(),
        matcher.group(2),
        prefix.isEmpty() || prefix.endsWith("/") ? prefix : prefix + "/");
  }

  private static String right(StoreConnectors connectors) {
    return connectors.all().stream()
        .map(each -> each.protocol().text())
        .map(scheme -> "%s://bucket or %s://bucket/prefix".formatted(scheme, scheme))
        .collect(Collectors.joining(", "));
  }
}
