package io.windlass.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Signals of threads of other processes, as proc(5) shows them. */
public final class ThreadSignals {
  /** Signals that end no process: CHLD, CONT, STOP, TSTP, TTIN, TTOU, URG, WINCH. */
  private static final long HARMLESS =
      Stream.of(17, 18, 19, 20, 21, 22, 23, 28).mapToLong(ThreadSignals::bit).sum();

  private static final long KILL = bit(9);

  /** Index of the thread's flags, counted after the program's name, which is in parentheses. */
  private static final int FLAGS = 6;

  /** Flag of a thread that a signal ends (PF_SIGNALED). */
  private static final long SIGNALED = 0x400;

  private ThreadSignals() {}

  private static long bit(int signal) {
    return 1L << (signal - 1);
  }

  /**
   * Returns whether a signal ends the thread, or will when the thread returns from its system call.
   * Returns false if the thread is not seen, perhaps because it is in another PID namespace.
   */
  public static boolean isKilled(int thread) {
    Path proc = Path.of("/proc", Integer.toString(thread));
    try {
      return isEnding(Files.readString(proc.resolve("stat")))
          || isDoomed(Files.readString(proc.resolve("status")));
    } catch (IOException e) {
      return false; // The thread has ended.
    }
  }

  private static boolean isEnding(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(fields[FLAGS]) & SIGNALED) != 0;
  }

  /** Returns whether a signal is pending that ends the process: none that it handles or ignores. */
  static boolean isDoomed(String status) {
    Map<String, Long> sets =
        status
            .lines()
            .filter(line -> line.matches("(SigPnd|ShdPnd|SigBlk|SigIgn|SigCgt):.*"))
            .collect(
                Collectors.toMap(
                    line -> line.substring(0, 6),
                    line -> Long.parseUnsignedLong(line.substring(7).strip(), 16)));
    long pending = sets.getOrDefault("SigPnd", 0L) | sets.getOrDefault("ShdPnd", 0L);
    long survived =
        sets.getOrDefault("SigBlk", 0L)
            | sets.getOrDefault("SigIgn", 0L)
            | sets.getOrDefault("SigCgt", 0L)
            | HARMLESS;
    return (pending & (~survived | KILL)) != 0;
  }
}
