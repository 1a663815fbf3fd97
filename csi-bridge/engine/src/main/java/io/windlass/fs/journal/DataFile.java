package io.windlass.fs.journal;

import io.windlass.linux.Descriptor;
import io.windlass.linux.LinuxException;
import io.windlass.record.Frames;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sparse file that is read and written by position. An interrupted thread closes the channel that
 * it uses, for all other threads too; so the channel is opened again, and the interruption kept.
 */
public final class DataFile implements Frames.Bytes, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(DataFile.class);

  /** How the file is opened when it is there. */
  private final Set<OpenOption> options;

  /** Guarded by this, as are {@link #channel} and {@link #closed}. */
  private Path path;

  private FileChannel channel;
  private boolean closed;

  private DataFile(Path path, Set<OpenOption> options, FileChannel channel) {
    this.path = path;
    this.options = options;
    this.channel = channel;
  }

  /** Opens the file; creates it, accessible to its owner alone, if it does not exist. */
  public static DataFile open(Path path) throws IOException {
    FileChannel channel =
        FileChannel.open(
            path,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return new DataFile(path, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE), channel);
  }

  /** Opens a file that is there, to read it. */
  static DataFile openToRead(Path path) throws IOException {
    Set<OpenOption> options = Set.of(StandardOpenOption.READ);
    return new DataFile(path, options, FileChannel.open(path, options));
  }

  public synchronized Path path() {
    return path;
  }

  /**
   * Gives the file another name, atomically, in place of any file that has it. Needs no further
   * descriptor, so that a process with too many open files does not lose the file.
   */
  synchronized void moveTo(Path target) throws IOException {
    Files.move(path, target, StandardCopyOption.ATOMIC_MOVE);
    path = target;
  }

  private interface Use<T> {
    T of(FileChannel channel) throws IOException;
  }

  private <T> T use(Use<T> use) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        FileChannel now = current();
        try {
          return use.of(now);
        } catch (ClosedChannelException e) {
          interrupted |= Thread.interrupted();
          reopen(now);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized FileChannel current() {
    return channel;
  }

  private synchronized void reopen(FileChannel broken) throws IOException {
    if (closed) {
      throw new ClosedChannelException();
    }
    if (channel.equals(broken)) {
      channel = FileChannel.open(path, options);
    }
  }

  /** Fills a buffer from {@code offset} on; its position stays. */
  @Override
  public void read(ByteBuffer into, long offset) throws IOException {
    use(file -> {
      ByteBuffer left = into.duplicate();
      long at = offset;
      while (left.hasRemaining()) {
        int count = file.read(left, at);
        if (count < 0) {
          throw new EOFException(path() + " is shorter than its journal says");
        }
        at += count;
      }
      return at;
    });
  }

  /** Writes a buffer to {@code offset}; the position of the buffer stays. */
  public void write(ByteBuffer from, long offset) throws IOException {
    use(file -> {
      ByteBuffer left = from.duplicate();
      long at = offset;
      while (left.hasRemaining()) {
        at += file.write(left, at);
      }
      return at;
    });
  }

  /** Cuts the file to {@code size} bytes, if it is longer. */
  public void truncate(long size) throws IOException {
    use(file -> file.truncate(size));
  }

  /**
   * Gives back the disk space of ranges whose content is not needed any more. A file system that
   * cannot do that is no failure: the ranges then take space that is not counted.
   */
  public void punch(List<Extents.Extent> ranges) {
    if (ranges.isEmpty()) {
      return;
    }
    try (Descriptor file = Descriptor.open(path(), Descriptor.READ_WRITE)) {
      for (Extents.Extent range : ranges) {
        file.punch(range.start(), range.length());
      }
    } catch (LinuxException e) {
      log.debug("space of a staged file is not given back", e);
    }
  }

  /** Returns the length in bytes. */
  long size() throws IOException {
    return use(FileChannel::size);
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    channel.close();
  }
}
