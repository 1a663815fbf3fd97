package io.windlass.fs;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The nodes that have been given out, in a mapped file, so that they are the same in the next
 * process. A node lives while its lookup count is not 0 or something in it lives; then its place is
 * used again, under the next generation.
 *
 * <p>The file is made of cells of 64 bytes, and the id of a node is the number of its first cell. A
 * record is written first and made valid by one store at its end, and invalid by one store at its
 * beginning; so a process that is killed leaves each record valid or not, never torn. Counts are
 * single stores. What was taken and not yet counted when the process died is found on opening and
 * freed.
 *
 * <pre>
 *   0 state   4 checksum   8 parent   16 lookups   24 generation   32 version   40 ino
 *  48 children (counted on opening)   52 length of the text   53 text
 * </pre>
 */
final class InodeTable implements AutoCloseable {
  private static final int CELL = 64;
  private static final int HEAD = 53;
  private static final int ROOT = 1;

  private static final int MAGIC = 0x57 << 24;
  private static final int FREE = 1 << 16;
  private static final int NAMED = 2 << 16;

  /** The object was replaced: the node lives on without a name. */
  private static final int REPLACED = 3 << 16;

  /** Damaged; not used again. */
  private static final int LOST = 4 << 16;

  private static final int STATUS = 0xff << 16;

  private final MappedFile file;
  private final List<Deque<Integer>> free = new ArrayList<>();

  /** The ids of nodes that have a name, by its hash; open addressing, 0 is empty. */
  private int[] index = new int[1024];

  private int named;
  private int end = ROOT;
  private int live;

  private InodeTable(MappedFile file) {
    this.file = file;
    for (int cells = 0; cells <= cells(Names.LONGEST); cells++) {
      free.add(new ArrayDeque<>());
    }
  }

  /** Opens the table, which is made with nothing but the root if it is not there. */
  static InodeTable open(Path path) {
    InodeTable table = new InodeTable(MappedFile.open(path));
    table.load();
    return table;
  }

  /** How many nodes there are, with the root. */
  synchronized int size() {
    return live;
  }

  /** The node of this id. */
  synchronized Optional<Inode> get(long id) {
    return isLive(id) ? Optional.of(read((int) id)) : Optional.empty();
  }

  /** The node of this name, if it is known. */
  synchronized Optional<Inode> find(long parent, Kind kind, String text) {
    int id = index[slot(parent, kind, text.getBytes(StandardCharsets.UTF_8))];
    return id == 0 ? Optional.empty() : Optional.of(read(id));
  }

