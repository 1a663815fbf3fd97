package io.windlass.linux;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.FileSystemException;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Error numbers of failed calls of Java on local files. Java tells such a failure only in the words
 * of the C library, which are those of the process's locale.
 */
public final class FileErrno {
  /** Longest text of an error, in bytes. */
  private static final int LONGEST = 1 << 10;

  /** Errors that a program can do something about, by the words of the C library. */
  private static final Map<String, Errno> BY_WORDS =
      Stream.of(Errno.ENOSPC, Errno.EDQUOT, Errno.EROFS)
          .collect(Collectors.toUnmodifiableMap(FileErrno::words, Function.identity()));

  private FileErrno() {}

  /**
   * Returns the error for the program whose call failed: {@code ENOSPC}, {@code EDQUOT} or {@code
   * EROFS} if that is why; {@code EIO} for any other reason.
   */
  public static Errno of(IOException failure) {
    String words =
        failure instanceof FileSystemException named ? named.getReason() : failure.getMessage();
    return words == null ? Errno.EIO : BY_WORDS.getOrDefault(words, Errno.EIO);
  }

  @SuppressWarnings("restricted")
  private static String words(Errno errno) {
    return MemorySegment.ofAddress(Libc.STRERROR.raw(errno.number(), 0, 0))
        .reinterpret(LONGEST)
        .getString(0);
  }
}
