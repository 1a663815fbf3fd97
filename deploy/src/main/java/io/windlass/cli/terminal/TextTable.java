package io.windlass.cli.terminal;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Lays out rows of fields as columns, each as wide as its longest value. No value is ever cut: half
 * a name is of no use to the next command.
 */
public final class TextTable {
  private static final String GAP = "  ";
  private static final Pattern NUMBER = Pattern.compile("-|\\d+(\\.\\d+)?( ?[A-Za-z%/]{1,5})?");

  private TextTable() {}

  /**
   * Returns a line of headings and a line for each row. A column that is empty in all rows is left
   * out.
   */
  public static List<String> lines(List<? extends SequencedMap<String, ?>> rows) {
    return lines(rows, Integer.MAX_VALUE, List.of());
  }

  /**
   * Returns the same lines in no more columns than {@code width}, as far as that is possible.
   *
   * @param optional columns that are left out if there is no room for them; the last is the best
   */
  public static List<String> lines(
      List<? extends SequencedMap<String, ?>> rows, int width, List<String> optional) {
    List<String> names = fitting(rows, width, optional);
    List<List<String>> table = table(rows, names);
    List<Integer> widths = widths(table);
    List<Boolean> numbers = numbers(table);
    return table.stream().map(line -> line(line, widths, numbers)).toList();
  }

  private static List<String> fitting(
      List<? extends SequencedMap<String, ?>> rows, int width, List<String> optional) {
    Set<String> all = names(rows);
    Set<String> out = new HashSet<>(optional);
    for (String each : optional.reversed()) {
      out.remove(each);
      if (width(rows, without(out, all)) > width) {
        out.add(each);
      }
    }
    return without(out, all);
  }

  private static List<String> without(Set<String> out, Set<String> all) {
    return all.stream().filter(name -> !out.contains(name)).toList();
  }

  private static Set<String> names(List<? extends SequencedMap<String, ?>> rows) {
    Set<String> names = new LinkedHashSet<>();
    for (SequencedMap<String, ?> row : rows) {
      row.forEach((name, value) -> {
        if (!value.toString().isEmpty()) {
          names.add(name);
        }
      });
    }
    return names;
  }

  private static List<List<String>> table(
      List<? extends SequencedMap<String, ?>> rows, List<String> names) {
    List<List<String>> table = new ArrayList<>();
    table.add(names.stream().map(TextTable::heading).toList());
    for (SequencedMap<String, ?> row : rows) {
      table.add(names.stream().map(name -> text(row, name)).toList());
    }
    return table;
  }

  private static long width(List<? extends SequencedMap<String, ?>> rows, List<String> names) {
    return widths(table(rows, names)).stream().mapToLong(each -> each + GAP.length()).sum()
        - GAP.length();
  }

  /** Returns for each column whether it has numbers, which are set to the right. */
  private static List<Boolean> numbers(List<List<String>> table) {
    List<Boolean> numbers = new ArrayList<>();
    for (int column = 0; column < table.getFirst().size(); column++) {
      int at = column;
      numbers.add(
          table.stream()
              .skip(1)
              .map(line -> line.get(at))
              .allMatch(cell -> NUMBER.matcher(cell).matches()));
    }
    return numbers;
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

  private static String line(List<String> cells, List<Integer> widths, List<Boolean> numbers) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < cells.size(); column++) {
      String cell = cells.get(column);
      String space = " ".repeat(widths.get(column) - cell.length());
      line.append(line.isEmpty() ? "" : GAP);
      line.append(numbers.get(column) ? space + cell : cell + space);
    }
    return line.toString().stripTrailing();
  }
}
