package io.windlass.fs.journal;

import io.windlass.fuse.ChildJvm;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Deque;
import java.util.List;

/** Rewrites a journal while it may open only one more file, and appends to it then. */
final class CrowdedProcess {
  static final StagingEvent FIRST = new StagingEvent.Wrote(0, 1, Instant.EPOCH);
  static final StagingEvent LAST = new StagingEvent.Wrote(1, 2, Instant.EPOCH);

  private CrowdedProcess() {}

  /**
   * Rewrites it.
   *
   * @param arguments the path of the journal
   */
  public static void main(String[] arguments) throws IOException {
    try (EventLog log = EventLog.create(Path.of(arguments[0]), List.of(FIRST))) {
      log.rewrite(List.of(FIRST)); // loads the classes
      Deque<InputStream> others = ChildJvm.openAll();
      others.pop().close();
      try {
        log.rewrite(List.of(FIRST));
      } catch (IOException e) {
        // The old journal is as good.
      }
      log.append(LAST);
    }
  }
}
