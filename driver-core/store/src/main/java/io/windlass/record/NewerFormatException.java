package io.windlass.record;

import java.io.IOException;

/** Thrown when a newer version of this program wrote the records. They are left as they are. */
public final class NewerFormatException extends IOException {
  private static final long serialVersionUID = 1;

  NewerFormatException(String where) {
    super(
        ("%s was written by a newer version of Windlass, and is left as it is: install"
                + " that version again to go on with it")
            .formatted(where));
  }
}
