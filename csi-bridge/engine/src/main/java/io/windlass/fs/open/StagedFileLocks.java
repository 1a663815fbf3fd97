package io.windlass.fs.open;

import io.windlass.fs.key.Keys;
import io.windlass.fs.staging.StagedFile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/**
 * Holds on staged files: until this is closed, by the thread that took them, no other thread
 * publishes the files or changes their names or objects.
 */
public record StagedFileLocks(List<StagedFile> files, Deque<StagedFile.Held> held)
    implements AutoCloseable {

  /**
   * Takes the holds in the order of the files' keys, so that two threads that need some of the same
   * files do not deadlock.
   */
  public static StagedFileLocks of(Stream<StagedFile> files) {
    StagedFileLocks holds = new StagedFileLocks(new ArrayList<>(), new ArrayDeque<>());
    try {
      files
          .sorted(Comparator.comparing(StagedFile::key, Keys.ORDER))
          .forEach(file -> {
            holds.held.push(file.hold());
            holds.files.add(file);
          });
      return holds;
    } catch (RuntimeException e) {
      holds.close();
      throw e;
    }
  }

  @Override
  public void close() {
    while (!held.isEmpty()) {
      held.pop().close();
    }
  }
}
