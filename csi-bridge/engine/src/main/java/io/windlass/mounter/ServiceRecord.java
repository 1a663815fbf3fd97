package io.windlass.mounter;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Record of whether one volume is in service, in a memory-mapped file in its state directory. It
 * outlives a mounter that dies at any instant, and tells the next one what that was doing. A
 * request costs two additions in memory, and no system call.
 */
final class ServiceRecord {
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
  private static final String NAME = "in-service";

  /** Requests in service in the lower half, and those that were served in the upper half. */
  private static final long REQUESTS = 0;

  /** Deaths of mounters in a row in which the volume was in service. */
  private static final long DEATHS = 8;

  /** Those in which it alone was in service. */
  private static final long LONE_DEATHS = 16;

  private static final long FLAGS = 24;
  private static final long SIZE = 32;

  private static final long ONE_SERVED = 1L << 32;

  private final MemorySegment fields;

  /** What the volume is, or what its mounter does with it, beside serving requests. */
  enum Flag {
    /** It is opened. Counts as a request. */
    OPENING(1),
    /** Its mounter was told to end: what is in service now is left to the next one in order. */
    LEFT(1 << 1),
    /** It was in service when a mounter died, and has not been cleared since. */
    SUSPECT(1 << 2),
    /** It is alone on trial. */
    ON_TRIAL(1 << 3),
    /** A mounter of its own serves it. */
    QUARANTINED(1 << 4);

    private final long bit;

    Flag(long bit) {
      this.bit = bit;
    }
  }

  private ServiceRecord(MemorySegment fields) {
    this.fields = fields;
  }

  /** Opens the record of a volume, or creates an empty one. */
  static ServiceRecord open(Path state) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            state.resolve(NAME),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      if (channel.size() < SIZE) {
        // A full disk is an error here; to write to a page without a block would end the process.
        channel.write(ByteBuffer.allocate((int) SIZE), 0);
      }
      // Requests may end after the session, so the collector unmaps the file.
      return new ServiceRecord(channel.map(MapMode.READ_WRITE, 0, SIZE, Arena.ofAuto()));
    }
  }

  /** Opens the record of a volume, if a mounter left one. */
  static Optional<ServiceRecord> find(Path state) throws IOException {
    return Files.exists(state.resolve(NAME)) ? Optional.of(open(state)) : Optional.empty();
  }

  /** Notes that a request was read. */
  void began() {
    long _ = (long) LONG.getAndAdd(fields, REQUESTS, 1L);
  }

  /** Notes that a request was answered. */
  void ended() {
    long _ = (long) LONG.getAndAdd(fields, REQUESTS, ONE_SERVED - 1);
  }

  /** Returns the number of requests in service. */
  int inService() {
    return (int) get(REQUESTS);
  }

  /** Returns the number of requests that were served, modulo 2^32. */
  int served() {
    return (int) (get(REQUESTS) >>> 32);
  }

  /** Returns whether a mounter that dies now dies while it works for this volume. */
  boolean isInService() {
    return (inService() > 0 || is(Flag.OPENING)) && !is(Flag.LEFT);
  }

  int deaths() {
    return (int) get(DEATHS);
  }

  int loneDeaths() {
    return (int) get(LONE_DEATHS);
  }

  /**
   * Records that a mounter died while the volume was in service.
   *
   * @param alone whether no other volume can have been the reason
   */
  void died(boolean alone) {
    set(DEATHS, get(DEATHS) + 1);
    if (alone) {
      set(LONE_DEATHS, get(LONE_DEATHS) + 1);
    }
    put(Flag.SUSPECT, true);
  }

  /** Records that this mounter has served what the volume was suspected for. */
  void clear() {
    put(Flag.SUSPECT, false);
    set(DEATHS, 0);
    set(LONE_DEATHS, 0);
  }

  /** Forgets what the mounter before was doing. No mounter may serve the volume now. */
  void begin() {
    set(REQUESTS, get(REQUESTS) & -ONE_SERVED);
    put(Flag.OPENING, false);
    put(Flag.LEFT, false);
    put(Flag.ON_TRIAL, false);
  }

  boolean is(Flag flag) {
    return (get(FLAGS) & flag.bit) != 0;
  }

  void put(Flag flag, boolean is) {
    if (is) {
      long _ = (long) LONG.getAndBitwiseOr(fields, FLAGS, flag.bit);
    } else {
      long _ = (long) LONG.getAndBitwiseAnd(fields, FLAGS, ~flag.bit);
    }
  }

  private long get(long field) {
    return (long) LONG.getVolatile(fields, field);
  }

  private void set(long field, long value) {
    LONG.setVolatile(fields, field, value);
  }
}
