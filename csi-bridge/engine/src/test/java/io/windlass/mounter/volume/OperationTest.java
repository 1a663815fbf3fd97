package io.windlass.mounter.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.linux.Errno;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests of the errors that programs get when the store fails: none may be taken for an answer. */
class OperationTest {
  /** Errors that never state something about a file, directory or attribute. */
  private static final Set<Errno> FAILURES =
      EnumSet.of(Errno.EIO, Errno.ESTALE, Errno.EACCES, Errno.EDQUOT);

  @Test
  void nothingOfAStoreIsTakenForAnAnswer() {
    for (Operation operation : Operation.values()) {
      Set<Errno> allowed = EnumSet.copyOf(FAILURES);
      switch (operation) {
        // The name is refused, and so is not there afterwards, either.
        case CREATE, MKNOD, MKDIR, SYMLINK, RENAME -> allowed.add(Errno.EINVAL);
        // The kernel copies the bytes.
        case COPY_FILE_RANGE -> allowed.add(Errno.ENOTSUP);
        // This is what it asks for.
        case ACCESS -> allowed.remove(Errno.EACCES);
        default -> {}
      }
      assertThat(Stream.of(Errno.values()).map(operation::whenStoreFails))
          .as("%s", operation)
          .isSubsetOf(allowed)
          .contains(Errno.EIO);
    }
  }

  @Test
  void whatHelpsIsSaid() {
    assertThat(Operation.OPENDIR.whenStoreFails(Errno.EACCES)).isEqualTo(Errno.EACCES);
    assertThat(Operation.READ.whenStoreFails(Errno.ESTALE)).isEqualTo(Errno.ESTALE);
    assertThat(Operation.FLUSH.whenStoreFails(Errno.EDQUOT)).isEqualTo(Errno.EDQUOT);
    assertThat(Operation.READLINK.whenStoreFails(Errno.ENOENT)).isEqualTo(Errno.ESTALE);
  }
}
