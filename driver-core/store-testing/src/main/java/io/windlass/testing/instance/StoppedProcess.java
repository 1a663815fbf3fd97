package io.windlass.testing.instance;

import io.windlass.testing.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Waits for what SIGSTOP does: a busy machine lets a process go on for a while. */
final class StoppedProcess {
  private static final Duration POLL = Duration.ofMillis(5);

  private StoppedProcess() {}

  /**
   * Returns when all threads of a process stand still. One that is not of this machine counts as
   * stopped.
   */
  static void await(long pid) {
    Awaitility.await("process " + pid + " is stopped")
        .atMost(Patience.LONG)
        .pollDelay(Duration.ZERO)
        .pollInterval(POLL)
        .until(() -> threads(pid).stream().allMatch(StoppedProcess::standsStill));
  }

  private static List<Path> threads(long pid) throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
      return threads.toList();
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  /** Its state follows its name, which is in parentheses: see proc(5). */
  private static boolean standsStill(Path thread) {
    try {
      String stat = Files.readString(thread.resolve("stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
    } catch (IOException e) {
      return true; // it has ended
    }
  }
}
