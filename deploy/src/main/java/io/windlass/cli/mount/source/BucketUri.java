package io.windlass.cli.mount.source;

import io.windlass.connect.BucketConnector;
import io.windlass.connect.BucketConnectors;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * URI of a bucket to mount: {@code s3://bucket}, {@code gs://bucket}, {@code
 * azure://account/container}, or with a {@code /prefix} behind it.
 *
 * @param connector of the protocol that the URI names
 * @param fields what the URI states in front of the prefix, by the connector's names of the fields
 * @param prefix empty, or ends in a slash
 */
public record BucketUri(BucketConnector connector, Map<String, String> fields, String prefix) {
  private static final Pattern FORM = Pattern.compile("([a-z0-9]+)://(.*)");
  private static final Pattern SEGMENT = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");

  public BucketUri {
    fields = Map.copyOf(fields);
  }

  /**
   * Parses a URI.
   *
   * @throws IllegalArgumentException that says what would be valid
   */
  public static BucketUri parse(String text, BucketConnectors connectors) {
    Matcher matcher = FORM.matcher(text);
    return Optional.of(matcher)
        .filter(Matcher::matches)
        .flatMap(found -> connectors.ofScheme(found.group(1)))
        .flatMap(connector -> of(connector, matcher.group(2)))
        .orElseThrow(() ->
            new IllegalArgumentException(
                "'%s' is nothing that can be mounted: like %s".formatted(text, right(connectors))));
  }

  private static Optional<BucketUri> of(BucketConnector connector, String path) {
    List<String> names = connector.uriFields();
    List<String> segments = List.of(path.split("/", names.size() + 1));
    if (segments.size() < names.size()
        || !segments.stream().limit(names.size()).allMatch(SEGMENT.asMatchPredicate())) {
      return Optional.empty();
    }
    Map<String, String> fields = new TreeMap<>();
    for (int i = 0; i < names.size(); i++) {
      fields.put(names.get(i), segments.get(i));
    }
    String prefix = segments.size() > names.size() ? segments.getLast() : "";
    return Optional.of(
        new BucketUri(
            connector, fields, prefix.isEmpty() || prefix.endsWith("/") ? prefix : prefix + "/"));
  }

  /** Returns the name of the bucket or container. */
  public String bucket() {
    return fields.getOrDefault(connector.uriFields().getLast(), "");
  }

  private static String right(BucketConnectors connectors) {
    return connectors.all().stream()
        .map(each -> each.uriScheme() + "://" + String.join("/", each.uriFields()))
        .map(bucket -> "%s or %s/prefix".formatted(bucket, bucket))
        .collect(Collectors.joining(", "));
  }
}
