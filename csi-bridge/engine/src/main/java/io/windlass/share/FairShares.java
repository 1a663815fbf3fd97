package io.windlass.share;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Units of something bounded, such as requests or memory, that volumes share. None of them can keep
 * the units from the others, not even if it gives none back, because its server is silent; nor can
 * all volumes of one server keep them from those of another one.
 *
 * <ul>
 *   <li>The volumes of a server hold at most a given part of what those of the others leave them,
 *       so they always leave something free (the dynamic thresholds of switches with shared
 *       memory). The part is not a fixed share: who is alone gets all of it, and who comes later
 *       finds something. A volume in turn leaves something to the others of its server.
 *   <li>Who holds nothing needs no more than room.
 *   <li>Of those who wait, the server that holds least goes first, of its volumes the one that
 *       holds least, and within a volume who asked first. So who holds much gets nothing more while
 *       others wait for room.
 *   <li>Beside that, a volume may have units of its own, which nobody else can take.
 * </ul>
 *
 * <p>A volume that does not use its share any more need not say so.
 */
public final class FairShares {
  private final ReentrantLock lock = new ReentrantLock();

  /** Shares of which somebody waits. */
  private final Set<Share> waiting = new LinkedHashSet<>();

  private final int units;
  private int free;

  /** Numbers of servers, volumes and turns, in the order in which they came. */
  private long last;

  private long changes;

  /**
   * Creates the units.
   *
   * @param units number of units that all have in common, at least one
   */
  public FairShares(int units) {
    if (units < 1) {
      throw new IllegalArgumentException("there must be a unit to share, not " + units);
    }
    this.units = units;
    this.free = units;
  }

  /**
   * Most common units that may be held after some were taken, if the others hold none; if they do,
   * the same part of what they leave.
   *
   * @param volume by a volume
   * @param server by all volumes of its server
   */
  public record Most(int volume, int server) {
    /** Refuses what leaves a volume nothing, or is more than its server may have. */
    public Most {
      if (volume < 1 || server < volume) {
        throw new IllegalArgumentException("%d units of %d".formatted(volume, server));
      }
    }

    /** Returns the limit of a volume that shares its server with nobody. */
    public static Most of(int units) {
      return new Most(units, units);
    }
  }

  /** Returns what the volumes of one server hold together: nothing yet. */
  public Server server() {
    lock.lock();
    try {
      return new Server(++last);
    } finally {
      lock.unlock();
    }
  }

  /** Tells the first of each volume that something has changed that it may be waiting for. */
  public void changed() {
    lock.lock();
    try {
      wake();
    } finally {
      lock.unlock();
    }
  }

  private void wake() {
    changes++;
    for (Share share : waiting) {
      share.queue.getFirst().changed.signal();
    }
  }

  /** What the volumes of one server hold together. */
  public final class Server {
    private final long number;

    /** Common units. */
    private int held;

    private Server(long number) {
      this.number = number;
    }

    /**
     * Returns the share of one volume, which holds nothing yet.
     *
     * @param own number of units that it has beside the common ones, and that nobody else can take
     */
    public Share join(int own) {
      lock.lock();
      try {
        return new Share(this, ++last, own);
      } finally {
        lock.unlock();
      }
    }
  }

  /** What one volume holds, and who waits for more of it. */
  public final class Share {
    private final Deque<Turn> queue = new ArrayDeque<>();
    private final Server server;
    private final long number;
    private final int own;
    private int held;

    private Share(Server server, long number, int own) {
      this.server = server;
      this.number = number;
      this.own = own;
    }

    /** Returns the number of units that the volume holds, with its own. */
    public int held() {
      lock.lock();
      try {
        return held;
      } finally {
        lock.unlock();
      }
    }

    /** Returns whether its server, or of the same server this volume, holds more than another. */
    public boolean holdsMoreThan(Share other) {
      lock.lock();
      try {
        return server == other.server ? held > other.held : server.held > other.server.held;
      } finally {
        lock.unlock();
      }
    }

