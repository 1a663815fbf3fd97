package io.windlass.fs.staged;

import io.windlass.fs.key.Keys;
import io.windlass.fs.write.StagedFile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/** Files that nobody else changes or publishes until this is closed, by the same thread. */
public record StagedFileLocks(List<StagedFile> files, Deque<StagedFile.Held> held)
    implements AutoCloseable {

  /** Takes them in the order of their keys, so that two who take some of the same do not wait. */
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
