package io.windlass.fs.read;

import io.windlass.hash.Sha256;
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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cache of object blocks on local disk, shared by all volumes of a process and kept for the next
 * process. A block is found by source, key, revision and size of its object and by its number in
 * it. So a block never has to be invalidated when an object changes.
 *
 * <p>There are two files of fixed size: {@code blocks}, divided into places, and {@code index},
 * which says which block is in each place, with a checksum of the block and one of the index entry.
 * An entry is cleared before its place is written, so a place whose writing was cut off is empty. A
 * damaged block is a cache miss.
 */
public final class BlockCache implements AutoCloseable {
  /** Size of a block in bytes; the last block of an object may be shorter. */
  static final int BLOCK = 256 << 10;

  private static final Logger log = LoggerFactory.getLogger(BlockCache.class);
  private static final int ENTRY = 64;

  /**
   * Blocks of an object that are looked for one by one: those of 1 GiB, as each look computes a
   * digest, and whoever may look at a file may have that done as often as they like.
   */
  private static final int MOST_LOOKS = 1 << 12;

  private static final int MAGIC = 0x57_4c_42_01;

  private final FileChannel blocks;
  private final FileChannel index;
  private final FileLock owner;
  private final int places;

  /** Cached blocks, the least recently used first. */
  private final Map<Name, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

  private final Deque<Integer> free = new ArrayDeque<>();

  /** Blocks that are being written. */
  private final Set<Name> writing = new HashSet<>();

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
   * Opens the cache in a directory; creates the directory, accessible to its owner alone, if it
   * does not exist.
   *
   * @param maxBytes largest size of both files together, in bytes; at least one block with its
   *     entry
   * @throws IllegalArgumentException if {@code maxBytes} is too small
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

  /**
   * Returns the size of the cached blocks of an object in bytes; empty if it has too many blocks to
   * look for each.
   */
  OptionalLong bytes(ObjectVersion object) {
    if (object.size() / BLOCK > MOST_LOOKS) {
      return OptionalLong.empty();
    }
    long bytes = 0;
    for (long offset = 0; offset < object.size(); offset += BLOCK) {
      Name name = name(object, offset);
      synchronized (this) {
        // Does not count as a use, as get() does.
        bytes += entries.containsKey(name) ? Math.min(BLOCK, object.size() - offset) : 0;
      }
    }
    return OptionalLong.of(bytes);
  }

  /** Returns the size of all cached blocks in bytes. */
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
   * Reads the cached blocks of a range, from its beginning to the first block that is not cached.
   *
   * @return number of bytes of {@code memory} that were filled
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
      log.warn("the block cache cannot be read", e);
      return false;
    }
    if ((int) crc.getValue() == entry.checksum) {
      return true;
    }
    forget(name, entry);
    return false;
  }

  /** Removes a damaged block from the cache, unless its entry has been replaced in the meantime. */
  private synchronized void forget(Name name, Entry damaged) {
    if (entries.remove(name, damaged)) {
      free.add(damaged.place);
    }
  }

  /**
   * Writes the whole blocks of a range that was read into the cache.
   *
   * @param at where the range begins in {@code memory}
   */
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
        writing.remove(name);
        entries.put(name, new Entry(place, length, (int) crc.getValue()));
      }
    } catch (IOException e) {
      full = true;
      log.warn("the block cache cannot be written; nothing more is put in it", e);
    }
  }

  /**
   * Returns a place for a block, evicting the least recently used block if no place is free; null
   * if the block is cached already, another thread is writing it, or all places are being written.
   */
  private synchronized @Nullable Integer place(Name name) {
    if (entries.containsKey(name) || writing.contains(name)) {
      return null;
    }
    Integer place = free.poll();
    if (place == null && !entries.isEmpty()) {
      Map.Entry<Name, Entry> oldest = entries.entrySet().iterator().next();
      entries.remove(oldest.getKey());
      place = oldest.getValue().place;
    }
    if (place != null) {
      writing.add(name);
    }
    return place;
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
    MessageDigest digest = Sha256.digest();
    for (String text : List.of(object.source(), object.key(), object.revision().token())) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      digest.update(ByteBuffer.allocate(4).putInt(0, bytes.length));
      digest.update(bytes);
    }
    digest.update(ByteBuffer.allocate(16).putLong(0, object.size()).putLong(8, offset / BLOCK));
    ByteBuffer hash = ByteBuffer.wrap(digest.digest());
    return new Name(hash.getLong(), hash.getLong());
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
