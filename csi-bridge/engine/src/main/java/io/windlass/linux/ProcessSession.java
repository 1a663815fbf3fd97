package io.windlass.linux;

/**
 * Session of this process (setsid(2)): signals of a terminal go to the processes of its session.
 */
public final class ProcessSession {
  private ProcessSession() {}

  /**
   * Gives this process a session and a process group of its own, so that Ctrl-C on the terminal, or
   * a signal to the group of a script, does not reach it. Does nothing if it leads a group already.
   */
  public static void leave() {
    try {
      Libc.SETSID.call("setsid", 0, 0, 0);
    } catch (LinuxException e) {
      if (!e.is(Errno.EPERM)) {
        throw new IllegalStateException(e);
      }
    }
  }
}
