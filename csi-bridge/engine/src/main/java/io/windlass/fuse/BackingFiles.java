package io.windlass.fuse;

import io.windlass.linux.Descriptor;
import io.windlass.linux.LinuxException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Registry of files on local disk that the kernel reads and writes itself, without sending requests
 * ({@link OpenFlag#PASSTHROUGH}), if {@link InitFlag#PASSTHROUGH} was negotiated. The registered
 * ids belong to the session, not to the process: a process that takes the session over uses the
 * same ids, since the kernel refuses another id for a node that is still open with one.
 */
public final class BackingFiles {
  /** FUSE_DEV_IOC_BACKING_OPEN: _IOW(229, 1, struct fuse_backing_map). */
  private static final long OPEN = 0x4010e501L;

  /** FUSE_DEV_IOC_BACKING_CLOSE: _IOW(229, 2, uint32_t). */
  private static final long CLOSE = 0x4004e502L;

  private final Channel channel;

  BackingFiles(Channel channel) {
    this.channel = channel;
  }

  /**
   * Registers an open file. The caller may close its descriptor afterwards.
   *
   * @return id of the backing file, positive, valid until {@link #close} or the unmount
   * @throws IOException if the kernel refuses the file, or the id could not be kept for a later
   *     process
   */
  public int open(Descriptor file) throws IOException {
    int id;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment map = arena.allocate(16, 8);
      map.set(ValueLayout.JAVA_INT, 0, file.number());
      id = channel.device().ioctl("open a backing file", OPEN, map);
    }
    try {
      channel.change(state -> state.withBacking(id));
    } catch (IOException e) {
      release(id);
      throw e;
    }
    return id;
  }

  /** Unregisters an id. Files that are open with it stay usable. */
  public void close(int id) throws IOException {
    release(id);
    channel.change(state -> state.withoutBacking(id));
  }

  private void release(int id) throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment number = arena.allocateFrom(ValueLayout.JAVA_INT, id);
      channel.device().ioctl("close a backing file", CLOSE, number);
    }
  }
}
