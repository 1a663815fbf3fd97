package io.windlass.fs;

import java.util.function.Supplier;

/** What an operation of {@link FileSystem} comes to, at once or after waiting for the network. */
public sealed interface Answer<T> {

  /** Known without waiting. */
  record Now<T>(T value) implements Answer<T> {}

  /**
   * To be found out. {@code work} is to be called exactly once, on a virtual thread; it waits, but
   * not for ever, and throws {@link FsException}.
   */
  record Later<T>(Supplier<T> work) implements Answer<T> {}

  /** Known without waiting. */
  static <T> Answer<T> now(T value) {
    return new Now<>(value);
  }

  /** To be found out. */
  static <T> Answer<T> later(Supplier<T> work) {
    return new Later<>(work);
  }

  /** The value, waiting for it here if need be. */
  default T await() {
    return switch (this) {
      case Now<T>(T value) -> value;
      case Later<T>(Supplier<T> work) -> work.get();
    };
  }
}
