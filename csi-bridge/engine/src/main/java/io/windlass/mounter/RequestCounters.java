package io.windlass.mounter;

import io.windlass.store.Errno;
import java.util.concurrent.atomic.LongAdder;

/** What the kernel asked of a volume in this process, and what went wrong. */
final class RequestCounters {
  private final LongAdder requests = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final LongAdder bytesRead = new LongAdder();
  private final LongAdder bytesWritten = new LongAdder();

  void request() {
    requests.increment();
  }

  /** Counts what went wrong; that something is not there is an answer like any other. */
  void error(Errno errno) {
    if (errno != Errno.ENOENT && errno != Errno.ENODATA) {
      errors.increment();
    }
  }

  /** Counts a defect. */
  void error() {
    errors.increment();
  }

  void read(long bytes) {
    bytesRead.add(bytes);
  }

  void written(long bytes) {
    bytesWritten.add(bytes);
  }

  long requests() {
    return requests.sum();
  }

  long errors() {
    return errors.sum();
  }

  long bytesRead() {
    return bytesRead.sum();
  }

  long bytesWritten() {
    return bytesWritten.sum();
  }
}
