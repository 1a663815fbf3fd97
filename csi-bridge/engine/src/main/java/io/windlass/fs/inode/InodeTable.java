package io.windlass.fs.inode;

import io.windlass.fs.key.FileNames;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.zip.CRC32C;

/**
 * Table of the nodes that the kernel knows, in a mapped file, so that they are the same in the next
 * process. A node lives while its lookup count is not 0 or a node in it lives. After that its cells
 * are reused, with the next generation.
 *
 * <p>The file consists of cells of 64 bytes, and the id of a node is the number of its first cell.
 * The last store of a new record, to its state, makes it valid, and a store to its state makes it
 * invalid before it is reused. So a process that is killed leaves each record valid or invalid,
 * never torn. Counts and versions are changed by single stores. Nodes that were allocated but not
 * yet counted when the process died are found on opening and freed.
 *
 * <p>A node that is renamed keeps its cells. Its new parent and text are in a second record, to
 * which one store points.
 *
 * <pre>
 *   0 state   4 checksum   8 parent   16 lookups   24 generation   32 version   40 ino
 *  48 cell of the name it was given later, or 0   52 length of the text   53 text
 * </pre>
 */
public final class InodeTable implements NameIndex.Source, AutoCloseable {
  private static final int CELL = 64;
  private static final int HEAD = 53;
  private static final int ROOT = 1;

  private static final int MAGIC = 0x57 << 24;
  private static final int FREE = 1 << 16;
  private static final int NAMED = 2 << 16;

  /** State of a node whose object was replaced or removed: it lives on without a name. */
  private static final int REPLACED = 3 << 16;

  /** State of a damaged record, which is not used again. */
  private static final int LOST = 4 << 16;

  /** State of a record that holds the later parent and text of a renamed node; no node itself. */
  private static final int NAME = 5 << 16;

  private static final int STATUS = 0xff << 16;

  private final MappedFile file;
  private final List<Deque<Integer>> free = new ArrayList<>();

  private final NameIndex index = new NameIndex(this);

  /** Number of nodes in each directory, by its id. */
  private int[] children = new int[64];

  /**
   * Nodes that have lost the name from which their inode number came, by that number: a new node at
   * that name must not get it. Those that others replaced are not among them, since the file of the
   * name keeps its number then.
   */
  private final Map<Long, Set<Integer>> strays = new HashMap<>();

  private int end = ROOT;
  private int live;

  private InodeTable(MappedFile file) {
    this.file = file;
    for (int cells = 0; cells <= cells(FileNames.LONGEST); cells++) {
      free.add(new ArrayDeque<>());
    }
  }

  /** Opens the table. Creates it with only the root if it does not exist. */
  public static InodeTable open(Path path) {
    InodeTable table = new InodeTable(MappedFile.open(path));
    table.load();
    return table;
  }

  /** Returns the number of nodes, including the root. */
  public synchronized int size() {
    return live;
  }

  /** Returns the node with this id. */
  public synchronized Optional<Inode> get(long id) {
    return isLive(id) ? Optional.of(read((int) id)) : Optional.empty();
  }

  /** Returns the node with this name, if it is known. */
  public synchronized Optional<Inode> find(long parent, Kind kind, String text) {
    int id = index.find(parent, kind, text.getBytes(StandardCharsets.UTF_8));
    return id == 0 ? Optional.empty() : Optional.of(read(id));
  }

