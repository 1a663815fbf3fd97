package io.windlass.mounter;

import io.windlass.store.Errno;
import java.util.concurrent.atomic.LongAdder;

/** Counts the kernel's requests to a volume in this process, and those that failed. */
final class RequestCounters {
  private final LongAdder requests = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final LongAdder bytesRead = new LongAdder();
  private final LongAdder bytesWritten = new LongAdder();

  void request() {
    requests.increment();
  }

  /** Counts an error. ENOENT and ENODATA are answers and do not count. */
  void error(Errno errno) {
    if (errno != Errno.ENOENT && errno != Errno.ENODATA) {
      errors.increment();
    }
  }

  /** Counts a failure by a defect of this program. */
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
