package io.windlass.fs.lock;

import java.util.ArrayList;
import java.util.List;

/**
 * Place of a lock in the order in which threads take locks. A thread may leave some out. It never
 * takes a lock of an earlier rank than one that it holds, unless it holds that lock already. If
 * assertions are enabled, as in tests, a thread that does fails.
 *
 * <p>Behind all of these are the locks that guard the fields of one object. Nobody waits, calls
 * another object's method or takes a further lock while holding one, so they have no rank.
 */
public enum LockRank {
  /**
   * Names while they change: {@code PathLocks}. Held across the network.
   *
   * <p>A thread may release it for another one, so only the taking is checked.
   */
  PATHS,

  /**
   * The object and the key of a staged file: one publication, rename or removal at a time. Several
   * in the order of their keys. Held across the network.
   */
  FILE,

  /**
   * The content and the metadata of a staged file: shared for a change of theirs, exclusive for a
   * copy that the server makes into the file, which holds it across the network.
   */
  CONTENT,

  /** A staged file has only one upload. Held across the network, for one request. */
  UPLOAD,

  /** The staged file of an inode, its users, its removal. Threads that read requests take it. */
  INODE,

  /** The journal and the data file of one staged file: local disk only. */
  JOURNAL;

  /** Ranks of the locks that this thread holds. */
  private static final ThreadLocal<List<LockRank>> HELD = ThreadLocal.withInitial(ArrayList::new);

  /** Fails, if assertions are enabled, in a thread that holds a lock of a later rank. */
  public void check() {
    assert isNext()
        : "a lock of rank %s is taken by a thread that has %s".formatted(this, HELD.get());
  }

  private boolean isNext() {
    return HELD.get().stream().allMatch(held -> held.compareTo(this) <= 0);
  }

  /** Records that this thread has such a lock. Returns true, for assertions. */
  boolean taken() {
    HELD.get().add(this);
    return true;
  }

  /** Records that this thread has released such a lock. Returns true, for assertions. */
  boolean released() {
    List<LockRank> held = HELD.get();
    held.remove(held.lastIndexOf(this));
    if (held.isEmpty()) {
      HELD.remove();
    }
    return true;
  }
}
