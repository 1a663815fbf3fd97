package io.windlass.fs.read;

import io.windlass.share.FairShares;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;

/** What one volume has of the {@link BufferBudget}. */
public final class VolumeBuffers {
  private final BufferBudget budget;
  private final FairShares.Share share;

  /** Idle blocks, the longest idle first. Guarded by the budget. */
  private final SequencedSet<Block> idle = new LinkedHashSet<>();

  VolumeBuffers(BufferBudget budget, FairShares.Share share) {
    this.budget = budget;
    this.share = share;
  }

  /** Returns what the volume holds, in chunks. */
  FairShares.Share share() {
    return share;
  }

  SequencedSet<Block> idle() {
    return idle;
  }

  /** Returns the size of the budget of all volumes in bytes. */
  long budgetBytes() {
    return budget.bytes();
  }

  /**
   * Takes memory for reading ahead, without waiting.
   *
   * @return whole chunks; empty if there is not enough
   */
  Optional<List<MemorySegment>> takeAhead(int bytes) {
    return budget.takeAhead(this, bytes);
  }

  /**
   * Takes memory for a read, giving up idle blocks and waiting for at most {@code nanos}.
   *
   * @return whole chunks, all of the same size; empty if there was not enough in time
   */
  public Optional<List<MemorySegment>> take(int bytes, long nanos) throws InterruptedException {
    return budget.take(this, bytes, nanos);
  }

  /** Gives back memory that was taken here. Must be called once only for it. */
  public void give(List<MemorySegment> memory) {
    budget.give(this, memory);
  }

  /** Lists a block as idle: its memory may be given up. */
  void idle(Block block) {
    budget.idle(this, block);
  }

  /** Removes a block from the list of idle blocks: it keeps its memory. */
  void busy(Block block) {
    budget.busy(this, block);
  }
}
