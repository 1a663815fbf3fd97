package io.windlass.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Calls getxattr(2): Java's own view of attributes opens the file, which a mount counts. */
public final class ExtendedAttribute {
  /** Longest value that the kernel takes. */
  private static final int LONGEST = 1 << 16;

  private ExtendedAttribute() {}

  /**
   * Returns an attribute as text.
   *
   * @param name with its namespace, like {@code user.mime_type}
   */
  public static String read(Path file, String name) throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = arena.allocate(LONGEST);
      long length =
          Libc.GETXATTR.call(
              "getxattr of " + file,
              arena.allocateFrom(file.toString()).address(),
              arena.allocateFrom(name).address(),
              value.address(),
              LONGEST,
              0,
              0);
      return new String(
          value.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    }
  }
}
