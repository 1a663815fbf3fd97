package io.windlass.fs.testing;

import io.windlass.fs.lock.WaitListener;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.awaitility.Awaitility;

/** Knows which threads have come to wait for another one. */
public final class WaitingThreads implements WaitListener {
  private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();

  @Override
  public void waits() {
    waiting.add(Thread.currentThread());
  }

  /** Returns once this thread has come to wait for another one, or has ended. */
  public void await(Thread thread) {
    Awaitility.await().until(() -> waiting.contains(thread) || !thread.isAlive());
  }

  /** Returns whether this thread has come to wait for another one. */
  public boolean contains(Thread thread) {
    return waiting.contains(thread);
  }
}
