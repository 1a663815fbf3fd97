package io.windlass.fs.tree;

import io.windlass.error.DriverException;
import io.windlass.fs.inode.HandleTable;
import io.windlass.fs.key.DirectoryKey;
import io.windlass.fs.listing.Listings;
import io.windlass.fs.listing.Metadata;
import io.windlass.fs.open.OpenWrites;
import io.windlass.store.ObjectStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Stream of the lines of an open directory. It keeps the lines of its last answer, so that the next
 * read can continue after any of them. It stores in the table of handles where that answer began,
 * so that another process can continue too.
 */
final class DirectoryStream {
  /**
   * How many lines around its old ordinal a line is searched for when the directory has changed.
   */
  private static final int CHANGED = 4096;

  /** Most lines that are announced before they are given out. */
  private static final int AHEAD = 128;

  private final ObjectStore store;
  private final Metadata metadata;
  private final OpenWrites openWrites;
  private final HandleTable handles;
  private final long handle;
  private final DirectoryKey place;
  private final ReentrantLock lock = new ReentrantLock();

  /** Lines of the last answer. */
  private final List<DirEntry> last = new ArrayList<>();

  /** Lines that were listed and not given out yet. */
  private final Deque<DirEntry> coming = new ArrayDeque<>();

  private DirEntries lines;

  /**
   * Offset of the stream: {@link DirEntry#next} of the line before it, 0 at the beginning, -1 if it
   * has not been positioned yet.
   */
  private long at = -1;

  /** Position of the listing at {@link #at}. */
  private String position = "";

  /** First page, asked for when the directory was opened; the first read takes it. */
  private Optional<Listings.Ahead> first = Optional.empty();

  /** Receiver of lines. */
  interface Sink {
    /** Takes a line; returns false if there is no room for it. */
    boolean add(DirEntry line);

    /** Returns whether lines are to be announced before they come. */
    boolean wantsAhead();

    /** Announces a line that comes later, unless the program stops reading. */
    void ahead(DirEntry line);
  }

  DirectoryStream(
      ObjectStore store,
      Metadata metadata,
      OpenWrites openWrites,
      HandleTable handles,
      long handle,
      DirectoryKey place) {
    this.store = store;
    this.metadata = metadata;
    this.openWrites = openWrites;
    this.handles = handles;
    this.handle = handle;
    this.place = place;
    this.lines = new DirEntries(store, metadata, openWrites, place, 0, "", Optional.empty());
  }

  /** Reads the first page of the directory for the first read. Waits for the store. */
  void begin() {
    Listings.Ahead page = metadata.listings().first(place);
    lock.lock();
    try {
      first = Optional.of(page);
    } finally {
      lock.unlock();
    }
  }

  /** Answers a read if that needs no waiting; otherwise returns false and adds nothing. */
  boolean tryRead(long offset, Sink sink) {
    if (!lock.tryLock()) {
      return false;
    }
    try {
      if (sink.wantsAhead() || !stands(offset) || (coming.isEmpty() && !lines.isReady())) {
        return false;
      }
      give(sink);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Adds the lines after {@code offset} until the sink is full; waits only for the first. */
  void read(long offset, Sink sink) {
    lock.lock();
    try {
      if (!stands(offset)) {
        seek(offset);
      }
      if (sink.wantsAhead()) {
        lookAhead(sink);
      }
      give(sink);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns whether the stream stands at {@code offset}; moves back within the last answer if
   * {@code offset} is in it.
   */
  private boolean stands(long offset) {
    if (at == offset) {
      return true;
    }
    for (int i = last.size() - 1; i >= 0; i--) {
      if (last.get(i).next() == offset) {
        for (int j = last.size() - 1; j > i; j--) {
          coming.addFirst(last.get(j));
        }
        stand(last.get(i));
        last.clear();
        return true;
      }
    }
    return false;
  }

  private void stand(DirEntry line) {
    at = line.next();
    position = line.position();
  }

  private void lookAhead(Sink sink) {
    while (coming.size() < AHEAD && (coming.isEmpty() || lines.isReady())) {
      Optional<DirEntry> line = lines.next();
      if (line.isEmpty()) {
        break;
      }
      coming.addLast(line.get());
    }
    coming.forEach(sink::ahead);
  }

  private void give(Sink sink) {
    handles.position(handle, new HandleTable.Position(DirEntry.ordinal(at), position));
    last.clear();
    while (true) {
      Optional<DirEntry> line = coming.isEmpty() ? next() : Optional.of(coming.removeFirst());
      if (line.isEmpty()) {
        return;
      }
      if (!sink.add(line.get())) {
        coming.addFirst(line.get());
        return;
      }
      last.add(line.get());
      stand(line.get());
    }
  }

  /** Returns the next line; once a line was given out, only one that needs no waiting. */
  private Optional<DirEntry> next() {
    try {
      return last.isEmpty() || lines.isReady() ? lines.next() : Optional.empty();
    } catch (DriverException e) {
      if (last.isEmpty()) {
        throw e;
      }
      // The next read asks the store again.
      return Optional.empty();
    }
  }

  /**
   * Moves the stream to {@code offset}: lists from where the last answer began, as the table of
   * handles says, or from the beginning.
   */
  private void seek(long offset) {
    last.clear();
    coming.clear();
    long wanted = DirEntry.ordinal(offset);
    HandleTable.Position noted = handles.position(handle);
    boolean near = noted.ordinal() <= wanted;
    from(near ? noted.ordinal() : 0, near ? noted.after() : "");
    if (wanted == DirEntry.ordinal(at)) {
      at = offset;
      return;
    }
    Deque<DirEntry> behind = new ArrayDeque<>();
    Optional<DirEntry> found = Optional.empty();
    for (Optional<DirEntry> line = lines.next(); line.isPresent(); line = lines.next()) {
      DirEntry each = line.get();
      boolean same = each.hasNameOf(offset) && Math.abs(each.ordinal() - wanted) <= CHANGED;
      if (same || (found.isEmpty() && each.ordinal() == wanted)) {
        found = line;
        behind.clear();
      } else if (found.isPresent()) {
        behind.add(each);
      }
      if ((same && each.ordinal() >= wanted) || each.ordinal() > wanted + CHANGED) {
        break;
      }
    }
    found.ifPresent(this::stand);
    at = offset;
    coming.addAll(behind);
  }

  private void from(long ordinal, String after) {
    Optional<Listings.Ahead> begun =
        after.isEmpty()
            ? first.filter(page -> metadata.listings().isUsable(place.prefix(), page))
            : Optional.empty();
    first = Optional.empty();
    lines = new DirEntries(store, metadata, openWrites, place, ordinal, after, begun);
    at = ordinal << 24;
    position = after;
  }
}
