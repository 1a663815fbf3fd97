package io.windlass.mounter.volume;

import io.windlass.linux.Errno;
import io.windlass.proto.mounter.OperationReport;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the kernel's requests to a volume in this process, and those that failed; and how long
 * their answers take, for this volume and for all volumes of the process.
 */
final class RequestCounters {
  private final OperationTimes<Operation> all;
  private final OperationTimes<Operation> own = OperationTimes.ofRequests();
  private final LongAdder requests = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final LongAdder bytesRead = new LongAdder();
  private final LongAdder bytesWritten = new LongAdder();

  /**
   * Creates the counters.
   *
   * @param all times of all volumes of the process
   */
  RequestCounters(OperationTimes<Operation> all) {
    this.all = all;
  }

  void request() {
    requests.increment();
  }

  /** Records the answer to a request that began at {@code began}, by System.nanoTime. */
  void answered(Operation operation, long began) {
    long nanos = System.nanoTime() - began;
    all.answered(operation, nanos);
    own.answered(operation, nanos);
  }

  /** Counts an error. ENOENT and ENODATA are answers and do not count. */
  void error(Operation operation, Errno errno) {
    if (errno != Errno.ENOENT && errno != Errno.ENODATA) {
      errors.increment();
      all.failed(operation);
      own.failed(operation);
    }
  }

  void read(long bytes) {
    bytesRead.add(bytes);
  }

  void written(long bytes) {
    bytesWritten.add(bytes);
  }

  /** Returns the operations that this volume was asked for. */
  List<OperationReport> operations() {
    return own.reports();
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
