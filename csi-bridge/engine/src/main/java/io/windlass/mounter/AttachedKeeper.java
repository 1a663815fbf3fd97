package io.windlass.mounter;

import io.windlass.mounter.run.ControlSocket;
import io.windlass.proto.mounter.FromMounter;
import io.windlass.proto.mounter.Ping;
import io.windlass.proto.mounter.ToMounter;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The keeper that is attached to a mounter, and holds the descriptors of all its volumes. */
final class AttachedKeeper {
  private static final int PATIENCE_SECONDS = 1;

  private final ControlSocket<ToMounter, FromMounter> socket;
  private final Semaphore answers = new Semaphore(0);
  private final Set<String> held = ConcurrentHashMap.newKeySet();

  AttachedKeeper(ControlSocket<ToMounter, FromMounter> socket) {
    this.socket = socket;
  }

  ControlSocket<ToMounter, FromMounter> socket() {
    return socket;
  }

  boolean isOver(ControlSocket<ToMounter, FromMounter> other) {
    return socket.equals(other);
  }

  /** Notes that the keeper holds this volume, and has to be told of its end. */
  void holds(String volume) {
    held.add(volume);
  }

  /** Returns the volumes that the keeper holds. */
  Set<String> held() {
    return Set.copyOf(held);
  }

  /** Returns whether the keeper holds this volume, whose end it is told of now. */
  boolean letsGo(String volume) {
    return held.remove(volume);
  }

  /** Asks the keeper whether it lives: it may have ended a moment ago. */
  boolean lives() throws InterruptedException {
    answers.drainPermits();
    try {
      socket.send(FromMounter.newBuilder().setPing(Ping.getDefaultInstance()).build());
    } catch (IOException e) {
      return false;
    }
    return answers.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** Notes that the keeper has answered. */
  void answered() {
    answers.release();
  }
}
