package io.windlass.fs.bucket;

import io.windlass.fs.Answer;
import io.windlass.operation.Deadline;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Runs the operations of a file system. Each fails with an {@link io.windlass.fs.FsException}, and
 * has one deadline for all its requests to the store and everything else it waits for.
 */
final class Operations {
  private final Duration limit;
  private final LongSupplier clock;

  Operations(Duration limit, LongSupplier clock) {
    this.limit = limit;
    this.clock = clock;
  }

  /** Runs an operation that is answered at once or later. */
  <T> Answer<T> of(Supplier<Answer<T>> operation) {
    return limited(Failures.of(operation));
  }

  /** Runs an operation that is always answered later. */
  <T> Answer<T> later(Supplier<T> work) {
    return limited(Failures.later(work));
  }

  /** Limits an answer that comes later; one that comes at once waits for nothing. */
  private <T> Answer<T> limited(Answer<T> answer) {
    return switch (answer) {
      case Answer.Now<T> now -> now;
      case Answer.Later<T>(Supplier<T> work) ->
          Answer.later(() -> Deadline.after(limit, clock).limit(work));
    };
  }
}
