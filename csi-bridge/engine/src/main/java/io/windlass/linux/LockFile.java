package io.windlass.linux;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Lock on a file that one process at a time has (an open file description lock, see fcntl(2)). The
 * kernel frees it when the process ends, however it ends. It works across the namespaces of
 * containers that share the file.
 */
public final class LockFile implements AutoCloseable {
  private static final int O_CREAT = 0100;
  private static final int O_NONBLOCK = 04000;
  private static final int O_NOFOLLOW = 0400000;
  private static final int OWNER_ONLY = 0600;
  private static final int F_OFD_SETLK = 37;
  private static final short F_WRLCK = 1;

  /** Size of struct flock, whose first field is the type; zeros elsewhere mean the whole file. */
  private static final int STRUCT_FLOCK = 32;

  private final Descriptor file;

  private LockFile(Descriptor file) {
    this.file = file;
  }

  /**
   * Takes the lock; empty if another process has it.
   *
   * @param path file of the lock; made if it is missing
   * @param owner user who is to own the file; of another user than that of this process only root
   *     can make files
   */
  public static Optional<LockFile> tryLock(Path path, int owner) throws LinuxException {
    Descriptor file =
        Descriptor.open(
            path, Descriptor.READ_WRITE | O_CREAT | O_NOFOLLOW | O_NONBLOCK, OWNER_ONLY);
    try (Arena arena = Arena.ofConfined()) {
      if (owner != Users.own()) {
        file.checked("chown " + path, Libc.FCHOWN, owner, -1);
      }
      MemorySegment lock = arena.allocate(STRUCT_FLOCK, Long.BYTES);
      lock.set(ValueLayout.JAVA_SHORT, 0, F_WRLCK);
      file.checked("lock " + path, Libc.FCNTL, F_OFD_SETLK, lock.address());
      return Optional.of(new LockFile(file));
    } catch (LinuxException e) {
      file.close();
      if (e.is(Errno.EAGAIN) || e.is(Errno.EACCES)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Returns whether {@code path} is the locked file, and not another one of the same name. */
  public boolean isOn(Path path) throws IOException {
    try {
      return Files.isSameFile(Path.of("/proc/self/fd/" + file.number()), path);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Frees the lock. */
  @Override
  public void close() {
    file.close();
  }
}
