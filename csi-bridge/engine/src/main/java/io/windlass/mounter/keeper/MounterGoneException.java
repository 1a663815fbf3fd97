package io.windlass.mounter.keeper;

import java.io.IOException;

/** The mounter has closed the connection: it has ended, or is about to. */
final class MounterGoneException extends IOException {
  private static final long serialVersionUID = 1;

  MounterGoneException() {
    super("the mounter has gone");
  }
}
