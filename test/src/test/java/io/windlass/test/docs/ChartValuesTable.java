package io.windlass.test.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of a chart as a table, made from the comments of its values.yaml: a comment that
 * begins with {@code # --} describes the value below it.
 */
final class ChartValuesTable {
  private static final Pattern VALUE = Pattern.compile("( *)([A-Za-z0-9]+):(.*)");
  private static final Pattern COMMENT = Pattern.compile(" *# -- (.*)");
  private static final Pattern MORE = Pattern.compile(" *# ?(.*)");

  private ChartValuesTable() {}

  static String of(String values) {
    StringBuilder table = new StringBuilder("| Value | Default | Meaning |\n|---|---|---|\n");
    List<String> path = new ArrayList<>();
    List<String> comment = new ArrayList<>();
    for (String line : values.split("\n", -1)) {
      Matcher first = COMMENT.matcher(line);
      Matcher more = MORE.matcher(line);
      Matcher value = VALUE.matcher(line);
      if (first.matches()) {
        comment = new ArrayList<>(List.of(first.group(1)));
      } else if (more.matches()) {
        if (!comment.isEmpty()) {
          comment.add(more.group(1));
        }
      } else if (value.matches()) {
        int depth = value.group(1).length() / 2;
        path = new ArrayList<>(path.subList(0, Math.min(depth, path.size())));
        path.add(value.group(2));
        if (!comment.isEmpty()) {
          table.append(row(String.join(".", path), value.group(3).strip(), comment));
        }
        comment = new ArrayList<>();
      }
    }
    return table.toString();
  }

  private static String row(String name, String value, List<String> comment) {
    // An example in a comment has no place in a table.
    int end = comment.indexOf("") < 0 ? comment.size() : comment.indexOf("");
    return "| `%s` | %s | %s |\n"
        .formatted(
            name,
            value.isEmpty() ? "see values.yaml" : "`" + value + "`",
            String.join(" ", comment.subList(0, end)));
  }
}
