package io.windlass.faults;

import io.windlass.testing.Cluster;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/**
 * A process of the store dies and comes back, one after the other: each second time with an empty
 * disk. While it is away, the store goes on, and other trouble strikes.
 */
public final class LostServer implements Crowd.Trouble {
  private static final long MOST_ANSWERS = 40;
  private static final long REST = 3_000;

  private final Cluster<?> cluster;
  private final boolean mounts;
  private final Crowd.Trouble meanwhile;
  private final AtomicInteger strikes = new AtomicInteger();

  /**
   * @param mounts whether clients use mounts, see {@link #end}
   * @param meanwhile strikes once for each process that is away
   */
  public LostServer(Cluster<?> cluster, boolean mounts, Crowd.Trouble meanwhile) {
    this.cluster = cluster;
    this.mounts = mounts;
    this.meanwhile = meanwhile;
  }

  @Override
  public void strike(RandomGenerator random, Progress progress) throws InterruptedException {
    boolean _ = progress.awaitAnswers(random.nextLong(MOST_ANSWERS));
    int number = strikes.getAndIncrement();
    end(cluster, number, mounts);
    boolean _ = progress.awaitAnswers(random.nextLong(MOST_ANSWERS));
    meanwhile.strike(random, progress);
    // A bucket that is deleted while MinIO fills a disk comes back, and a process that has just
    // started may not hear of users that are removed.
    progress.inSilence(() -> {
      comeBack(cluster, number);
      rest();
    });
  }

  /**
   * Kills a process.
   *
   * @param mounts whether clients are led to the others first: an object that MinIO's process was
   *     writing stays locked for a minute or two, longer than a mount's operation may wait
   */
  public static void end(Cluster<?> cluster, int number, boolean mounts) {
    int member = number % cluster.size();
    if (mounts) {
      cluster.leave(member);
      rest();
    }
    cluster.kill(member);
  }

  private static void rest() {
    try {
      Thread.sleep(REST);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while processes were left alone", e);
    }
  }

  /** Brings it back, with an empty disk in odd numbers. */
  public static void comeBack(Cluster<?> cluster, int number) {
    int member = number % cluster.size();
    long began = System.nanoTime();
    boolean empty = number % 2 == 1;
    if (empty) {
      cluster.comeBackEmpty(member);
    } else {
      cluster.comeBack(member);
    }
    System.out.printf(
        "process %d of %s is back%s after %d ms%n",
        member, cluster, empty ? ", from nothing," : "", (System.nanoTime() - began) / 1_000_000);
  }
}
