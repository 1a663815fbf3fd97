package io.windlass.fs.staging;

import io.windlass.error.DriverException;
import io.windlass.fs.journal.BaseObject;
import io.windlass.fs.journal.Extents;
import io.windlass.fs.read.FileReader;
import io.windlass.fs.read.ObjectVersion;
import io.windlass.fs.read.ReadSlices;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a staged file: local bytes from the data file into buffers of the budget, all others from
 * the base. Publishing may replace the base at any time; the reader then opens the new one.
 */
final class OverlayReader implements AutoCloseable {
  private static final int ATTEMPTS = 5;

  private final BaseObjects objects;
  private final StagedContent content;
  private @Nullable FileReader base;

  OverlayReader(BaseObjects objects, StagedContent content) {
    this.objects = objects;
    this.content = content;
  }

  /** Extents of a range, and the base that they refer to. */
  private record Plan(List<Extents.Extent> extents, Optional<BaseObject> base) {
    boolean isAll(Extents.Kind kind) {
      return extents.stream().allMatch(extent -> extent.kind() == kind);
    }

    boolean isAny(Extents.Kind kind) {
      return extents.stream().anyMatch(extent -> extent.kind() == kind);
    }
  }

  private static Plan plan(StagedState state, long offset, int size) {
    if (offset < 0 || size < 0) {
      throw new IllegalArgumentException("no range: offset " + offset + ", size " + size);
    }
    long end = offset >= state.size() ? offset : Math.min(offset + size, state.size());
    return new Plan(state.extents().of(offset, end), state.base());
  }

  Optional<ReadSlices> tryRead(long offset, int size) {
    try {
      return attempt(offset, size, 0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  ReadSlices read(long offset, int size) {
    long nanos = objects.timeout().toNanos();
    for (int attempt = 1; ; attempt++) {
      Optional<BaseObject> before = content.look(StagedState::base);
      try {
        Optional<ReadSlices> read = attempt(offset, size, nanos);
        if (read.isPresent()) {
          return read.get();
        }
      } catch (DriverException.PreconditionFailed | DriverException.Unavailable e) {
        if (before.equals(content.look(StagedState::base))) {
          throw e;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new DriverException.Unavailable("a read was interrupted", e);
      }
      if (attempt == ATTEMPTS) {
        throw new DriverException.Unavailable(
            "%s cannot be read: it changes too fast, or there is no memory"
                .formatted(content.key()),
            null);
      }
    }
  }

  /** Reads bytes of the base, even where they have been overwritten. */
  ReadSlices readBase(long offset, int size) {
    return reader(content.look(StagedState::base).orElseThrow()).read(offset, size);
  }

  /**
   * Tries to read once. Returns empty if there is no memory for the bytes within {@code nanos}, or
   * if {@code nanos} is 0 and the read would have to wait for the base.
   */
  private Optional<ReadSlices> attempt(long offset, int size, long nanos)
      throws InterruptedException {
    Plan plan = content.look(state -> plan(state, offset, size));
    if (plan.extents().isEmpty()) {
      return Optional.of(ReadSlices.empty());
    }
    boolean wait = nanos > 0;
    if (plan.isAll(Extents.Kind.BASE)) {
      int length = (int) (plan.extents().getLast().end() - offset);
      return base(plan, offset, length, wait);
    }
    if (!wait && plan.isAny(Extents.Kind.BASE)) {
      return Optional.empty();
    }
    Optional<List<MemorySegment>> memory = objects.take(size, nanos);
    if (memory.isEmpty()) {
      return Optional.empty();
    }
    List<ReadSlices> others = new ArrayList<>();
    boolean handed = false;
    try {
      Plan now = content.look(state -> fill(state, offset, size, memory.get()));
      Optional<ReadSlices> mixed = mix(now, offset, memory.get(), others, wait);
      handed = mixed.isPresent();
      return mixed;
    } finally {
      if (!handed) {
        giveBack(memory.get(), others);
      }
    }
  }

  private void giveBack(List<MemorySegment> memory, List<ReadSlices> others) {
    others.forEach(ReadSlices::close);
    objects.give(memory);
  }

  /** Reads the local bytes of a range, under the lock of the content. */
  private Plan fill(StagedState state, long offset, int size, List<MemorySegment> memory) {
    Plan plan = plan(state, offset, size);
    for (Extents.Extent extent : plan.extents()) {
      List<MemorySegment> pieces = pieces(memory, extent.start() - offset, extent.length());
      switch (extent.kind()) {
        case BASE -> {}
        case ZERO -> pieces.forEach(piece -> piece.fill((byte) 0));
        case DATA -> {
          long at = extent.start();
          for (MemorySegment piece : pieces) {
            content.read(piece.asByteBuffer(), at);
            at += piece.byteSize();
          }
        }
      }
    }
    return plan;
  }

  private Optional<ReadSlices> mix(
      Plan plan, long offset, List<MemorySegment> memory, List<ReadSlices> others, boolean wait) {
    List<MemorySegment> all = new ArrayList<>();
    for (Extents.Extent extent : plan.extents()) {
      if (extent.kind() == Extents.Kind.BASE) {
        Optional<ReadSlices> there = base(plan, extent.start(), (int) extent.length(), wait);
        if (there.isEmpty()) {
          return Optional.empty();
        }
        others.add(there.get());
        all.addAll(there.get().segments());
      } else {
        all.addAll(pieces(memory, extent.start() - offset, extent.length()));
      }
    }
    List<ReadSlices> held = List.copyOf(others);
    return Optional.of(ReadSlices.of(all, () -> giveBack(memory, held)));
  }

  /** Returns a range of a list of chunks of equal size, as if they were one. */
  private static List<MemorySegment> pieces(List<MemorySegment> memory, long from, long length) {
    List<MemorySegment> pieces = new ArrayList<>();
    long chunk = memory.getFirst().byteSize();
    long at = from;
    while (at < from + length) {
      long within = at % chunk;
      long count = Math.min(from + length - at, chunk - within);
      pieces.add(memory.get((int) (at / chunk)).asSlice(within, count));
      at += count;
    }
    return pieces;
  }

  private Optional<ReadSlices> base(Plan plan, long offset, int length, boolean wait) {
    FileReader reader = reader(plan.base().orElseThrow());
    return wait ? Optional.of(reader.read(offset, length)) : reader.tryRead(offset, length);
  }

  private synchronized FileReader reader(BaseObject wanted) {
    ObjectVersion version = objects.version(wanted);
    FileReader open = base;
    if (open == null || !open.object().equals(version)) {
      close();
      open = objects.open(version);
      base = open;
    }
    return open;
  }

  @Override
  public synchronized void close() {
    FileReader open = base;
    base = null;
    if (open != null) {
      open.close();
    }
  }
}
