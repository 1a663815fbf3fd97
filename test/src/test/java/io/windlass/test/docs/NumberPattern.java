package io.windlass.test.docs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Regular expressions of ranges, for schemas, which can compare numbers and no amounts. */
final class NumberPattern {
  private static final int BASE = 10;

  private static final List<Map.Entry<String, Duration>> UNITS =
      List.of(
          Map.entry("ms", Duration.ofMillis(1)),
          Map.entry("s", Duration.ofSeconds(1)),
          Map.entry("m", Duration.ofMinutes(1)),
          Map.entry("h", Duration.ofHours(1)),
          Map.entry("d", Duration.ofDays(1)));

  private NumberPattern() {}

  /** Matches the numbers from {@code least} to {@code most}, both included. */
  static String of(long least, long most) {
    List<String> parts = new ArrayList<>();
    long from = least;
    while (from <= most) {
      // As many numbers as one part has: those that begin alike, then a digit, then any digits.
      long block = 1;
      int free = 0;
      while (from > 0 && from % (block * BASE) == 0 && from + block * BASE - 1 <= most) {
        block *= BASE;
        free++;
      }
      long first = from / block % BASE;
      long last = Math.min(BASE - 1, first + (most - from + 1) / block - 1);
      String begin = from / block < BASE ? "" : Long.toString(from / block / BASE);
      String digit = first == last ? Long.toString(first) : "[%d-%d]".formatted(first, last);
      from += (last - first + 1) * block;
      int more = free;
      // All numbers of one digit more are in the same part.
      while (begin.isEmpty() && first == 1 && last == BASE - 1 && from * BASE - 1 <= most) {
        from *= BASE;
        more++;
      }
      parts.add(begin + digit + digits(free, more));
    }
    return String.join("|", parts);
  }

  private static String digits(int least, int most) {
    if (least == most) {
      return least == 0 ? "" : "[0-9]{%d}".formatted(least);
    }
    return "[0-9]{%d,%d}".formatted(least, most);
  }

  /** Matches the times of a number and a unit from {@code least} to {@code most}. */
  static String times(Duration least, Duration most) {
    Stream<String> zero = least.isZero() ? Stream.of("0") : Stream.of();
    return Stream.concat(
            zero,
            UNITS.stream().flatMap(unit -> times(unit.getKey(), unit.getValue(), least, most)))
        .collect(Collectors.joining("|"));
  }

  private static Stream<String> times(String name, Duration unit, Duration least, Duration most) {
    long from = least.plus(unit).minusMillis(1).dividedBy(unit);
    long to = most.dividedBy(unit);
    return from > to ? Stream.of() : Stream.of("0*(%s)%s".formatted(of(from, to), name));
  }
}