    /**
     * Takes units for what need not be: not while somebody waits for room, or for this share.
     *
     * @return whether it has the units, all of them
     */
    public boolean tryTake(int count, Most most) {
      lock.lock();
      try {
        if (!queue.isEmpty()
            || needs(count) > free
            || !isWithin(count, most, false)
            || waiting.stream().anyMatch(each -> each.queue.getFirst().isDue())) {
          return false;
        }
        take(count);
        return true;
      } finally {
        lock.unlock();
      }
    }

    /** Queues for units. The turn has to be closed, also when it has got them. */
    public Turn ask(int count, Most most) {
      lock.lock();
      try {
        Turn turn = new Turn(this, count, most);
        queue.addLast(turn);
        boolean _ = waiting.add(this);
        return turn;
      } finally {
        lock.unlock();
      }
    }

    /** Gives units back that the volume took. */
    public void give(int count) {
      lock.lock();
      try {
        take(-count);
        wake();
      } finally {
        lock.unlock();
      }
    }

    private void take(int count) {
      int needed = needs(count);
      held += count;
      server.held += needed;
      free -= needed;
    }

    private int common() {
      return Math.max(0, held - own);
    }

    /** Returns how many common units it takes to hold so many more. */
    private int needs(int count) {
      return Math.max(0, held + count - own) - common();
    }

    private boolean isWithin(int count, Most most, boolean first) {
      int needed = needs(count);
      long ofServer = (long) most.server * (free + server.held) / units;
      long ofVolume = (ofServer - (server.held - common())) * most.volume / most.server;
      boolean serverMay = server.held + needed <= ofServer || (first && server.held == 0);
      boolean volumeMay = common() + needed <= ofVolume || (first && common() == 0);
      return needed == 0 || (serverMay && volumeMay);
    }
  }

  /** Place of a thread in the queue for units. Used by one thread. */
  public final class Turn implements AutoCloseable {
    private final Condition changed = lock.newCondition();
    private final Share share;
    private final int count;
    private final Most most;
    private boolean taken;
    private long seen;

    private Turn(Share share, int count, Most most) {
      this.share = share;
      this.count = count;
      this.most = most;
    }

    /** Takes the units if it can be now; returns whether it has. */
    public boolean take() {
      lock.lock();
      try {
        seen = changes;
        if (!taken && share.needs(count) <= free && isDue() && isNext()) {
          taken = true;
          share.take(count);
          leave();
        }
        return taken;
      } finally {
        lock.unlock();
      }
    }

    /**
     * Returns whether nobody goes before: more room, or units that its own server's volumes give
     * back, are all that is missing.
     */
    public boolean isFirst() {
      lock.lock();
      try {
        return isNext();
      } finally {
        lock.unlock();
      }
    }

    /**
     * Waits until something has changed since {@link #take}.
     *
     * @param nanos longest time
     * @return what is left of it, 0 or less if it is over
     */
    public long await(long nanos) throws InterruptedException {
      lock.lockInterruptibly();
      try {
        long left = nanos;
        while (changes == seen && left > 0) {
          left = changed.awaitNanos(left);
        }
        return left;
      } finally {
        lock.unlock();
      }
    }

    /** Returns whether it lacks room at most: its volume may hold so much. */
    private boolean isDue() {
      return share.isWithin(count, most, true);
    }

    private boolean isNext() {
      if (share.queue.getFirst() != this) {
        return false;
      }
      for (Share other : waiting) {
        if (other != share && isBefore(other, share) && other.queue.getFirst().isDue()) {
          return false;
        }
      }
      return true;
    }

    /** Returns whether one share goes before another: this is an order of all shares. */
    private static boolean isBefore(Share one, Share other) {
      if (one.server != other.server) {
        return one.server.held < other.server.held
            || (one.server.held == other.server.held && one.server.number < other.server.number);
      }
      return one.common() < other.common()
          || (one.common() == other.common() && one.number < other.number);
    }

    private void leave() {
      boolean _ = share.queue.remove(this);
      if (share.queue.isEmpty()) {
        boolean _ = waiting.remove(share);
      }
      wake();
    }

    /** Leaves the queue; keeps the units that it has got. */
    @Override
    public void close() {
      lock.lock();
      try {
        if (!taken) {
          leave();
        }
      } finally {
        lock.unlock();
      }
    }
  }
}
