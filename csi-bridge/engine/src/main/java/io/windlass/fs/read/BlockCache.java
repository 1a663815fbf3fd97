package io.windlass.fs.read;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Blocks of objects on local disk, for all volumes of a process, and kept for the next process. A
 * block is found by what it is part of: source, key, version and number; so it never has to be
 * thrown away because something changed.
 *
 * <p>Two files of fixed size: {@code blocks}, cut into places, and {@code index}, which says what
 * is in each place, with a checksum of the block and of itself. A place is taken out of the index
 * before it is written, so one that was cut off is empty; one that is damaged is a miss.
 */
public final class BlockCache implements AutoCloseable {
  /** Size of a block in bytes; the last of an object may be shorter. */
  static final int BLOCK = 256 << 10;

  private static final Logger LOG = LoggerFactory.getLogger(BlockCache.class);
  private static final int ENTRY = 64;
  private static final int MAGIC = 0x57_4c_42_01;

  private final FileChannel blocks;
  private final FileChannel index;
  private final FileLock owner;
  private final int places;

  /** What there is, the longest unused first. */
  private final Map<Name, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

  private final Deque<Integer> free = new ArrayDeque<>();
  private volatile boolean full;

  private BlockCache(FileChannel blocks, FileChannel index, FileLock owner, long maxBytes) {
    this.blocks = blocks;
    this.index = index;
    this.owner = owner;
    this.places = (int) Math.min(maxBytes / (BLOCK + ENTRY), Integer.MAX_VALUE);
  }

  private record Name(long high, long low) {}

  private record Entry(int place, int length, int checksum) {}

  /**
   * Opens the cache in a directory, made for its owner alone if it is not there.
   *
   * @param maxBytes what both files may take on disk, at least one block
   * @throws UncheckedIOException if the directory cannot be used, or another process uses it
   */
  public static BlockCache open(Path directory, long maxBytes) {
    if (maxBytes < BLOCK + ENTRY) {
      throw new IllegalArgumentException("a cache must have room for a block of 256 KiB");
    }
    try {
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      FileChannel index = file(directory.resolve("index"));
      FileLock owner = lock(index, directory);
      BlockCache cache = new BlockCache(file(directory.resolve("blocks")), index, owner, maxBytes);
      cache.load();
      return cache;
    } catch (IOException e) {
      throw new UncheckedIOException("the cache in %s cannot be used".formatted(directory), e);
    }
  }

