package io.windlass.provision;

import java.time.Duration;

/**
 * Time without a change after which a half-done operation counts as left behind.
 *
 * @param making time for a thing that is half created
 * @param removing time for a thing that is half removed
 */
public record Untouched(Duration making, Duration removing) {

  /** Returns the same time for both. */
  public static Untouched since(Duration age) {
    return new Untouched(age, age);
  }

  /**
   * Returns times by which a half-removed thing always counts as left behind: its removal has
   * begun, and no caller wants it back.
   */
  Untouched goingOn() {
    return new Untouched(making, Duration.ZERO);
  }

  /** Returns whether a half-created thing of this age was left behind. */
  public boolean isLeftMaking(Duration age) {
    return age.compareTo(making) >= 0;
  }

  /** Returns whether a half-removed thing of this age was left behind. */
  public boolean isLeftRemoving(Duration age) {
    return age.compareTo(removing) >= 0;
  }
}
