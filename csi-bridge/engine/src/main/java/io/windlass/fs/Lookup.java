package io.windlass.fs;

import java.time.Duration;

/** Result of looking up a name. */
public sealed interface Lookup {
  /** The name refers to a node. Its lookup count is now one more. */
  record Found(Node node) implements Lookup {}

  /**
   * The name does not exist.
   *
   * @param valid how long this may be remembered without asking again; zero: not at all
   */
  record Absent(Duration valid) implements Lookup {}
}
