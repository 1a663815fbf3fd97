package io.windlass.cli.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** How long each of several writes took, as a row of bars and the longest time. */
final class WriteTimes {
  private static final String BARS = "▁▂▃▄▅▆▇█";

  /** Milliseconds of a write whose bar is the second lowest; each further bar is twice as long. */
  private static final int SECOND_BAR = 8;

  private final List<Duration> times = new ArrayList<>();

  void add(Duration time) {
    times.add(time);
  }

  @Override
  public String toString() {
    StringBuilder row = new StringBuilder();
    Duration longest = Duration.ZERO;
    for (Duration time : times) {
      row.append(BARS.charAt(bar(time.toMillis())));
      longest = longest.compareTo(time) > 0 ? longest : time;
    }
    return row.append(" %.1f s".formatted(longest.toMillis() / 1000.0)).toString();
  }

  private static int bar(long millis) {
    int bar = 0;
    for (long limit = SECOND_BAR; millis >= limit && bar < BARS.length() - 1; limit *= 2) {
      bar++;
    }
    return bar;
  }
}
