package io.windlass.fs.read;

import java.util.concurrent.atomic.LongAdder;

/** What reading has done since the process began. */
public final class ReadCounters {
  final LongAdder gets = new LongAdder();
  final LongAdder fetched = new LongAdder();
  final LongAdder served = new LongAdder();
  final LongAdder fromDisk = new LongAdder();
  final LongAdder failed = new LongAdder();

  ReadCounters() {}

  /** Requests for data that were sent. */
  public long gets() {
    return gets.sum();
  }

  /** Bytes that came from the store. */
  public long fetched() {
    return fetched.sum();
  }

  /** Bytes that were handed to readers. */
  public long served() {
    return served.sum();
  }

  /** Bytes that came from the local disk instead of the store. */
  public long fromDisk() {
    return fromDisk.sum();
  }

  /** Requests for data that failed, also those that were repeated then. */
  public long failed() {
    return failed.sum();
  }
}
