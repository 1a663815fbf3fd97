package io.windlass.fs.read;

import java.util.concurrent.atomic.LongAdder;

/** Counters of the reading of one volume since its process began. */
public final class ReadCounters {
  final LongAdder gets = new LongAdder();
  final LongAdder fetched = new LongAdder();
  final LongAdder fromDisk = new LongAdder();

  ReadCounters() {}

  /** Returns the number of gets that were sent. */
  public long gets() {
    return gets.sum();
  }

  /** Returns the bytes that came from the store. */
  public long fetched() {
    return fetched.sum();
  }

  /** Returns the bytes that came from the cache on local disk instead of the store. */
  public long fromDisk() {
    return fromDisk.sum();
  }
}
