package io.windlass.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How much a process and those that it started have done so far, as proc_pid_stat(5) counts it.
 *
 * @param pid of the process
 * @param ticks of processor time, of which the kernel shows 100 a second
 * @param pagesRead pages that had to be read from disk (major faults)
 */
public record ProcessActivity(long pid, long ticks, long pagesRead) {
  /**
   * An idle JVM uses less than this in a minute. One that starts uses more in a tenth of a second.
   */
  private static final long LEAST_TICKS = 5;

  /** The fields after the name of the program, which is in parentheses and may hold anything. */
  private static final int MAJOR_FAULTS = 9;

  private static final int CHILDREN_MAJOR_FAULTS = 10;
  private static final int FIRST_TIME = 11;
  private static final int LAST_TIME = 14;

  /** That of a process; empty when it has ended. */
  public static Optional<ProcessActivity> of(ProcessHandle process) {
    if (!process.isAlive()) {
      return Optional.empty();
    }
    return Stream.concat(Stream.of(process), process.descendants())
        .flatMap(each -> read(each.pid()).stream())
        .reduce((one, other) ->
            new ProcessActivity(
                process.pid(), one.ticks + other.ticks, one.pagesRead + other.pagesRead));
  }

  /** Whether something was done between the two, and not only what an idle process does. */
  public boolean differsFrom(ProcessActivity before) {
    return pid != before.pid
        || Math.abs(ticks - before.ticks) >= LEAST_TICKS
        || pagesRead != before.pagesRead;
  }

  private static Optional<ProcessActivity> read(long pid) {
    String line;
    try {
      line = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    } catch (IOException e) {
      return Optional.empty(); // It has ended.
    }
    String[] fields = line.substring(line.lastIndexOf(')') + 2).strip().split(" ", -1);
    long ticks = 0;
    for (int field = FIRST_TIME; field <= LAST_TIME; field++) {
      ticks += Long.parseLong(fields[field]);
    }
    long pages =
        Long.parseLong(fields[MAJOR_FAULTS]) + Long.parseLong(fields[CHILDREN_MAJOR_FAULTS]);
    return Optional.of(new ProcessActivity(pid, ticks, pages));
  }
}
