package io.windlass.volume;

import io.windlass.provision.Parameter;
import io.windlass.provision.ParameterReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What a class says of how its volumes are mounted. The controller checks it and hands it on as it
 * was given; the node reads it.
 */
public final class MountParameters {
  private static final Parameter METADATA_TTL =
      new Parameter(
          "metadataTtl",
          "like 500ms, 30s, 5m; at most 1440m",
          "60s",
          "How long names and attributes that another node may have changed are believed.");

  /** Those that hold for all the life of a volume. */
  public static final List<Parameter> ALL =
      List.of(
          new Parameter("uid", "0 to 2147483647", "0", "Owner of files that do not say otherwise."),
          new Parameter("gid", "0 to 2147483647", "0", "Group of files that do not say otherwise."),
          new Parameter(
              "fileMode",
              "octal, 0 to 7777",
              "644",
              "Permissions of files that do not say otherwise."),
          new Parameter(
              "dirMode",
              "octal, 0 to 7777",
              "755",
              "Permissions of directories that do not say otherwise."),
          new Parameter(
              "objectMetadata",
              "true, false",
              "true",
              "Whether modes, owners, times and symbolic links are kept in the metadata of"
                  + " objects."),
          METADATA_TTL);

  /** Those of them that can be changed while a volume lives. */
  public static final List<Parameter> CHANGEABLE = List.of(METADATA_TTL);

  private static final long MOST_TTL_MS = 24L * 3600 * 1000;

  private MountParameters() {}

  /** Reads those that are known to the reader and were given; all of them as they are written. */
  static Map<String, String> read(ParameterReader reader, List<Parameter> known) {
    Map<String, String> given = new TreeMap<>();
    for (Parameter parameter : known) {
      reader
          .read(parameter.name(), parameter.values(), when(rule(parameter.name())))
          .ifPresent(value -> given.put(parameter.name(), value));
    }
    return given;
  }

  private static Function<String, Optional<String>> when(Function<String, Boolean> rule) {
    return text -> Optional.of(text).filter(rule::apply);
  }

  private static Function<String, Boolean> rule(String name) {
    return switch (name) {
      case "uid", "gid" ->
          text -> text.matches("\\d{1,10}") && Long.parseLong(text) <= Integer.MAX_VALUE;
      case "fileMode", "dirMode" -> text -> text.matches("[0-7]{1,4}");
      case "objectMetadata" -> text -> text.matches("true|false");
      case "metadataTtl" -> text -> milliseconds(text).filter(ms -> ms <= MOST_TTL_MS).isPresent();
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static Optional<Long> milliseconds(String text) {
    if (!text.matches("\\d{1,9}(ms|s|m)")) {
      return Optional.empty();
    }
    String unit = text.replaceFirst("\\d+", "");
    long count = Long.parseLong(text.substring(0, text.length() - unit.length()));
    return Optional.of(
        switch (unit) {
          case "ms" -> count;
          case "s" -> count * 1000;
          default -> count * 60_000;
        });
  }
}
