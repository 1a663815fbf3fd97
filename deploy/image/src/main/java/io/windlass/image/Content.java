package io.windlass.image;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What stands at a path of the image. */
sealed interface Content {
  /** Directory. {@code mode}: its permission bits. */
  record Folder(int mode) implements Content {}

  /** Symbolic link. */
  record Link(String target) implements Content {}

  /** File with a text, in UTF-8. */
  record Text(String text, int mode) implements Content {
    byte[] bytes() {
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }

  /** File with the bytes of a file. */
  record Copy(Path source, int mode) implements Content {}

  /** Returns a copy of a file, which can be executed if the file can. */
  static Content copy(Path source) {
    return new Copy(source, Files.isExecutable(source) ? 0755 : 0644);
  }

  /** Returns the size of a file in bytes; zero for what has no bytes. */
  default long size() throws IOException {
    return switch (this) {
      case Folder _, Link _ -> 0;
      case Text text -> text.bytes().length;
      case Copy copy -> Files.size(copy.source());
    };
  }
}
