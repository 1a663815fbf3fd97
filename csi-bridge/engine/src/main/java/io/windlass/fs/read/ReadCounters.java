package io.windlass.fs.read;

import java.util.concurrent.atomic.LongAdder;

/** Counters of the reading of one volume since its process began. */
public final class ReadCounters {
  final LongAdder gets = new LongAdder();
  final LongAdder fetched = new LongAdder();
  final LongAdder served = new LongAdder();
  final LongAdder fromDisk = new LongAdder();
  final LongAdder failed = new LongAdder();

  ReadCounters() {}

  /** Returns the number of gets that were sent. */
  public long gets() {
    return gets.sum();
  }

  /** Returns the bytes that came from the store. */
  public long fetched() {
    return fetched.sum();
  }

  /** Returns the bytes that were handed to readers. */
  public long served() {
    return served.sum();
  }

  /** Returns the bytes that came from the cache on local disk instead of the store. */
  public long fromDisk() {
    return fromDisk.sum();
  }

  /** Returns the number of gets that failed, including those that were repeated afterwards. */
  public long failed() {
    return failed.sum();
  }
}
