package io.windlass.mounter.volume;

import io.windlass.linux.Errno;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the kernel's requests to a volume in this process, and those that failed; and, for all
 * volumes of the process, how long their answers take.
 */
final class RequestCounters {
  private final OperationTimes times;
  private final LongAdder requests = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final LongAdder bytesRead = new LongAdder();
  private final LongAdder bytesWritten = new LongAdder();

  RequestCounters(OperationTimes times) {
    this.times = times;
  }

  void request() {
    requests.increment();
  }

  /** Records the answer to a request that began at {@code began}, by System.nanoTime. */
  void answered(Operation operation, long began) {
    times.answered(operation, System.nanoTime() - began);
  }

  /** Counts an error. ENOENT and ENODATA are answers and do not count. */
  void error(Operation operation, Errno errno) {
    if (errno != Errno.ENOENT && errno != Errno.ENODATA) {
      errors.increment();
      times.failed(operation);
    }
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
