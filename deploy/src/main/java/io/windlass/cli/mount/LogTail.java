package io.windlass.cli.mount;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** End of a log, from the byte on at which a process began to write to it. */
final class LogTail {
  private static final String ERROR = "windlass: ";

  private LogTail() {}

  /**
   * Returns why the process ended: the error that it printed last, in its words.
   *
   * @param from length of the log before the process began
   */
  static String reason(Path log, long from) throws IOException {
    byte[] all = Files.readAllBytes(log);
    int begin = (int) Math.min(from, all.length);
    List<String> lines =
        new String(all, begin, all.length - begin, UTF_8)
            .lines()
            .filter(line -> !line.isBlank())
            .toList();
    return lines.reversed().stream()
        .filter(line -> line.startsWith(ERROR))
        .map(line -> line.substring(ERROR.length()))
        .findFirst()
        .orElseGet(() -> lines.isEmpty() ? "its process ended without a word" : lines.getLast());
  }
}
