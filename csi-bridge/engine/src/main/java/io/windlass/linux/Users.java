package io.windlass.linux;

/** Users of this machine, by number. */
public final class Users {
  /** The user who may read and change the files of all others. */
  public static final int ROOT = 0;

  private Users() {}

  /** Returns the user of this process (geteuid(2)). */
  public static int own() {
    return (int) Libc.GETEUID.raw(0, 0, 0);
  }
}
