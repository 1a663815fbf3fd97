package io.windlass.volume;

import io.windlass.backend.BucketSettings;
import io.windlass.provision.BucketParameters;
import io.windlass.provision.Parameter;
import io.windlass.provision.ParameterReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Parameters that can be changed during the life of a volume: those of a VolumeAttributesClass.
 *
 * @param given all given parameters, as written
 * @param settings bucket settings among them; all other settings are left to the backend
 */
public record ChangeableParameters(Map<String, String> given, BucketSettings settings) {
  static final Parameter MAX_OBJECTS =
      new Parameter(
          "maxObjects",
          "1 to 1000000000000",
          "any number",
          "Most objects that the volume may hold: files, directories and symbolic links.");

  /** All parameters, in the order that documents show. */
  public static final List<Parameter> ALL = all();

  private static final long MOST_OBJECTS = 1_000_000_000_000L;

  public ChangeableParameters {
    given = Map.copyOf(given);
  }

  private static List<Parameter> all() {
    List<Parameter> all = new ArrayList<>(List.of(MAX_OBJECTS));
    all.addAll(MountParameters.CHANGEABLE);
    all.addAll(
        BucketParameters.ALL.stream()
            .filter(parameter -> List.of("tags", "expirationDays").contains(parameter.name()))
            .toList());
    return List.copyOf(all);
  }

  /**
   * Reads parameters.
   *
   * @throws io.windlass.error.DriverException.InvalidArgument naming everything that is unknown or
   *     wrong
   */
  public static ChangeableParameters parse(Map<String, String> given) {
    ParameterReader reader = new ParameterReader(given, ALL);
    Map<String, String> all = new TreeMap<>();
    maxObjects(reader).ifPresent(text -> all.put(MAX_OBJECTS.name(), text));
    all.putAll(MountParameters.read(reader, MountParameters.CHANGEABLE));
    OptionalInt days = BucketParameters.expirationDays(reader);
    Map<String, String> tags = BucketParameters.tags(reader);
    reader.finish();
    reader.text("expirationDays").ifPresent(text -> all.put("expirationDays", text));
    reader.text("tags").ifPresent(text -> all.put("tags", text));
    return new ChangeableParameters(all, settings(tags, days));
  }

  private static BucketSettings settings(Map<String, String> tags, OptionalInt days) {
    return new BucketSettings(
        Optional.empty(),
        false,
        false,
        OptionalLong.empty(),
        days,
        new BucketSettings.Encryption.BackendDefault(),
        tags);
  }

  static Optional<String> maxObjects(ParameterReader reader) {
    return reader.read(
        MAX_OBJECTS.name(),
        "a number from 1 to " + MOST_OBJECTS,
        text ->
            Optional.of(text)
                .filter(value -> value.matches("[1-9]\\d{0,12}"))
                .filter(value -> Long.parseLong(value) <= MOST_OBJECTS));
  }

  /**
   * Returns the most objects that a volume may hold with these parameters in force; 0: any number.
   */
  static long maxObjects(Map<String, String> inForce) {
    return Long.parseLong(inForce.getOrDefault(MAX_OBJECTS.name(), "0"));
  }

  /** Returns whether bucket settings are given. A volume in a shared bucket cannot have them. */
  boolean needsOwnBucket() {
    return !settings.needs().isEmpty();
  }

  /** Returns {@code before}, in which the settings that are given here take precedence. */
  BucketSettings over(BucketSettings before) {
    return new BucketSettings(
        before.region(),
        before.versioning(),
        before.objectLock(),
        before.retentionDays(),
        before.quotaBytes(),
        settings.expireDays().isPresent() ? settings.expireDays() : before.expireDays(),
        before.encryption(),
        settings.tags().isEmpty() ? before.tags() : settings.tags(),
        before.hierarchicalNamespace());
  }
}
