package io.windlass.fs;

import java.util.function.Supplier;

/** Result of an operation of {@link FileSystem}, known at once or after waiting for the network. */
public sealed interface Answer<T> {

  /** A result that is known without waiting. */
  record Now<T>(T value) implements Answer<T> {}

  /**
   * A result that needs waiting. {@code work} is to be called exactly once, on a virtual thread. It
   * waits, but not for ever, and throws {@link FsException}.
   */
  record Later<T>(Supplier<T> work) implements Answer<T> {}

  /** Returns an answer with a result that is known. */
  static <T> Answer<T> now(T value) {
    return new Now<>(value);
  }

  /** Returns an answer whose result needs waiting. */
  static <T> Answer<T> later(Supplier<T> work) {
    return new Later<>(work);
  }

  /** Returns the result. Runs the work on this thread if it is not known yet. */
  default T await() {
    return switch (this) {
      case Now<T>(T value) -> value;
      case Later<T>(Supplier<T> work) -> work.get();
    };
  }
}
