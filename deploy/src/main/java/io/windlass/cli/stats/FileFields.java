package io.windlass.cli.stats;

import io.windlass.cli.terminal.Amounts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/** What a mount has of a file, from the attribute in which its mounter says it. */
final class FileFields {
  private static final Set<String> SIZES =
      Set.of("size", "memoryBytes", "diskBytes", "unsentBytes");
  private static final Set<String> NUMBERS = Set.of("handles", "writers");
  private static final Set<String> FLAGS = Set.of("staged", "sending", "conflict");

  private FileFields() {}

  /**
   * Reads fields from lines of a name, a colon and a value. Lines of other forms, as a mounter of
   * another version may send them, are left out.
   */
  static SequencedMap<String, Object> read(String text) {
    SequencedMap<String, Object> fields = new LinkedHashMap<>();
    text.lines()
        .map(line -> line.split(": ", 2))
        .filter(parts -> parts.length == 2)
        .forEach(parts -> fields.put(parts[0], value(parts[0], parts[1])));
    return fields;
  }

  private static Object value(String name, String text) {
    if ((SIZES.contains(name) || NUMBERS.contains(name)) && text.matches("\\d{1,18}")) {
      return Long.valueOf(text);
    }
    return FLAGS.contains(name) ? (Object) Boolean.valueOf(text) : text;
  }

  /** Returns a line for each field. */
  static List<String> lines(Map<String, Object> fields) {
    List<String> lines = new ArrayList<>();
    fields.forEach(
        (name, value) -> lines.add("%-20s%s".formatted(label(name) + ":", text(name, value))));
    return lines;
  }

  /** Returns {@code memoryBytes} as {@code cached in memory}, and other names as words. */
  private static String label(String name) {
    return switch (name) {
      case "memoryBytes" -> "cached in memory";
      case "diskBytes" -> "cached on disk";
      case "unsentBytes" -> "not on the server";
      case "handles" -> "open handles";
      case "writers" -> "of these, writing";
      case "staged" -> "on local disk";
      case "sending" -> "being sent";
      default -> name.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
    };
  }

  private static String text(String name, Object value) {
    if (SIZES.contains(name) && value instanceof Long bytes) {
      return bytes < 1024 ? bytes + " B" : "%s (%d)".formatted(Amounts.size((long) bytes), bytes);
    }
    return value instanceof Boolean flag ? (flag ? "yes" : "no") : value.toString();
  }
}