  private static FileChannel file(Path path) throws IOException {
    return FileChannel.open(
        path,
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }

  private static FileLock lock(FileChannel index, Path directory) throws IOException {
    FileLock lock;
    try {
      lock = index.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      index.close();
      throw new IOException("another process uses the cache in " + directory);
    }
    return lock;
  }

  /** What is kept now, in bytes. */
  public synchronized long bytes() {
    return entries.values().stream().mapToLong(Entry::length).sum();
  }

  private synchronized void load() throws IOException {
    long wanted = (long) places * ENTRY;
    if (index.size() > wanted) {
      index.truncate(wanted);
      blocks.truncate(Math.min(blocks.size(), (long) places * BLOCK));
    }
    ByteBuffer buffer = ByteBuffer.allocateDirect(ENTRY * 4096);
    for (int place = 0; place < places; place += 4096) {
      buffer.clear();
      while (buffer.hasRemaining()
          && index.read(buffer, (long) place * ENTRY + buffer.position()) > 0) {
        // read until full
      }
      buffer.flip();
      for (int i = 0; i < 4096 && place + i < places; i++) {
        Optional<Name> name =
            buffer.limit() >= (i + 1) * ENTRY
                ? entry(buffer.slice(i * ENTRY, ENTRY), place + i)
                : Optional.empty();
        if (name.isEmpty()) {
          free.add(place + i);
        }
      }
    }
  }

  private Optional<Name> entry(ByteBuffer from, int place) {
    if (from.getInt(0) != MAGIC || from.getInt(4) != checksum(from.slice(8, 24))) {
      return Optional.empty();
    }
    Name name = new Name(from.getLong(8), from.getLong(16));
    Entry entry = new Entry(place, from.getInt(24), from.getInt(28));
    return entries.putIfAbsent(name, entry) == null ? Optional.of(name) : Optional.empty();
  }

  /**
   * Reads as much of a range as there is, from its beginning.
   *
   * @return how many bytes of {@code memory} are filled
   */
  int read(ObjectVersion object, long offset, int length, List<MemorySegment> memory) {
    int done = 0;
    while (done < length && (offset + done) % BLOCK == 0) {
      int wanted = (int) Math.min(BLOCK, object.size() - offset - done);
      if (wanted > length - done || !readBlock(object, offset + done, wanted, memory, done)) {
        break;
      }
      done += wanted;
    }
    return done;
  }

  private boolean readBlock(
      ObjectVersion object, long offset, int length, List<MemorySegment> memory, int at) {
    Name name = name(object, offset);
    Entry entry;
    synchronized (this) {
      entry = entries.get(name);
    }
    if (entry == null || entry.length != length) {
      return false;
    }
    CRC32C crc = new CRC32C();
    try {
      for (int done = 0; done < length; ) {
        ByteBuffer into = chunk(memory, at + done, length - done);
        int from = done;
        while (into.hasRemaining()) {
          if (blocks.read(into, (long) entry.place * BLOCK + from + into.position()) < 0) {
            return false;
          }
        }
        done += into.position();
        crc.update(into.flip());
      }
    } catch (IOException e) {
      LOG.atWarn().setCause(e).log("The block cache cannot be read");
      return false;
    }
    if ((int) crc.getValue() == entry.checksum) {
      return true;
    }
    forget(name, entry);
    return false;
  }

  /** The block in this place is damaged, unless it has been replaced in the meantime. */
  private synchronized void forget(Name name, Entry damaged) {
    if (entries.remove(name, damaged)) {
      free.add(damaged.place);
    }
  }

  /** Keeps what was read of an object, whole blocks only. */
  void write(ObjectVersion object, long offset, int length, List<MemorySegment> memory, int at) {
    if (full) {
      return;
    }
    for (int done = (int) (-offset & (BLOCK - 1)); done < length; done += BLOCK) {
      int count = (int) Math.min(BLOCK, object.size() - offset - done);
      if (count <= length - done) {
        writeBlock(name(object, offset + done), memory, at + done, count);
      }
    }
  }

  private void writeBlock(Name name, List<MemorySegment> memory, int at, int length) {
    Integer place = place(name);
    if (place == null) {
      return;
    }
    try {
      ByteBuffer entry = ByteBuffer.allocate(ENTRY);
      write(index, entry.duplicate(), (long) place * ENTRY);
      CRC32C crc = new CRC32C();
      for (int done = 0; done < length; ) {
        ByteBuffer chunk = chunk(memory, at + done, length - done);
        crc.update(chunk.duplicate());
        int count = chunk.remaining();
        write(blocks, chunk, (long) place * BLOCK + done);
        done += count;
      }
      entry.putInt(0, MAGIC).putLong(8, name.high).putLong(16, name.low);
      entry.putInt(24, length).putInt(28, (int) crc.getValue());
      entry.putInt(4, checksum(entry.slice(8, 24)));
      write(index, entry, (long) place * ENTRY);
      synchronized (this) {
        entries.put(name, new Entry(place, length, (int) crc.getValue()));
      }
    } catch (IOException e) {
      full = true;
      LOG.atWarn().setCause(e).log("The block cache cannot be written; nothing more is put in it");
    }
  }

  /** A place for a block that is not there yet; null if it is. */
  private synchronized @Nullable Integer place(Name name) {
    if (entries.containsKey(name)) {
      return null;
    }
    Integer place = free.poll();
    if (place != null || entries.isEmpty()) {
      return place;
    }
    Map.Entry<Name, Entry> oldest = entries.entrySet().iterator().next();
    entries.remove(oldest.getKey());
    return oldest.getValue().place;
  }

  private static ByteBuffer chunk(List<MemorySegment> memory, int at, int most) {
    int within = at % BufferBudget.CHUNK;
    int count = Math.min(most, BufferBudget.CHUNK - within);
    return memory.get(at / BufferBudget.CHUNK).asSlice(within, count).asByteBuffer();
  }

  private static void write(FileChannel file, ByteBuffer bytes, long at) throws IOException {
    long start = at - bytes.position();
    while (bytes.hasRemaining()) {
      file.write(bytes, start + bytes.position());
    }
  }

  private static int checksum(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  private static Name name(ObjectVersion object, long offset) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String text : List.of(object.source(), object.key(), object.revision().token())) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(4).putInt(0, bytes.length));
        digest.update(bytes);
      }
      digest.update(ByteBuffer.allocate(16).putLong(0, object.size()).putLong(8, offset / BLOCK));
      ByteBuffer hash = ByteBuffer.wrap(digest.digest());
      return new Name(hash.getLong(), hash.getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try (index;
        blocks) {
      owner.release();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
