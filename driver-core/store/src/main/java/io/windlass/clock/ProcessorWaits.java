package io.windlass.clock;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * How long threads of this process had to wait for a processor: the kernel counts the time in which
 * each was ready to run and another one, perhaps of another process, had the processor. For use by
 * one thread.
 */
final class ProcessorWaits {
  private final Path threads;
  private Map<Path, Long> before = Map.of();

  /** Counts from now on. */
  ProcessorWaits() {
    this(Path.of("/proc/self/task"));
  }

  ProcessorWaits(Path threads) {
    this.threads = threads;
    Duration _ = longest();
  }

  /**
   * Returns the time that the thread which waited longest has waited since the last call; zero if
   * the kernel does not count it.
   */
  Duration longest() {
    Map<Path, Long> now = new HashMap<>();
    long longest = 0;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
      for (Path thread : all) {
        long waited = waited(thread);
        now.put(thread, waited);
        longest = Math.max(longest, waited - before.getOrDefault(thread, 0L));
      }
    } catch (IOException | DirectoryIteratorException e) {
      return Duration.ZERO;
    }
    before = now;
    return Duration.ofNanos(longest);
  }

  /** Returns the second number of schedstat: nanoseconds on a run queue. */
  private static long waited(Path thread) {
    try {
      return Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ", -1)[1]);
    } catch (IOException | NumberFormatException e) {
      return 0; // The thread has ended.
    }
  }
}
