package io.windlass.provision;

import io.windlass.store.DriverException;

/**
 * What becomes of what a call began when the call fails. A caller that is told that the call is
 * over forgets what it asked for and never asks for its removal: nothing may be left then. One that
 * is told to wait, or gets no answer, asks again, and the next call goes on.
 */
public final class Undoing {
  private Undoing() {}

  /**
   * Undoes what was begun, if nobody will come back for it.
   *
   * @param what was begun, for a message
   * @param undo removes it, or throws {@link DriverException.Aborted} when that takes more calls
   * @return what to tell the caller
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
      // Its record is left, by which it is found when it is old enough.
      failure.addSuppressed(e);
    }
    return failure;
  }

  private static String reason(RuntimeException failure) {
    return failure instanceof DriverException known ? " (" + known.getMessage() + ")" : "";
  }
}
