package io.windlass.fs.journal;

/**
 * Identity of a staged file, which stays the same in the next process.
 *
 * @param instance the tables of nodes that {@code node} belongs to
 * @param node number of the file's node
 */
public record StagedId(long instance, long node) {
  /** Returns the name of the file's data and journal, without their suffixes. */
  public String fileName() {
    return "%016x-%016x".formatted(instance, node);
  }
}
