package io.windlass.fs.file;

import io.windlass.fs.Answer;
import io.windlass.fs.Done;
import io.windlass.fs.FsException;
import io.windlass.fs.journal.BaseObject;
import io.windlass.fs.open.OpenWrites;
import io.windlass.fs.staging.StagedFile;
import io.windlass.fs.upload.Piece;
import io.windlass.linux.Errno;
import io.windlass.object.ByteRange;
import java.lang.foreign.MemorySegment;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** Changes files through handles, publishes them, and finds their data and holes. */
public final class Writing {
  private static final int KEEP_SIZE = 1;
  private static final int PUNCH_HOLE = 2;
  private static final int ZERO_RANGE = 16;

  /**
   * Most bytes of one copy: the answer has 32 bits for the number, and this is a multiple of 4 KiB.
   */
  private static final long LONGEST_COPY = (1L << 32) - (1 << 12);

  private final OpenFiles files;
  private final OpenWrites openWrites;

  public Writing(OpenFiles files, OpenWrites openWrites) {
    this.files = files;
    this.openWrites = openWrites;
  }

  public Answer<Done> write(long handle, long offset, MemorySegment data) {
    StagedFile file = file(handle);
    if (file.tryWrite(offset, data, Instant.now())) {
      return Answer.now(Done.DONE);
    }
    return Answer.later(() -> {
      file.write(offset, data, Instant.now());
      return Done.DONE;
    });
  }

  /** Publishes what was written, if the handle is open for writing or has created the file. */
  public Answer<Done> publish(long handle) {
    return publish(files.publishing(handle));
  }

  /** Publishes what was written to the file, whatever the handle is open for. */
  public Answer<Done> sync(long handle) {
    return publish(openWrites.ofNode(files.node(handle)));
  }

  private Answer<Done> publish(Optional<StagedFile> file) {
    if (file.isEmpty() || !file.get().view().dirty()) {
      return Answer.now(Done.DONE);
    }
    return Answer.later(() -> {
      openWrites.publish(file.get());
      return Done.DONE;
    });
  }

  public Done allocate(long handle, long offset, long length, int mode) {
    StagedFile file = file(handle);
    boolean keep = (mode & KEEP_SIZE) != 0;
    switch (mode & ~KEEP_SIZE) {
      case 0 -> file.allocate(offset, length, keep, Instant.now());
      case PUNCH_HOLE, ZERO_RANGE -> file.zero(offset, length, keep, Instant.now());
      default -> throw new FsException(Errno.ENOTSUP, "this mode of fallocate is not offered");
    }
    return Done.DONE;
  }

  /**
   * Copies a range on the server. Fails with {@code ENOTSUP} where the server cannot copy or it is
   * not worth it; the kernel then copies the bytes itself.
   */
  public Answer<Long> copy(long from, long offset, long to, long toOffset, long length) {
    StagedFile target = file(to);
    BaseObject source =
        files
            .object(from)
            .filter(object -> length > 0 && object.size() > offset)
            .orElseThrow(Writing::noCopy);
    ByteRange range =
        new ByteRange(offset, Math.min(Math.min(length, LONGEST_COPY), source.size() - offset));
    return Answer.later(() -> {
      if (!target.copy(new Piece(source, range), toOffset, Instant.now())) {
        throw noCopy();
      }
      return range.length();
    });
  }

  private static FsException noCopy() {
    return new FsException(Errno.ENOTSUP, "the server cannot copy this");
  }

  public long seek(long handle, long offset, boolean hole) {
    OptionalLong found =
        openWrites
            .ofNode(files.node(handle))
            .map(file -> hole ? file.seekHole(offset) : file.seekData(offset))
            .orElseGet(() -> files.seek(handle, offset, hole));
    return found.orElseThrow(
        () -> new FsException(Errno.ENXIO, "no such data or hole at or after this offset"));
  }

  private StagedFile file(long handle) {
    return files
        .writing(handle)
        .orElseThrow(() -> new FsException(Errno.EBADF, "not open for writing"));
  }
}
