package io.windlass.test.driver;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLConnection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a driver serves at {@code /metrics}.
 *
 * @param text as it was served
 */
public record Scrape(String text) {
  private static final Pattern SERIES = Pattern.compile("([a-z_]+)(?:\\{(.*)})? (\\S+)");
  private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"([^\"]*)\"");
  private static final int PATIENCE_MS = 120_000;

  /** Asks the driver that serves metrics at this port. */
  public static Scrape of(int port) {
    return new Scrape(page(port, "/metrics"));
  }

  /** Returns a page of the driver, which has to answer with 200. */
  public static String page(int port, String path) {
    try {
      URLConnection connection =
          URI.create("http://127.0.0.1:%d%s".formatted(port, path)).toURL().openConnection();
      connection.setReadTimeout(PATIENCE_MS);
      connection.setConnectTimeout(PATIENCE_MS);
      try (InputStream in = connection.getInputStream()) {
        return new String(in.readAllBytes(), UTF_8);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the value of the one series of this name that has these labels, among others. */
  public Optional<Double> value(String name, String... labels) {
    Map<String, String> wanted = new TreeMap<>();
    for (int i = 0; i < labels.length; i += 2) {
      wanted.put(labels[i], labels[i + 1]);
    }
    List<Double> found =
        text.lines()
            .map(SERIES::matcher)
            .filter(Matcher::matches)
            .filter(series -> series.group(1).equals(name))
            .filter(series ->
                labels(Optional.ofNullable(series.group(2)).orElse(""))
                    .entrySet()
                    .containsAll(wanted.entrySet()))
            .map(series -> Double.parseDouble(series.group(3)))
            .toList();
    if (found.size() > 1) {
      throw new AssertionError("several series are %s%s".formatted(name, wanted));
    }
    return found.stream().findFirst();
  }

  private static Map<String, String> labels(String text) {
    Map<String, String> labels = new TreeMap<>();
    Matcher label = LABEL.matcher(text);
    while (label.find()) {
      labels.put(label.group(1), label.group(2));
    }
    return labels;
  }

  /** Returns the names of this project's metrics, a histogram's without the suffixes of series. */
  public Set<String> names() {
    Set<String> names = new TreeSet<>();
    text.lines()
        .filter(line -> line.startsWith("# TYPE windlass_"))
        .forEach(line -> names.add(line.split(" ", -1)[2]));
    return names;
  }
}
