package io.windlass.linux;

/** Signals that the JDK does not send (kill(2)). */
public enum Signal {
  /** SIGUSR1. */
  USER_1(10);

  private final int number;

  Signal(int number) {
    this.number = number;
  }

  /** Sends it to a process. */
  public void send(long process) throws LinuxException {
    Libc.KILL.call("kill", process, number, 0);
  }
}
