package io.windlass.faults.error;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A row of the spec's tables of errors.
 *
 * @param call a method, a service, or what several of them are
 * @param condition in short words of our own
 * @param code as the spec has it
 * @param never why it does not arise in this driver; empty: it does
 */
public record ErrorRow(String call, String condition, String code, Optional<String> never) {
  private static final String FILE = "error-rows.txt";

  /** All of them, in the order of the tables. */
  public static List<ErrorRow> all() {
    return lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(ErrorRow::parse)
        .toList();
  }

  private static Stream<String> lines() {
    try (InputStream file =
        Objects.requireNonNull(ErrorRow.class.getResourceAsStream(FILE), FILE)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8).lines();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ErrorRow parse(String line) {
    String[] columns = line.split(" \\| ", -1);
    if (columns.length < 3 || columns.length > 4) {
      throw new IllegalArgumentException("%s: '%s' is no row".formatted(FILE, line));
    }
    return new ErrorRow(
        columns[0],
        columns[1],
        columns[2],
        columns.length > 3 ? Optional.of(columns[3]) : Optional.empty());
  }

  /** Returns the calls that the row is about, one by one. */
  Stream<String> calls() {
    return Stream.of(call.split(", "));
  }

  @Override
  public String toString() {
    return "%s: %s: %s".formatted(call, condition, code);
  }
}
