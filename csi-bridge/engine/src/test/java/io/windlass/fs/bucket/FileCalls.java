package io.windlass.fs.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.windlass.fs.Caller;
import io.windlass.fs.Changes;
import io.windlass.fs.Created;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.Node;
import io.windlass.fs.RequestId;
import io.windlass.linux.Errno;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What programs ask of a volume, and wait for. */
final class FileCalls {
  static final Caller CALLER = new Caller(0, 0);

  /** O_CREAT, O_RDWR. */
  static final int NEW = 0102;

  /** O_CREAT, O_RDONLY. */
  static final int MADE = 0100;

  /** O_WRONLY. */
  static final int WRITE = 1;

  private FileCalls() {}

  /** Makes a file, to be read and written, at the top of a volume that has none of the name. */
  static Created createFile(Volume volume, String name) {
    return createFile(volume, name, NEW);
  }

  static Created createFile(Volume volume, String name, int flags) {
    assertThat(volume.lookup(FileSystem.ROOT, name)).isEmpty();
    Created made =
        volume.fs().create(FileSystem.ROOT, name, flags, 0100644, CALLER, volume.request()).await();
    volume.counted(made.node());
    return made;
  }

  /** Opens a file at the top; gives its handle. */
  static long open(Volume volume, String name, int flags) {
    Node node = volume.lookup(FileSystem.ROOT, name).orElseThrow();
    return volume.fs().open(node.id(), flags, volume.request()).await().handle();
  }

  /** Writes at the beginning. */
  static void write(Volume volume, long handle, String text) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocateFrom(ValueLayout.JAVA_BYTE, text.getBytes(UTF_8));
      volume.fs().write(handle, 0, data).await();
    }
  }

  /** As close(2), and the kernel's word that nobody has it open any more. */
  static void close(Volume volume, long handle) {
    volume.fs().publish(handle).await();
    volume.fs().release(handle).await();
  }

  /** All of it, as text. */
  static String read(Volume volume, long handle) {
    return new String(volume.read(handle, 0, 1 << 20), UTF_8);
  }

  /** Requires that this is refused, for this reason. */
  static void fails(Errno errno, ThrowingCallable deed) {
    FsException failure = catchThrowableOfType(FsException.class, deed);
    assertThat(failure).isNotNull();
    assertThat(failure.errno()).isEqualTo(errno);
  }

  static void rename(Volume volume, String from, String to, RequestId request) {
    volume.fs().rename(FileSystem.ROOT, from, FileSystem.ROOT, to, true, request).await();
  }

  /** What chmod(2) asks for. */
  static Changes mode(int mode) {
    return new Changes(
        OptionalInt.of(mode),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** What truncate(2) asks for. */
  static Changes size(long size) {
    return new Changes(
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalLong.of(size),
        Optional.empty(),
        Optional.empty());
  }

  static Node mkdir(Volume volume, String name) {
    Node made = volume.fs().mkdir(FileSystem.ROOT, name, 0755, CALLER, volume.request()).await();
    volume.counted(made);
    return made;
  }
}
