package io.windlass.fs.write;

/**
 * Which file of a volume is staged. The same as long as the file is, also in the next process.
 *
 * @param instance the tables of nodes that {@code node} is a number of
 * @param node the file
 */
public record StagedId(long instance, long node) {
  /** As the files in the staging directory are called. */
  String fileName() {
    return "%016x-%016x".formatted(instance, node);
  }
}
