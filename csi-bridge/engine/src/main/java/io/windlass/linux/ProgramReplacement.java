package io.windlass.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Runs another program in this process, in place of this one: {@code execv} of POSIX. */
public final class ProgramReplacement {
  private ProgramReplacement() {}

  /**
   * Replaces this program, and does not return. The process keeps its id, its environment and its
   * standard input and output.
   *
   * @param arguments those of the program, without its name
   * @param without variables that the program does not see
   * @throws LinuxException when the program cannot be run
   */
  public static void replace(Path program, List<String> arguments, Set<String> without)
      throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      for (String name : without) {
        Libc.UNSETENV.call("unsetenv", arena.allocateFrom(name).address(), 0, 0);
      }
      List<String> all = new ArrayList<>();
      all.add(program.toString());
      all.addAll(arguments);
      MemorySegment pointers = arena.allocate(ValueLayout.ADDRESS, all.size() + 1L);
      for (int i = 0; i < all.size(); i++) {
        pointers.setAtIndex(ValueLayout.ADDRESS, i, arena.allocateFrom(all.get(i)));
      }
      long path = arena.allocateFrom(program.toString()).address();
      Libc.EXECV.call("execv " + program, path, pointers.address(), 0);
      throw new IllegalStateException("execv returned");
    }
  }
}
