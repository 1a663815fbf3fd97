package io.windlass.fs.bucket;

import io.windlass.fs.Answer;
import io.windlass.store.Deadline;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The operations of a file system, as programs see them: each fails as one, and has one deadline
 * for all that it asks of the store and all that it waits for on the way.
 */
final class Operations {
  private final Duration limit;
  private final LongSupplier clock;

  Operations(Duration limit, LongSupplier clock) {
    this.limit = limit;
    this.clock = clock;
  }

  /** One that is answered at once, or later. */
  <T> Answer<T> of(Supplier<Answer<T>> operation) {
    return limited(Failures.of(operation));
  }

  /** One that waits in any case. */
  <T> Answer<T> later(Supplier<T> work) {
    return limited(Failures.later(work));
  }

  /** What is answered at once waits for nothing. */
  private <T> Answer<T> limited(Answer<T> answer) {
    return switch (answer) {
      case Answer.Now<T> now -> now;
      case Answer.Later<T>(Supplier<T> work) ->
          Answer.later(() -> Deadline.after(limit, clock).limit(work));
    };
  }
}
