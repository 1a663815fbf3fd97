package io.windlass.fs.inode;

import io.windlass.object.Revision;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Table of open handles in a mapped file, which the next process uses again. As in the {@link
 * InodeTable}, the last store of a new record, to its state, makes it valid. The position of a
 * directory listing is stored in two copies, and one store selects the copy that counts.
 *
 * <pre>
 *   0 state   4 checksum   8 node   16 generation   24 size   32 request   40 modified
 *  48 flags  52 which position counts  56 length of the revision  64 revision
 * 512 position  1560 position (ordinal, length, text)
 * </pre>
 */
public final class HandleTable implements AutoCloseable {
  /** Flag of open(2) that marks handles of directories: O_DIRECTORY. */
  public static final int DIRECTORY = 0200000;

  /** Flags of open(2) that ask for more than reading: O_WRONLY, O_RDWR, O_TRUNC. */
  private static final int WRITING = 01003;

  private static final int SLOT = 2624;
  private static final int PER_EXTENT = MappedFile.EXTENT / SLOT;
  private static final int REVISION = 64;
  private static final int POSITION = 512;
  private static final int POSITION_LENGTH = 1048;
  private static final int FREE = 0;
  private static final int USED = 0x48_57_00_01;

  private final MappedFile file;
  private final Deque<Integer> free = new ArrayDeque<>();

  /** Number of open handles of each node, by node id. */
  private final Map<Long, Integer> nodes = new HashMap<>();

  /** Number of handles for writing of each node, by node id. */
  private final Map<Long, Integer> written = new HashMap<>();

  /** Slots of open handles by the numbers of the requests that opened them. */
  private final Map<Long, Integer> opened = new HashMap<>();

  private int end;
  private int live;

  /** Returns whether {@code flags} of open(2) ask for more than reading. */
  public static boolean isWriting(int flags) {
    return (flags & WRITING) != 0;
  }

  private HandleTable(MappedFile file) {
    this.file = file;
  }

  /**
   * An open handle.
   *
   * @param revision version that was opened; {@link Revision#NONE} for directories and new files
   * @param size size of that version in bytes
   * @param modified when that version was made, in milliseconds since 1970
   * @param flags flags of open(2); with O_DIRECTORY for directories
   * @param request number of the request that opened it
   */
  public record Handle(
      long id, long node, Revision revision, long size, long modified, int flags, long request) {
    public boolean isDirectory() {
      return (flags & DIRECTORY) != 0;
    }
  }

  /**
   * Position in a directory listing.
   *
   * @param ordinal number of the next entry
   * @param after segment after which the listing continues, in the form that listings have it
   */
  public record Position(long ordinal, String after) {}

  /** Opens the table. Creates it if it does not exist. */
  public static HandleTable open(Path path) {
    HandleTable table = new HandleTable(MappedFile.open(path));
    table.load();
    return table;
  }

  /** Returns the number of open handles. */
  public synchronized int size() {
    return live;
  }

  /** Opens a handle. The id in {@code wanted} is ignored. */
  public synchronized Handle add(Handle wanted) {
    byte[] revision = wanted.revision.token().getBytes(StandardCharsets.UTF_8);
    int slot = slot();
    long at = at(slot);
    file.putLong(at + 8, wanted.node);
    file.putLong(at + 16, file.getLong(at + 16) + 1 & Integer.MAX_VALUE);
    file.putLong(at + 24, wanted.size);
    file.putLong(at + 32, wanted.request);
    file.putLong(at + 40, wanted.modified);
    file.putInt(at + 48, wanted.flags);
    file.putInt(at + 56, revision.length);
    file.putBytes(at + REVISION, revision);
    file.putInt(at + 4, checksum(at));
    note(at, new Position(0, ""));
    file.setVolatile(at, USED);
    count(slot);
    return read(slot);
  }

  private void count(int slot) {
    long at = at(slot);
    long node = file.getLong(at + 8);
    live++;
    nodes.merge(node, 1, Integer::sum);
    if (isFileWritten(at)) {
      written.merge(node, 1, Integer::sum);
    }
    opened.put(file.getLong(at + 32), slot);
  }

  private boolean isFileWritten(long at) {
    int flags = file.getInt(at + 48);
    return isWriting(flags) && (flags & DIRECTORY) == 0;
  }

  private int slot() {
    Integer used = free.pollFirst();
    if (used != null) {
      return used;
    }
    while (at(end) + SLOT > file.size()) {
      file.grow();
    }
    return end++;
  }

  /** Returns whether a node has open handles. */
  public synchronized boolean isOpen(long node) {
    return nodes.containsKey(node);
  }

  /** Returns the number of open handles of a node. */
  public synchronized int count(long node) {
    return nodes.getOrDefault(node, 0);
  }

