package io.windlass.fs;

import java.time.Duration;

/** What a name stands for. */
public sealed interface Lookup {
  /** A node, whose lookup count is now one more. */
  record Found(Node node) implements Lookup {}

  /**
   * Nothing.
   *
   * @param valid how long that may be believed without asking again; zero: not at all
   */
  record Absent(Duration valid) implements Lookup {}
}
