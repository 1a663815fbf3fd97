package io.windlass.cli.terminal;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/** Lays out rows of fields as columns, each as wide as its longest value. */
public final class TextTable {
  private static final String GAP = "  ";

  private TextTable() {}

  /**
   * Returns a line of headings and a line for each row. A column that is empty in all rows is left
   * out.
   */
  public static List<String> lines(List<? extends SequencedMap<String, ?>> rows) {
    Set<String> names = new LinkedHashSet<>();
    for (SequencedMap<String, ?> row : rows) {
      row.forEach((name, value) -> {
        if (!value.toString().isEmpty()) {
          names.add(name);
        }
      });
    }
    List<List<String>> table = new ArrayList<>();
    table.add(names.stream().map(TextTable::heading).toList());
    for (SequencedMap<String, ?> row : rows) {
      table.add(names.stream().map(name -> text(row, name)).toList());
    }
    return table.stream().map(line -> line(line, widths(table))).toList();
  }

  /** Returns {@code serviceAccount} as {@code SERVICE ACCOUNT}. */
  private static String heading(String name) {
    return name.replaceAll("([A-Z])", " $1").toUpperCase(Locale.ROOT);
  }

  private static String text(Map<String, ?> row, String name) {
    Object value = row.get(name);
    return value == null || value.toString().isEmpty() ? "-" : value.toString();
  }

  private static List<Integer> widths(List<List<String>> table) {
    List<Integer> widths = new ArrayList<>();
    for (int column = 0; column < table.getFirst().size(); column++) {
      int at = column;
      widths.add(table.stream().mapToInt(line -> line.get(at).length()).max().orElse(0));
    }
    return widths;
  }

  private static String line(List<String> cells, List<Integer> widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < cells.size(); column++) {
      line.append(line.isEmpty() ? "" : GAP)
          .append(cells.get(column))
          .repeat(" ", widths.get(column) - cells.get(column).length());
    }
    return line.toString().stripTrailing();
  }
}
