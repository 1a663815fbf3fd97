package io.windlass.csi.node;

import io.windlass.mounter.keeper.Keeper;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * Watches in the background whether the mounter answers, so that whoever asks need not wait for it.
 * One mounter may follow another: a silence counts only when it lasts.
 */
final class MounterWatch implements AutoCloseable {
  /** How long a mounter may be silent: longer than it takes another to follow it. */
  static final Duration SILENCE = Duration.ofSeconds(10);

  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final Keeper keeper;
  private final Thread thread =
      Thread.ofPlatform().daemon().name("mounter-watch").unstarted(this::watch);

  private volatile Optional<Long> answered = Optional.empty();
  private volatile String trouble = "it has not answered yet";

  private MounterWatch(Keeper keeper) {
    this.keeper = keeper;
  }

  /** Starts to watch the mounter of a keeper. */
  static MounterWatch start(Keeper keeper) {
    MounterWatch watch = new MounterWatch(keeper);
    watch.look();
    watch.thread.start();
    return watch;
  }

  private void watch() {
    try {
      while (true) {
        Thread.sleep(PAUSE);
        look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    try {
      keeper.requireMounter();
      keeper.ping();
      answered = Optional.of(System.nanoTime());
    } catch (IOException e) {
      trouble = String.valueOf(e.getMessage());
    }
  }

  /** Returns why the mounter counts as absent, if it does. Returns at once. */
  Optional<String> trouble() {
    boolean well = answered.filter(at -> System.nanoTime() - at < SILENCE.toNanos()).isPresent();
    return well ? Optional.empty() : Optional.of("the mounter does not answer: " + trouble);
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
