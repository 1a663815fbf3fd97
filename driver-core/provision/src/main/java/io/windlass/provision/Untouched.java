package io.windlass.provision;

import java.time.Duration;

/**
 * For how long nobody must have touched something that is half done.
 *
 * @param making if it is half made
 * @param removing if it is half removed
 */
public record Untouched(Duration making, Duration removing) {

  /** The same for both. */
  public static Untouched since(Duration age) {
    return new Untouched(age, age);
  }

  /** What is half removed whatever its age: nobody wants it back. */
  Untouched goingOn() {
    return new Untouched(making, Duration.ZERO);
  }

  /** Whether something half made, of this age, was left. */
  public boolean isLeftMaking(Duration age) {
    return age.compareTo(making) >= 0;
  }

  /** Whether something half removed, of this age, was left. */
  public boolean isLeftRemoving(Duration age) {
    return age.compareTo(removing) >= 0;
  }
}
