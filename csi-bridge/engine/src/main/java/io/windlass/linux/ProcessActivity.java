package io.windlass.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Work that a process and its descendants have done so far, as counted by proc_pid_stat(5).
 *
 * @param pid process id
 * @param ticks processor time, in units of 1/100 s
 * @param pagesRead pages that had to be read from disk (major faults)
 */
public record ProcessActivity(long pid, long ticks, long pagesRead) {
  /**
   * Processor time that counts as work, in ticks. An idle JVM uses less than this in a minute; one
   * that starts uses more in a tenth of a second.
   */
  private static final long LEAST_TICKS = 5;

  /**
   * Index of a field, counted after the program's name, which is in parentheses and may hold any
   * character.
   */
  private static final int MAJOR_FAULTS = 9;

  private static final int CHILDREN_MAJOR_FAULTS = 10;
  private static final int FIRST_TIME = 11;
  private static final int LAST_TIME = 14;

  /** Returns the activity of a process; empty if it has ended. */
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

  /**
   * Returns whether the process worked between {@code before} and now, more than an idle process
   * does.
   */
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
      return Optional.empty(); // The process has ended.
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
