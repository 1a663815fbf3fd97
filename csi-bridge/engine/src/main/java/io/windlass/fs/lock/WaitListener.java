package io.windlass.fs.lock;

/** Is told by a thread that it waits for another one, which has a file or names. */
@FunctionalInterface
public interface WaitListener {
  /** Does nothing. */
  WaitListener NONE = () -> {};

  /** Called by the thread that is about to wait. Must not wait itself. */
  void waits();
}
