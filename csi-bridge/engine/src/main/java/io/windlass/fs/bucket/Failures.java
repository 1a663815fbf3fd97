package io.windlass.fs.bucket;

import io.windlass.error.DriverException;
import io.windlass.fs.Answer;
import io.windlass.fs.FsException;
import io.windlass.fs.journal.WriteException;
import java.util.function.Supplier;

/** Converts failures of the store and of local disk to those of the file system. */
final class Failures {
  private Failures() {}

  /** Converts the failures of an operation that is answered at once or later. */
  static <T> Answer<T> of(Supplier<Answer<T>> operation) {
    return switch (translated(operation)) {
      case Answer.Now<T> now -> now;
      case Answer.Later<T>(Supplier<T> work) -> later(work);
    };
  }

  /** Converts the failures of an operation that is always answered later. */
  static <T> Answer<T> later(Supplier<T> work) {
    return Answer.later(() -> translated(work));
  }

  private static <T> T translated(Supplier<T> work) {
    try {
      return work.get();
    } catch (DriverException e) {
      throw FsException.of(e);
    } catch (WriteException e) {
      throw FsException.as(e.errno(), e);
    }
  }
}
