package io.windlass.cli.doctor;

import java.io.IOException;
import java.nio.file.FileSystemException;

/** Why something could not be done with a file, for people. */
final class Reason {
  private Reason() {}

  /** Returns it in words: messages of the file system's exceptions are often but a path. */
  static String of(IOException failure) {
    return failure instanceof FileSystemException refused && refused.getReason() == null
        ? "%s (%s)"
            .formatted(
                refused.getFile(), refused.getClass().getSimpleName().replaceAll("Exception$", ""))
        : String.valueOf(failure.getMessage());
  }
}
