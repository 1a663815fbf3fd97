package io.windlass.mounter.volume;

import io.windlass.fs.Answer;
import io.windlass.fs.Attributes;
import io.windlass.fs.Changes;
import io.windlass.fs.FileSystem;
import io.windlass.fs.Known;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Set-user-ID and set-group-ID bits of files, which are dropped before a change by somebody who may
 * not give them. The kernel says when ({@link
 * io.windlass.fuse.message.InitFlag#HANDLE_KILLPRIV_V2}): if it did it itself, it would ask for
 * {@code security.capability} before each write.
 */
final class SetIdBits {
  private static final int SET_USER_ID = 04000;
  private static final int GROUP_RUNS = 010;

  private final FileSystem files;

  SetIdBits(FileSystem files) {
    this.files = files;
  }

  /**
   * Asks for a change of a file.
   *
   * @param drop whether the bits have to be dropped first
   * @param handle by which the file is changed; empty if it is by name
   */
  <T> Answer<T> before(boolean drop, long node, OptionalLong handle, Supplier<Answer<T>> change) {
    if (!drop) {
      return change.get();
    }
    Answer<Known> asked = files.getattr(node, handle);
    if (asked instanceof Answer.Now<Known>(Known known)
        && left(known) == known.attributes().mode()) {
      return change.get();
    }
    return Answer.later(() -> {
      drop(node, asked.await());
      return change.get().await();
    });
  }

  private void drop(long node, Known known) {
    int left = left(known);
    if (left != known.attributes().mode()) {
      Changes change =
          new Changes(
              OptionalInt.of(left),
              OptionalInt.empty(),
              OptionalInt.empty(),
              OptionalLong.empty(),
              Optional.empty(),
              Optional.empty());
      Known _ = files.setattr(node, change).await();
    }
  }

  /** Returns the mode without the bits; the set-group-ID bit means nothing if no group may run. */
  private static int left(Known known) {
    int mode = known.attributes().mode();
    boolean forGroup = (mode & GROUP_RUNS) != 0;
    return mode & ~SET_USER_ID & ~(forGroup ? Attributes.SET_GROUP_ID : 0);
  }
}
