package io.windlass.fs.staging;

import io.windlass.fs.journal.StagingEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * When the oldest change of a staged file was made that the bucket does not have. Used under the
 * lock of the file's {@link StagedContent}. The times in the journal are no help: programs set
 * them.
 */
final class DirtySince {
  private Optional<Long> since;

  private DirtySince(Optional<Long> since) {
    this.since = since;
  }

  /**
   * Returns the state of a file that is staged now. If it is dirty already, it counts as dirty
   * since its journal was created, maybe by an earlier process.
   */
  static DirtySince of(boolean dirty, Path journal) {
    return new DirtySince(
        dirty ? Optional.of(System.nanoTime() - age(journal).toNanos()) : Optional.empty());
  }

  private static Duration age(Path file) {
    try {
      Instant created =
          Files.readAttributes(file, BasicFileAttributes.class).creationTime().toInstant();
      Duration age = Duration.between(created, Instant.now());
      return age.isNegative() ? Duration.ZERO : age;
    } catch (IOException e) {
      return Duration.ZERO;
    }
  }

  /** Records an event after which the file is dirty or is not. */
  void after(StagingEvent event, boolean dirty) {
    if (!dirty) {
      since = Optional.empty();
    } else if (since.isEmpty() || event instanceof StagingEvent.Published) {
      // What is left after a publishing was changed while that went on.
      since = Optional.of(System.nanoTime());
    }
  }

  /** Returns the age of the oldest change; empty if there is none. */
  Optional<Duration> age() {
    return since.map(at -> Duration.ofNanos(System.nanoTime() - at));
  }
}
