package io.windlass.fs.write;

import java.io.IOException;
import java.nio.file.Path;

/** Thrown for a file that a newer version of this program wrote; the file is left as it is. */
public final class NewerFormatException extends IOException {
  private static final long serialVersionUID = 1;

  NewerFormatException(Path path) {
    super(
        "%s was written by a newer version of Windlass, and is left as it is: install that version again to go on with it"
            .formatted(path));
  }
}
