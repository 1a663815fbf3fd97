package io.windlass.kubernetes;

import java.time.Duration;
import java.util.List;

/**
 * What a pod says that works on a volume without pause.
 *
 * @param done how many times it read or wrote
 * @param longest the longest time that one took
 * @param errors lines about those that failed
 */
record TimedWork(long done, Duration longest, List<String> errors) {
  /** Prints for each time how many hundredths of a second it took. */
  private static final String LOOP =
      """
      now() { read up rest < /proc/uptime; echo "${up%%.*}${up#*.}"; }
      i=0
      while :; do
        i=$((i + 1))
        start=$(now)
        %s
        echo "took $(($(now) - start))"
        sleep 0.2
      done
      """;

  /** Writes a file anew each time, and one that stays open. */
  static final String WRITER =
      "exec 3> /data/open\n"
          + LOOP.formatted(
              "echo $i > /data/number || echo \"ERROR write $i\"; echo $i >&3 || echo \"ERROR open $i\"");

  /** Reads a file by name, which may have been replaced, but is never empty once it is there. */
  static final String READER =
      "until [ -s /data/number ]; do sleep 0.2; done\n"
          + LOOP.formatted("cat /data/number > /dev/null || echo \"ERROR read $i\"");

  /** Reads the log of such a pod. */
  static TimedWork of(String log) {
    List<Long> times =
        log.lines()
            .filter(line -> line.startsWith("took "))
            .map(line -> Long.parseLong(line.substring("took ".length())))
            .toList();
    return new TimedWork(
        times.size(),
        Duration.ofMillis(10 * times.stream().mapToLong(Long::longValue).max().orElse(0)),
        log.lines().filter(line -> !line.startsWith("took ")).toList());
  }
}
