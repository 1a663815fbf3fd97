package io.windlass.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Work that processes and their descendants have done so far, as counted by proc_pid_stat(5).
 *
 * @param ticks processor time, in units of 1/100 s
 * @param pagesRead pages that had to be read from disk (major faults)
 */
record ProcessWork(long ticks, long pagesRead) {
  static final ProcessWork NONE = new ProcessWork(0, 0);

  /**
   * Processor time that counts as work, in ticks. An idle JVM uses less than this in the time of
   * {@link Patience#LONG}; one that starts beside thirty busy threads uses it in seconds.
   */
  static final long LEAST_TICKS = 20;

  /** Indices of fields, counted after the program's name, which may hold any character. */
  private static final int MAJOR_FAULTS = 9;

  private static final int CHILDREN_MAJOR_FAULTS = 10;
  private static final int FIRST_TIME = 11;
  private static final int LAST_TIME = 14;

  /** Returns the work of these processes; those that have ended count for nothing. */
  static ProcessWork of(Stream<ProcessHandle> processes) {
    return processes
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .distinct()
        .map(process -> read(process.pid()))
        .reduce(NONE, ProcessWork::plus);
  }

  private ProcessWork plus(ProcessWork other) {
    return new ProcessWork(ticks + other.ticks, pagesRead + other.pagesRead);
  }

  /** Returns whether work was done since {@code before}; the end of a process is work, too. */
  boolean differsFrom(ProcessWork before) {
    return Math.abs(ticks - before.ticks) >= LEAST_TICKS || pagesRead != before.pagesRead;
  }

  private static ProcessWork read(long pid) {
    String line;
    try {
      line = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    } catch (IOException e) {
      return NONE; // It has ended.
    }
    String[] fields = line.substring(line.lastIndexOf(')') + 2).strip().split(" ", -1);
    long ticks = 0;
    for (int field = FIRST_TIME; field <= LAST_TIME; field++) {
      ticks += Long.parseLong(fields[field]);
    }
    long pages =
        Long.parseLong(fields[MAJOR_FAULTS]) + Long.parseLong(fields[CHILDREN_MAJOR_FAULTS]);
    return new ProcessWork(ticks, pages);
  }
}
