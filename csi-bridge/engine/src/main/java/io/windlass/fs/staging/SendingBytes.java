package io.windlass.fs.staging;

import io.windlass.fs.journal.DataFile;
import io.windlass.fs.journal.Extents;
import io.windlass.fs.journal.Ranges;
import io.windlass.fs.journal.StagingSpace;
import io.windlass.fs.journal.WriteException;
import io.windlass.linux.Errno;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Bytes of a staged file that are being sent, as they were when that began. They are those of the
 * data file until they are about to be overwritten there; then they are copied to a file beside it.
 * Used under the lock of the file's {@link StagedContent}.
 */
final class SendingBytes {
  private static final String BESIDE = ".sent";

  /** Number of bytes that are copied at once. */
  private static final int AT_ONCE = 1 << 20;

  private final StagingSpace room;
  private final DataFile data;
  private Optional<FileSnapshot> snapshot = Optional.empty();
  private Optional<DataFile> beside = Optional.empty();

  /** Number of bytes that are kept on disk only for sending, beyond those of the file itself. */
  private long extra;

  /** Ranges that the file does not need any more; their space is given back when all is sent. */
  private final Ranges givenUp = new Ranges();

  SendingBytes(StagingSpace room, DataFile data) {
    this.room = room;
    this.data = data;
  }

  /**
   * Returns whether a file is one beside a data file. At a start it was left by a process that died
   * while it was sending.
   */
  static boolean isBeside(Path path) {
    return path.getFileName().toString().endsWith(BESIDE);
  }

  void begin(FileSnapshot sent) {
    snapshot = Optional.of(sent);
  }

  /** Returns whether bytes are being sent. */
  boolean isGoingOn() {
    return snapshot.isPresent();
  }

  /** Returns whether the bytes of this snapshot are being sent. */
  boolean isOf(FileSnapshot sent) {
    return snapshot.filter(going -> going == sent).isPresent();
  }

  /**
   * Ends sending, and gives back the space of ranges that the file does not need any more.
   *
   * @param extents of the file now
   * @param size of the file now, in bytes
   */
  void end(Extents extents, long size) throws IOException {
    snapshot = Optional.empty();
    if (!givenUp.isEmpty()) {
      data.punch(
          givenUp.all().stream()
              .flatMap(range -> extents.of(range.start(), range.end()).stream())
              .filter(extent -> extent.kind() != Extents.Kind.DATA)
              .toList());
      data.truncate(size);
      givenUp.clear();
    }
    drop();
  }

  /**
   * Stops sending and deletes the file beside the data file: when all is sent, or when the staged
   * file is discarded or left to another process.
   */
  void drop() throws IOException {
    snapshot = Optional.empty();
    room.add(-extra);
    extra = 0;
    Optional<DataFile> old = beside;
    beside = Optional.empty();
    if (old.isPresent()) {
      old.get().close();
      Files.deleteIfExists(old.get().path());
    }
  }

  private void takes(long bytes) {
    extra += bytes;
    room.add(bytes);
  }

  private DataFile beside() throws IOException {
    if (beside.isEmpty()) {
      Path path = data.path();
      beside = Optional.of(DataFile.open(path.resolveSibling(path.getFileName() + BESIDE)));
    }
    return beside.get();
  }

  /**
   * Returns the number of bytes that would be copied if this range of the data file were
   * overwritten.
   */
  long endangered(long start, long end) {
    return snapshot.stream()
        .flatMap(sent -> sent.endangered(start, end).stream())
        .mapToLong(Ranges.Range::length)
        .sum();
  }

  /** Copies bytes still to be sent, before this range of the data file is overwritten. */
  void spare(long start, long end) throws IOException {
    if (snapshot.isEmpty()) {
      return;
    }
    FileSnapshot sent = snapshot.get();
    for (Ranges.Range range : sent.endangered(start, end)) {
      for (long at = range.start(); at < range.end(); at += AT_ONCE) {
        long to = Math.min(at + AT_ONCE, range.end());
        ByteBuffer bytes = ByteBuffer.allocate((int) (to - at));
        data.read(bytes, at);
        beside().write(bytes, at);
        sent.copied(at, to);
        takes(to - at);
      }
    }
  }

  /**
   * Keeps a range on disk until all is sent, although the file does not need it any more.
   *
   * @param bytes that the file had in the range
   */
  void giveUp(long start, long end, long bytes) {
    givenUp.add(start, end);
    takes(bytes);
  }

  /** Returns the parts of a range that are to be sent and that only the base has. */
  List<Extents.Extent> inBase(long start, long end) {
    return snapshot
        .map(sent ->
            sent.extents().of(start, Math.min(end, sent.size())).stream()
                .filter(extent -> extent.kind() == Extents.Kind.BASE)
                .toList())
        .orElse(List.of());
  }

  /** Records that bytes which only the base had are in the data file now. */
  void fetched(Extents.Extent extent) {
    snapshot.ifPresent(sent ->
        inBase(extent.start(), extent.end())
            .forEach(missing -> sent.fetched(missing.start(), missing.end())));
  }

  /** Keeps bytes of the base to be sent, where the data file has other bytes. */
  void keep(Extents.Extent wanted, ByteBuffer bytes, long offset) throws IOException {
    FileSnapshot sent = snapshot.orElseThrow();
    for (Extents.Extent extent : inBase(wanted.start(), wanted.end())) {
      beside().write(slice(bytes, offset, extent.start(), extent.end()), extent.start());
      sent.fetched(extent.start(), extent.end());
      sent.copied(extent.start(), extent.end());
      takes(extent.length());
    }
  }

  /** Fills a buffer with bytes of the snapshot that is being sent. */
  void fill(FileSnapshot sent, ByteBuffer into, long offset) throws IOException {
    Ranges copies = sent.copies();
    for (Extents.Extent extent : sent.extents().of(offset, offset + into.remaining())) {
      switch (extent.kind()) {
        case DATA -> {
          for (Ranges.Range own : copies.gaps(extent.start(), extent.end())) {
            data.read(slice(into, offset, own.start(), own.end()), own.start());
          }
          for (Ranges.Range copy : copies.within(extent.start(), extent.end())) {
            beside.orElseThrow().read(slice(into, offset, copy.start(), copy.end()), copy.start());
          }
        }
        case ZERO ->
            MemorySegment.ofBuffer(slice(into, offset, extent.start(), extent.end()))
                .fill((byte) 0);
        case BASE -> throw new WriteException(Errno.EIO, "bytes to be sent are not there any more");
      }
    }
  }

  /**
   * Returns the part of a buffer from {@code start} to {@code end}, both offsets in the file.
   *
   * @param offset of the buffer in the file
   */
  static ByteBuffer slice(ByteBuffer bytes, long offset, long start, long end) {
    return bytes.slice((int) (start - offset), (int) (end - start));
  }
}