  /**
   * Returns the node with this name and version. Creates it if it is not known, and adds one to its
   * lookup count. A node with another version loses the name.
   *
   * @param ino returns the inode number, if the node is created
   */
  public synchronized Inode take(
      long parent, Kind kind, String text, long version, LongSupplier ino) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int id = index.find(parent, kind, bytes);
    if (id != 0 && file.getLong(at(id) + 32) != version) {
      drop(id);
      id = 0;
    }
    return again(id == 0 ? make(parent, kind, bytes, version, ino.getAsLong()) : id);
  }

  /**
   * Creates a node with this name, and adds one to its lookup count. A node that had the name loses
   * it.
   *
   * @param ino returns the inode number
   */
  public synchronized Inode fresh(long parent, Kind kind, String text, LongSupplier ino) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    unname(index.find(parent, kind, bytes));
    return again(make(parent, kind, bytes, 0, ino.getAsLong()));
  }

  /** Adds one to the lookup count of a node that lives. */
  public synchronized Inode again(long id) {
    long at = at((int) id) + 16;
    file.putLong(at, file.getLong(at) + 1);
    return read((int) id);
  }

  /** Sets the version of the object that a node refers to. */
  public synchronized void version(long id, long version) {
    if (isLive(id)) {
      file.putLong(at((int) id) + 32, version);
    }
  }

  /** Removes the node's name: the file or directory that it stood for is gone. */
  public synchronized void unname(long id) {
    if (isLive(id) && id != ROOT && status((int) id) == NAMED) {
      stray((int) id);
      drop((int) id);
    }
  }

  private void drop(int id) {
    index.remove(id);
    setStatus(id, REPLACED);
  }

  /**
   * Gives a node another name. A node that had that name loses it. Nodes without a name stay so.
   */
  public synchronized void move(long id, long parent, String text) {
    if (!isLive(id) || status((int) id) != NAMED) {
      return;
    }
    int moved = (int) id;
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int before = index.find(parent, kind(moved), bytes);
    if (before == moved) {
      return;
    }
    // First what may fail: the disk may be full.
    int cell = write(parent, kind(moved), bytes, 0, 0, NAME);
    unname(before);
    index.remove(moved);
    stray(moved);
    final long from = file.getLong(at(name(moved)) + 8);
    final int old = file.getInt(at(moved) + 48);
    file.setVolatile(at(moved) + 48, cell);
    free(old);
    index.add(moved);
    children(parent, 1);
    children(from, -1);
    if (isLive(from)) {
      freeIfUnused((int) from);
    }
  }

  /**
   * Returns whether a node that was renamed, removed or replaced here has this inode number: the
   * kernel still knows it, and a program may have it open.
   */
  public synchronized boolean isTaken(long ino) {
    return strays.containsKey(ino);
  }

  private long ino(int id) {
    return file.getLong(at(id) + 40);
  }

  private void stray(int id) {
    strays.computeIfAbsent(ino(id), _ -> new HashSet<>()).add(id);
  }

  /** Lowers a node's lookup count, not below 0. Unknown nodes are ignored. */
  public synchronized void forget(long id, long lookups) {
    if (!isLive(id)) {
      return;
    }
    long counted = file.getLong(at((int) id) + 16);
    file.putLong(at((int) id) + 16, Math.max(0, counted - Math.max(0, lookups)));
    freeIfUnused((int) id);
  }

  private int make(long parent, Kind kind, byte[] text, long version, long ino) {
    int id = write(parent, kind, text, version, ino, NAMED);
    if (id >= children.length) {
      children = Arrays.copyOf(children, Math.max(id + 1, 2 * children.length));
    }
    children[id] = 0;
    live++;
    index.add(id);
    children(parent, 1);
    return id;
  }

  private int write(long parent, Kind kind, byte[] text, long version, long ino, int status) {
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
    file.setVolatile(at, MAGIC | status | (kind.code() << 8) | cells);
    return id;
  }

  /**
   * Allocates new cells. Cells at the end of an extent into which the record does not fit stay
   * unused.
   */
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
    while (id != ROOT && isLive(id) && file.getLong(at(id) + 16) == 0 && children[id] == 0) {
      long parent = parent(id);
      if (status(id) == NAMED) {
        index.remove(id);
      }
      int name = file.getInt(at(id) + 48);
      int gone = id;
      strays.computeIfPresent(
          ino(id), (_, nodes) -> nodes.remove(gone) && nodes.isEmpty() ? null : nodes);
      live--;
      free(id);
      free(name);
      children(parent, -1);
      id = (int) parent;
    }
  }

  /** Frees the cells of a record for reuse. The id 0 means none. */
  private void free(int id) {
    if (id != 0) {
      setStatus(id, FREE);
      free.get(file.getInt(at(id)) & 0xff).addLast(id);
    }
  }

  private void children(long parent, int more) {
    if (isLive(parent)) {
      children[(int) parent] += more;
    }
  }

  private void load() {
    if (file.size() == 0) {
      file.grow();
    }
    List<Integer> nodes = new ArrayList<>();
    Set<Integer> names = new HashSet<>();
    int perExtent = MappedFile.EXTENT / CELL;
    for (int extent = 0; extent * (long) MappedFile.EXTENT < file.size(); extent++) {
      int id = Math.max(ROOT, extent * perExtent);
      int limit = (int) Math.min((extent + 1) * (long) perExtent, file.size() / CELL);
      while (id < limit && file.getInt(at(id)) >>> 24 == MAGIC >>> 24) {
        int cells = Math.max(1, file.getInt(at(id)) & 0xff);
        if (status(id) == FREE) {
          free.get(Math.min(cells, free.size() - 1)).addLast(id);
        } else if (!isWhole(id)) {
          setStatus(id, LOST);
        } else if (status(id) == NAME) {
          names.add(id);
        } else {
          nodes.add(id);
        }
        id += cells;
        end = id;
      }
      if (id < limit && file.getInt(at(id)) != 0) {
        // The record at this cell is unknown, so cells after it in this extent may be in use.
        end = (extent + 1) * perExtent;
      }
    }
    children = new int[Math.max(children.length, end)];
    if (nodes.isEmpty()) {
      end = ROOT;
      make(0, Kind.DIRECTORY, new byte[0], System.currentTimeMillis(), ROOT);
      return;
    }
    for (int id : nodes) {
      int name = file.getInt(at(id) + 48);
      if (name != 0 && !names.remove(name)) {
        setStatus(id, LOST);
      } else if (name != 0) {
        stray(id);
      }
    }
    // Records that a process wrote and did not point to before it died.
    names.forEach(this::free);
    nodes.removeIf(id -> status(id) == LOST);
    Set<Long> named = new HashSet<>();
    for (int id : nodes) {
      live++;
      children(parent(id), 1);
      if (status(id) == NAMED) {
        index.add(id);
        named.add(ino(id));
      }
    }
    nodes.stream()
        .filter(id -> status(id) == REPLACED && !named.contains(ino(id)))
        .forEach(this::stray);
    nodes.forEach(this::freeIfUnused);
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
        parent(id),
        kind(id),
        new String(text(id), StandardCharsets.UTF_8),
        file.getLong(at + 32),
        file.getLong(at + 40),
        file.getLong(at + 16));
  }

  @Override
  public Kind kind(int id) {
    return Kind.of(file.getInt(at(id)) >>> 8 & 0xff);
  }

  /** Returns the id of the record that has the node's parent and text. */
  private int name(int id) {
    int moved = file.getInt(at(id) + 48);
    return moved == 0 ? id : moved;
  }

  @Override
  public long parent(int id) {
    return file.getLong(at(name(id)) + 8);
  }

  @Override
  public byte[] text(int id) {
    long at = at(name(id));
    return file.getBytes(at + HEAD, file.getBytes(at + 52, 1)[0] & 0xff);
  }

  private int status(int id) {
    int state = file.getInt(at(id));
    return state >>> 24 == MAGIC >>> 24 ? state & STATUS : 0;
  }

  private void setStatus(int id, int status) {
    file.setVolatile(at(id), (file.getInt(at(id)) & ~STATUS) | status);
  }

  private int checksum(int id, Kind kind, int length) {
    CRC32C crc = new CRC32C();
    crc.update(kind.code());
    crc.update(file.getBytes(at(id) + 8, 8));
    crc.update(file.getBytes(at(id) + 24, 8));
    crc.update(file.getBytes(at(id) + 40, 8));
    crc.update(file.getBytes(at(id) + 52, 1 + length));
    return (int) crc.getValue();
  }

  private static long at(int id) {
    return (long) id * CELL;
  }

  private static int cells(int length) {
    return (HEAD + length + CELL - 1) / CELL;
  }

  @Override
  public synchronized void close() {
    file.close();
  }
}
