package io.windlass.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.OptionalInt;

/** Window of the terminal that controls this process (tty(4)). */
public final class TerminalWindow {
  /** TIOCGWINSZ of ioctl_tty(2): fills struct winsize. */
  private static final long GET_SIZE = 0x5413;

  private static final int COLUMNS_AT = 2;
  private static final Path TERMINAL = Path.of("/dev/tty");

  private TerminalWindow() {}

  /** Returns its width in columns; empty if there is no terminal, or it does not say. */
  public static OptionalInt columns() {
    try (Descriptor terminal = Descriptor.open(TERMINAL, Descriptor.READ_ONLY);
        Arena arena = Arena.ofConfined()) {
      MemorySegment size = arena.allocate(8, 2);
      terminal.ioctl("ask for the size of the terminal", GET_SIZE, size);
      int columns = Short.toUnsignedInt(size.get(ValueLayout.JAVA_SHORT, COLUMNS_AT));
      return columns == 0 ? OptionalInt.empty() : OptionalInt.of(columns);
    } catch (LinuxException e) {
      return OptionalInt.empty();
    }
  }
}
