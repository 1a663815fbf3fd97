package io.windlass.fs.staging;

import java.time.Duration;
import java.util.Collection;

/**
 * Changes of the staged files of a volume that the bucket does not have.
 *
 * @param files number of files with such changes
 * @param bytes bytes of these files that the bucket does not have
 * @param oldest age of the oldest such change; zero if there is none. After a restart it may be
 *     that of the file's journal, which may be older
 * @param overdue longest time for which a file has waited to be published in the background; zero
 *     if none does
 */
public record UnpublishedChanges(int files, long bytes, Duration oldest, Duration overdue) {
  /** There is nothing to publish. */
  public static final UnpublishedChanges NOTHING =
      new UnpublishedChanges(0, 0, Duration.ZERO, Duration.ZERO);

  /** Changes of one file. */
  record OfFile(long bytes, Duration age) {}

  static UnpublishedChanges of(Collection<OfFile> files, Duration overdue) {
    return new UnpublishedChanges(
        files.size(),
        files.stream().mapToLong(OfFile::bytes).sum(),
        files.stream().map(OfFile::age).max(Duration::compareTo).orElse(Duration.ZERO),
        overdue);
  }
}
