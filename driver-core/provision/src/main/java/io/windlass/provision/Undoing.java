package io.windlass.provision;

import io.windlass.error.DriverException;

/**
 * Decides what happens to a half-done operation when its call fails. A caller that gets a final
 * error forgets what it asked for, and never asks for its removal: so nothing may be left. A caller
 * that gets a temporary error or no answer repeats the call, and the repeated call continues.
 */
public final class Undoing {
  private Undoing() {}

  /**
   * Undoes what a failed call began, if the failure is final.
   *
   * @param what what was begun, for a message
   * @param undo removes it, or throws {@link DriverException.Aborted} when that takes more calls
   * @return exception for the caller
   */
  public static RuntimeException after(RuntimeException failure, String what, Runnable undo) {
    if (failure instanceof DriverException known && !known.kind().isFinal()) {
      return failure;
    }
    try {
      undo.run();
    } catch (DriverException.Aborted e) {
      DriverException busy =
          new DriverException.Aborted(
              "%s is being undone%s: call again".formatted(what, reason(failure)));
      busy.addSuppressed(failure);
      return busy;
    } catch (DriverException e) {
      // The record of the operation is left, and Leftovers finds it when it is old enough.
      failure.addSuppressed(e);
    }
    return failure;
  }

  private static String reason(RuntimeException failure) {
    return failure instanceof DriverException known ? " (" + known.getMessage() + ")" : "";
  }
}
