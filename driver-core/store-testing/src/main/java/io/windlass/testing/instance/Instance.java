package io.windlass.testing.instance;

/** Running server, in a container or as a process. Used by one thread at a time. */
public sealed interface Instance extends AutoCloseable
    permits ContainerInstance, GivenInstance, ProcessInstance {

  /** Signals that a server cannot catch. */
  enum Signal {
    STOP,
    CONT,
    KILL
  }

  /** Starts it, or starts it again with the data that it left; does not wait until it answers. */
  void start();

  /** Sends a signal and waits for what {@link Signal#STOP} and {@link Signal#KILL} do. */
  void signal(Signal signal);

  /** Returns whether it runs; a stopped (SIGSTOP) server runs too. */
  boolean isRunning();

  /** Returns the last lines that it wrote. */
  String output();

  /** Ends it and removes all that it left. */
  @Override
  void close();
}