  /**
   * The node of this name and version, made if it is not known; counts one lookup. A node of
   * another version loses the name.
   *
   * @param ino for a node that is made
   */
  synchronized Inode take(long parent, Kind kind, String text, long version, long ino) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int id = index[slot(parent, kind, bytes)];
    if (id != 0 && file.getLong(at(id) + 32) != version) {
      remove(id);
      publish(id, REPLACED);
      id = 0;
    }
    if (id == 0) {
      id = make(parent, kind, bytes, version, ino);
    }
    file.putLong(at(id) + 16, file.getLong(at(id) + 16) + 1);
    return read(id);
  }

  /** Gives back lookups; never below 0, and nothing for nodes that are not known. */
  synchronized void forget(long id, long lookups) {
    if (!isLive(id)) {
      return;
    }
    long counted = file.getLong(at((int) id) + 16);
    file.putLong(at((int) id) + 16, Math.max(0, counted - Math.max(0, lookups)));
    freeIfUnused((int) id);
  }

  private int make(long parent, Kind kind, byte[] text, long version, long ino) {
    int cells = cells(text.length);
    Integer used = free.get(cells).pollFirst();
    int id = used == null ? atEnd(cells) : used;
    long at = at(id);
    file.putLong(at + 8, parent);
    file.putLong(at + 16, 0);
    file.putLong(at + 24, file.getLong(at + 24) + 1);
    file.putLong(at + 32, version);
    file.putLong(at + 40, ino);
    file.putInt(at + 48, 0);
    byte[] tail = new byte[1 + text.length];
    tail[0] = (byte) text.length;
    System.arraycopy(text, 0, tail, 1, text.length);
    file.putBytes(at + 52, tail);
    file.putInt(at + 4, checksum(id, kind, text.length));
    file.publish(at, MAGIC | NAMED | (kind.code() << 8) | cells);
    live++;
    add(id);
    children(parent, 1);
    return id;
  }

  /** New cells; those at the end of an extent into which the record does not fit stay unused. */
  private int atEnd(int cells) {
    int perExtent = MappedFile.EXTENT / CELL;
    if (end % perExtent + cells > perExtent) {
      end = (end / perExtent + 1) * perExtent;
    }
    while (at(end + cells) > file.size()) {
      file.grow();
    }
    int id = end;
    end += cells;
    return id;
  }

  private void freeIfUnused(int first) {
    int id = first;
    while (id != ROOT
        && isLive(id)
        && file.getLong(at(id) + 16) == 0
        && file.getInt(at(id) + 48) == 0) {
      long parent = file.getLong(at(id) + 8);
      if (status(id) == NAMED) {
        remove(id);
      }
      publish(id, FREE);
      live--;
      free.get(file.getInt(at(id)) & 0xff).addLast(id);
      children(parent, -1);
      id = (int) parent;
    }
  }

  private void children(long parent, int more) {
    if (isLive(parent)) {
      long at = at((int) parent) + 48;
      file.putInt(at, file.getInt(at) + more);
    }
  }

  private void load() {
    if (file.size() == 0) {
      file.grow();
    }
    List<Integer> valid = new ArrayList<>();
    int perExtent = MappedFile.EXTENT / CELL;
    for (int extent = 0; extent < file.size() / MappedFile.EXTENT; extent++) {
      int id = Math.max(ROOT, extent * perExtent);
      while (id < (extent + 1) * perExtent && file.getInt(at(id)) >>> 24 == MAGIC >>> 24) {
        int cells = Math.max(1, file.getInt(at(id)) & 0xff);
        if (status(id) == FREE) {
          free.get(Math.min(cells, free.size() - 1)).addLast(id);
        } else if (isWhole(id)) {
          valid.add(id);
        } else {
          publish(id, LOST);
        }
        id += cells;
        end = id;
      }
      if (id < (extent + 1) * perExtent && file.getInt(at(id)) != 0) {
        // Whatever this was, what follows it may be in use.
        end = (extent + 1) * perExtent;
      }
    }
    if (valid.isEmpty()) {
      end = ROOT;
      make(0, Kind.DIRECTORY, new byte[0], System.currentTimeMillis(), ROOT);
      return;
    }
    valid.forEach(id -> file.putInt(at(id) + 48, 0));
    for (int id : valid) {
      live++;
      children(file.getLong(at(id) + 8), 1);
      if (status(id) == NAMED) {
        add(id);
      }
    }
    valid.forEach(this::freeIfUnused);
  }

  private boolean isWhole(int id) {
    int length = file.getBytes(at(id) + 52, 1)[0] & 0xff;
    int kind = file.getInt(at(id)) >>> 8 & 0xff;
    return Kind.is(kind)
        && cells(length) == (file.getInt(at(id)) & 0xff)
        && file.getInt(at(id) + 4) == checksum(id, kind(id), length);
  }

  private boolean isLive(long id) {
    return id >= ROOT && id < end && (status((int) id) == NAMED || status((int) id) == REPLACED);
  }

  private Inode read(int id) {
    long at = at(id);
    return new Inode(
        id,
        file.getLong(at + 24),
        file.getLong(at + 8),
        kind(id),
        new String(text(id), StandardCharsets.UTF_8),
        file.getLong(at + 32),
        file.getLong(at + 40),
        file.getLong(at + 16));
  }

  private Kind kind(int id) {
    return Kind.of(file.getInt(at(id)) >>> 8 & 0xff);
  }

  private byte[] text(int id) {
    return file.getBytes(at(id) + HEAD, file.getBytes(at(id) + 52, 1)[0] & 0xff);
  }

  private int status(int id) {
    int state = file.getInt(at(id));
    return state >>> 24 == MAGIC >>> 24 ? state & STATUS : 0;
  }

  private void publish(int id, int status) {
    file.publish(at(id), (file.getInt(at(id)) & ~STATUS) | status);
  }

  private int checksum(int id, Kind kind, int length) {
    CRC32C crc = new CRC32C();
    crc.update(kind.code());
    crc.update(file.getBytes(at(id) + 8, 8));
    crc.update(file.getBytes(at(id) + 24, 24));
    crc.update(file.getBytes(at(id) + 52, 1 + length));
    return (int) crc.getValue();
  }

  private static long at(int id) {
    return (long) id * CELL;
  }

  private static int cells(int length) {
    return (HEAD + length + CELL - 1) / CELL;
  }

  // The index.

  private int slot(long parent, Kind kind, byte[] text) {
    int at = hash(parent, kind, text) & index.length - 1;
    while (index[at] != 0 && !isNamed(index[at], parent, kind, text)) {
      at = at + 1 & index.length - 1;
    }
    return at;
  }

  private boolean isNamed(int id, long parent, Kind kind, byte[] text) {
    return file.getLong(at(id) + 8) == parent && kind(id) == kind && Arrays.equals(text(id), text);
  }

  private void add(int id) {
    named++;
    if (named > index.length / 2) {
      int[] old = index;
      index = new int[old.length * 2];
      for (int moved : old) {
        if (moved != 0) {
          index[slotOf(moved)] = moved;
        }
      }
    }
    index[slotOf(id)] = id;
  }

  private int slotOf(int id) {
    return slot(file.getLong(at(id) + 8), kind(id), text(id));
  }

  /** Closes the gap, so that what stands behind it is found. */
  private void remove(int id) {
    named--;
    int gap = slotOf(id);
    index[gap] = 0;
    for (int at = gap + 1 & index.length - 1; index[at] != 0; at = at + 1 & index.length - 1) {
      int moved = index[at];
      index[at] = 0;
      index[slotOf(moved)] = moved;
    }
  }

  private static int hash(long parent, Kind kind, byte[] text) {
    int hash = Arrays.hashCode(text) * 31 + Long.hashCode(parent * 0x9E3779B97F4A7C15L);
    hash = (hash * 31 + kind.code()) * 0x9E3779B9;
    return hash ^ hash >>> 15;
  }

  @Override
  public synchronized void close() {
    file.close();
  }
}
