package io.windlass.provision;

import io.windlass.setting.TimeAmount;
import io.windlass.store.AccessMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Parameters of a BucketAccessClass.
 *
 * @param backend must be the backend of the buckets; empty: not checked
 * @param prefix prefix of the keys that can be accessed; empty: all
 * @param actions further actions, by the backend's names
 * @param expiresAfter how long the access lasts, from the first grant
 * @param accessMode access mode for v1alpha1, whose requests have no mode
 */
public record AccessParameters(
    Optional<String> backend,
    String prefix,
    Set<String> actions,
    Optional<Duration> expiresAfter,
    Optional<AccessMode> accessMode) {
  public AccessParameters {
    actions = Set.copyOf(actions);
  }

  /** All parameters, in the order that documents show. */
  public static final List<Parameter> ALL =
      List.of(
          new Parameter(
              "backend", "a configured backend", "that of the bucket", "Must be the bucket's."),
          new Parameter(
              "prefix",
              "up to 512 printable characters",
              "the whole bucket",
              "Only objects whose keys begin so can be reached."),
          new Parameter(
              "actions",
              "like s3:GetObjectTagging,s3:PutObjectTagging",
              "none",
              "Further actions, of those that cannot widen access."),
          new Parameter(
              "expiresAfter",
              "like 12h, 30d or P30D",
              "never",
              "How long from the first grant the credential works."),
          new Parameter(
              "accessMode",
              "ReadWrite, ReadOnly, WriteOnly",
              "ReadWrite",
              "What the credential may do. Only with v1alpha1, whose requests carry no mode."));

  private static final Duration LONGEST = Duration.ofDays(36_500);

  /** No parameter given. */
  public static final AccessParameters DEFAULT =
      new AccessParameters(Optional.empty(), "", Set.of(), Optional.empty(), Optional.empty());

  /**
   * Reads parameters.
   *
   * @throws io.windlass.store.DriverException.InvalidArgument naming all parameters that are
   *     unknown or wrong
   */
  public static AccessParameters parse(Map<String, String> given) {
    ParameterReader reader = new ParameterReader(given, ALL);
    Optional<String> backend =
        reader.read("backend", "a name", text -> Optional.of(text).filter(v -> !v.isEmpty()));
    String prefix =
        reader
            .read(
                "prefix",
                "up to 512 printable characters without * ? $",
                text -> Optional.of(text).filter(v -> v.matches("[\\p{Print}&&[^*?$]]{1,512}")))
            .orElse("");
    Set<String> actions =
        reader
            .read(
                "actions",
                "like s3:GetObjectTagging,s3:PutObjectTagging",
                AccessParameters::actions)
            .orElse(Set.of());
    Optional<Duration> expiresAfter =
        reader.read("expiresAfter", "like 12h, 30d or P30D", AccessParameters::duration);
    Optional<AccessMode> mode =
        reader.read("accessMode", "ReadWrite, ReadOnly or WriteOnly", AccessParameters::mode);
    reader.finish();
    return new AccessParameters(backend, prefix, actions, expiresAfter, mode);
  }

  /**
   * Returns the fields by which a repeated request is compared: those that differ from the default.
   */
  Map<String, String> fingerprint() {
    Map<String, String> fields = new LinkedHashMap<>();
    if (!prefix.isEmpty()) {
      fields.put("prefix", prefix);
    }
    if (!actions.isEmpty()) {
      fields.put("actions", String.join(",", new TreeSet<>(actions)));
    }
    expiresAfter.ifPresent(duration -> fields.put("expiresAfter", duration.toString()));
    return fields;
  }

  private static Optional<Set<String>> actions(String text) {
    Set<String> actions =
        new TreeSet<>(Arrays.stream(text.split(",", -1)).map(String::strip).toList());
    return Optional.of(actions)
        .filter(
            all -> all.stream().allMatch(action -> action.matches("[A-Za-z0-9]+:[A-Za-z0-9]+")));
  }

  private static Optional<Duration> duration(String text) {
    return TimeAmount.parse(text)
        .filter(duration -> duration.isPositive() && duration.compareTo(LONGEST) <= 0);
  }

  private static Optional<AccessMode> mode(String text) {
    return switch (text) {
      case "ReadWrite" -> Optional.of(AccessMode.READ_WRITE);
      case "ReadOnly" -> Optional.of(AccessMode.READ_ONLY);
      case "WriteOnly" -> Optional.of(AccessMode.WRITE_ONLY);
      default -> Optional.empty();
    };
  }
}
