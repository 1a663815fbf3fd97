package io.windlass.mounter.volume;

import io.windlass.error.DriverException;
import io.windlass.error.ErrorKind;
import io.windlass.proto.mounter.OperationReport;
import io.windlass.store.InterceptedStore;
import io.windlass.store.ObjectStore;
import io.windlass.store.StoreCall;
import java.util.List;
import java.util.function.Supplier;

/** Counts a volume's calls of its server, how long they take, and those that the server fails. */
final class CallCounters {
  private final OperationTimes<StoreCall> times = OperationTimes.ofCalls();

  /** Wraps a store so that its calls are counted. */
  ObjectStore counted(ObjectStore store) {
    return new InterceptedStore(store, this::counted);
  }

  private <T> T counted(StoreCall call, Supplier<T> next) {
    long began = System.nanoTime();
    try {
      return next.get();
    } catch (DriverException e) {
      // That an object is not there, or has changed, is an answer.
      if (e.kind().health() == ErrorKind.Health.TROUBLE) {
        times.failed(call);
      }
      throw e;
    } finally {
      times.answered(call, System.nanoTime() - began);
    }
  }

  /** Returns the calls that were made. */
  List<OperationReport> reports() {
    return times.reports();
  }
}
