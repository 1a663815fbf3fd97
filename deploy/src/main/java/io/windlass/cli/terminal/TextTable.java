package io.windlass.cli.terminal;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Pattern;

/** Lays out rows of fields as columns, each as wide as its longest value. */
public final class TextTable {
  private static final String GAP = "  ";
  private static final int LEAST = 8;
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
   * Returns the same lines in no more columns than {@code width}, as far as that is possible: the
   * values of the {@code shrinkable} columns, widest first, lose their middle.
   */
  public static List<String> lines(
      List<? extends SequencedMap<String, ?>> rows, int width, List<String> shrinkable) {
    List<String> names = names(rows);
    List<List<String>> table = new ArrayList<>();
    table.add(names.stream().map(TextTable::heading).toList());
    for (SequencedMap<String, ?> row : rows) {
      table.add(names.stream().map(name -> text(row, name)).toList());
    }
    List<Integer> widths = fitted(widths(table), names, width, shrinkable);
    List<Boolean> numbers = numbers(table);
    return table.stream().map(line -> line(line, widths, numbers)).toList();
  }

  private static List<String> names(List<? extends SequencedMap<String, ?>> rows) {
    Set<String> names = new LinkedHashSet<>();
    for (SequencedMap<String, ?> row : rows) {
      row.forEach((name, value) -> {
        if (!value.toString().isEmpty()) {
          names.add(name);
        }
      });
    }
    return List.copyOf(names);
  }

  private static List<Integer> fitted(
      List<Integer> natural, List<String> names, int width, List<String> shrinkable) {
    List<Integer> widths = new ArrayList<>(natural);
    long excess =
        widths.stream().mapToLong(each -> each + GAP.length()).sum() - GAP.length() - width;
    for (; excess > 0; excess--) {
      int widest = -1;
      for (int column = 0; column < widths.size(); column++) {
        if (shrinkable.contains(names.get(column))
            && widths.get(column) > LEAST
            && (widest < 0 || widths.get(column) > widths.get(widest))) {
          widest = column;
        }
      }
      if (widest < 0) {
        return widths;
      }
      widths.set(widest, widths.get(widest) - 1);
    }
    return widths;
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
      String cell = cut(cells.get(column), widths.get(column));
      String space = " ".repeat(widths.get(column) - cell.length());
      line.append(line.isEmpty() ? "" : GAP);
      line.append(numbers.get(column) ? space + cell : cell + space);
    }
    return line.toString().stripTrailing();
  }

  /**
   * Returns a value without its middle, where it is too long: both ends of a path say something.
   */
  private static String cut(String cell, int width) {
    if (cell.length() <= width) {
      return cell;
    }
    int front = (width - 1) / 2;
    return cell.substring(0, front) + "…" + cell.substring(cell.length() - (width - 1 - front));
  }
}
