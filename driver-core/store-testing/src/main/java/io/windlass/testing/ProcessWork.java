package io.windlass.testing;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Work that processes and their descendants have done so far, as counted by proc_pid_stat(5) and
 * proc_pid_io(5).
 *
 * @param ticks processor time, in units of 1/100 s
 * @param pagesRead pages that had to be read from disk (major faults)
 * @param written bytes that they wrote, to files, pipes and sockets
 * @param onDisk whether a thread waits for a disk now, which may take minutes if others keep it
 *     busy
 */
record ProcessWork(long ticks, long pagesRead, long written, boolean onDisk) {
  static final ProcessWork NONE = new ProcessWork(0, 0, 0, false);

  /**
   * Processor time that counts as work, in ticks. An idle JVM uses less than this in the time of
   * {@link Patience#STILL}; one that starts beside thirty busy threads uses it in seconds.
   */
  static final long LEAST_TICKS = 25;

  /** Indices of fields, counted after the program's name, which may hold any character. */
  private static final int STATE = 0;

  private static final int MAJOR_FAULTS = 9;
  private static final int CHILDREN_MAJOR_FAULTS = 10;
  private static final int FIRST_TIME = 11;
  private static final int LAST_TIME = 14;

  private static final Path PROC = Path.of("/proc");
  private static final String WRITTEN = "wchar: ";

  /** Returns the work of these processes; those that have ended count for nothing. */
  static ProcessWork of(Stream<ProcessHandle> processes) {
    Set<Long> all =
        processes
            .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
            .map(ProcessHandle::pid)
            .collect(Collectors.toSet());
    return all.stream().map(ProcessWork::read).reduce(NONE, ProcessWork::plus);
  }

  private ProcessWork plus(ProcessWork other) {
    return new ProcessWork(
        ticks + other.ticks,
        pagesRead + other.pagesRead,
        written + other.written,
        onDisk || other.onDisk);
  }

  /** Returns whether work was done since {@code before}; the end of a process is work, too. */
  boolean differsFrom(ProcessWork before) {
    return onDisk
        || Math.abs(ticks - before.ticks) >= LEAST_TICKS
        || pagesRead != before.pagesRead
        || written != before.written;
  }

  private static ProcessWork read(long pid) {
    Path process = PROC.resolve(Long.toString(pid));
    try {
      String[] fields = stat(process);
      long ticks = 0;
      for (int field = FIRST_TIME; field <= LAST_TIME; field++) {
        ticks += Long.parseLong(fields[field]);
      }
      long pages =
          Long.parseLong(fields[MAJOR_FAULTS]) + Long.parseLong(fields[CHILDREN_MAJOR_FAULTS]);
      return new ProcessWork(ticks, pages, written(process), isOnDisk(process));
    } catch (IOException | DirectoryIteratorException e) {
      return NONE; // It has ended.
    }
  }

  private static String[] stat(Path process) throws IOException {
    String line = Files.readString(process.resolve("stat"));
    return line.substring(line.lastIndexOf(')') + 2).strip().split(" ", -1);
  }

  private static long written(Path process) throws IOException {
    return Files.readAllLines(process.resolve("io")).stream()
        .filter(line -> line.startsWith(WRITTEN))
        .mapToLong(line -> Long.parseLong(line.substring(WRITTEN.length())))
        .sum();
  }

  private static boolean isOnDisk(Path process) throws IOException {
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
      for (Path thread : threads) {
        if (stat(thread)[STATE].equals("D")) {
          return true;
        }
      }
      return false;
    }
  }
}