  /** Returns the number of handles for writing of a node. */
  public synchronized int countWritten(long node) {
    return written.getOrDefault(node, 0);
  }

  /** Returns whether a node has handles for writing. */
  public synchronized boolean isWritten(long node) {
    return written.containsKey(node);
  }

  /** Returns the handles of open files. */
  public synchronized List<Handle> files() {
    return IntStream.range(0, end)
        .filter(slot -> file.getInt(at(slot)) == USED)
        .mapToObj(this::read)
        .filter(handle -> !handle.isDirectory())
        .toList();
  }

  /** Returns the open handle with this id. */
  public synchronized Optional<Handle> get(long id) {
    return isLive(id) ? Optional.of(read(slot(id))) : Optional.empty();
  }

  /** Returns the handle that this request opened, if it was carried out before. */
  public synchronized Optional<Handle> openedBy(long request) {
    return Optional.ofNullable(opened.get(request)).map(this::read);
  }

  /** Returns the handle of this node that this request opened, if it was carried out before. */
  public Optional<Handle> openedBy(long node, long request) {
    return openedBy(request).filter(handle -> handle.node == node);
  }

  /** Closes a handle. Does nothing if it is not open. */
  public synchronized void remove(long id) {
    if (isLive(id)) {
      int slot = slot(id);
      long node = file.getLong(at(slot) + 8);
      file.setVolatile(at(slot), FREE);
      live--;
      nodes.computeIfPresent(node, HandleTable::oneLess);
      if (isFileWritten(at(slot))) {
        written.computeIfPresent(node, HandleTable::oneLess);
      }
      opened.remove(file.getLong(at(slot) + 32), slot);
      free.addLast(slot);
    }
  }

  private static @Nullable Integer oneLess(Long node, int count) {
    return count == 1 ? null : count - 1;
  }

  /** Returns the position of the listing of a handle. */
  public synchronized Position position(long id) {
    long at = at(slot(id)) + POSITION + (long) file.getInt(at(slot(id)) + 52) * POSITION_LENGTH;
    byte[] text = file.getBytes(at + 16, file.getInt(at + 8));
    return new Position(file.getLong(at), new String(text, StandardCharsets.UTF_8));
  }

  /** Stores the position of the listing of a handle. */
  public synchronized void position(long id, Position position) {
    if (isLive(id)) {
      note(at(slot(id)), position);
    }
  }

  private void note(long at, Position position) {
    int other = 1 - (file.getInt(at + 52) & 1);
    byte[] text = position.after.getBytes(StandardCharsets.UTF_8);
    long to = at + POSITION + (long) other * POSITION_LENGTH;
    file.putLong(to, position.ordinal);
    file.putInt(to + 8, text.length);
    file.putBytes(to + 16, text);
    file.setVolatile(at + 52, other);
  }

  private void load() {
    for (int slot = 0; at(slot) < file.size(); slot++) {
      long at = at(slot);
      if (file.getInt(at) == USED && file.getInt(at + 4) == checksum(at)) {
        count(slot);
        end = slot + 1;
      } else if (file.getLong(at + 16) != 0) {
        file.setVolatile(at, FREE);
        end = slot + 1;
      }
    }
    // The zeros at the end of the last one may be all that the file's last step has.
    while (end > 0 && at(end - 1) + SLOT > file.size()) {
      file.grow();
    }
    for (int slot = 0; slot < end; slot++) {
      if (file.getInt(at(slot)) != USED) {
        free.addLast(slot);
      }
    }
  }

  private boolean isLive(long id) {
    int slot = slot(id);
    return slot >= 0
        && slot < end
        && file.getInt(at(slot)) == USED
        && file.getLong(at(slot) + 16) == id >>> 32;
  }

  private Handle read(int slot) {
    long at = at(slot);
    byte[] revision = file.getBytes(at + REVISION, file.getInt(at + 56));
    return new Handle(
        file.getLong(at + 16) << 32 | slot + 1,
        file.getLong(at + 8),
        new Revision(new String(revision, StandardCharsets.UTF_8)),
        file.getLong(at + 24),
        file.getLong(at + 40),
        file.getInt(at + 48),
        file.getLong(at + 32));
  }

  private int checksum(long at) {
    CRC32C crc = new CRC32C();
    crc.update(file.getBytes(at + 8, 44));
    int length = Math.clamp(file.getInt(at + 56), 0, Revision.MAX_BYTES);
    crc.update(file.getBytes(at + REVISION, length));
    return (int) crc.getValue();
  }

  private static int slot(long id) {
    return (int) id - 1;
  }

  private static long at(int slot) {
    return (long) (slot / PER_EXTENT) * MappedFile.EXTENT + (long) (slot % PER_EXTENT) * SLOT;
  }

  @Override
  public synchronized void close() {
    file.close();
  }
}
