package io.windlass.error;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where the exceptions of a backend's SDK end: each becomes a {@link DriverException} whose message
 * names backend, operation and resource.
 *
 * @param backend name of the backend
 * @param table what the SDK's exceptions mean
 * @param proxy what the requests go through, if anything, as messages name it
 */
public record StoreErrors(
    String backend, Function<Throwable, Failure> table, Optional<String> proxy) {

  /** Creates the errors of a backend that is asked directly. */
  public StoreErrors(String backend, Function<Throwable, Failure> table) {
    this(backend, table, Optional.empty());
  }

  /** Returns the same errors where requests go through a proxy: they name it by its text. */
  public StoreErrors through(Optional<?> other) {
    return new StoreErrors(backend, table, other.map(Object::toString));
  }

  /** Runs a call of the SDK; whatever it throws comes out as a {@link DriverException}. */
  public <T> T call(String operation, String target, Supplier<T> call) {
    try {
      return call.get();
    } catch (RuntimeException e) {
      throw translate(operation, target, e);
    }
  }

  /** The same of a call without a result. */
  public void run(String operation, String target, Runnable call) {
    boolean _ =
        call(
            operation,
            target,
            () -> {
              call.run();
              return true;
            });
  }

  /** Translates what the SDK threw; an interrupted thread stays interrupted. */
  public DriverException translate(String operation, String target, Throwable thrown) {
    Optional<DriverException> known = Failure.cause(thrown, DriverException.class);
    if (known.isPresent()) {
      return known.get();
    }
    Failure failure = table.apply(thrown);
    if (failure.meaning() == Meaning.INTERRUPTED) {
      Thread.currentThread().interrupt();
    }
    return of(failure, operation, target, thrown);
  }

  /**
   * Checks that a list has only keys that it was asked for. A server, or a gateway before it, that
   * loses the prefix answers with keys of others, which a caller could rename or delete.
   *
   * @throws DriverException.Unexpected if a key does not begin with the prefix
   */
  public void requireBelow(String prefix, Stream<String> keys, String operation, String target) {
    if (!keys.allMatch(key -> key.startsWith(prefix))) {
      Failure foreign =
          Failure.of(
              Meaning.UNEXPECTED, "with a key that does not begin with the prefix asked for");
      throw of(foreign, operation, target, null);
    }
  }

  /** Returns a failure as an exception. */
  public DriverException of(
      Failure failure, String operation, String target, @Nullable Throwable cause) {
    String way =
        proxy
            .filter(_ -> failure.meaning().mayBeOfProxy())
            .map(" (through the proxy %s)"::formatted)
            .orElse("");
    return failure.meaning().kind().exception(says(operation, target, failure.text() + way), cause);
  }

  /** Returns a message in the form that all of a backend's have. */
  public String says(String operation, String target, String what) {
    return "%s: %s %s: %s".formatted(backend, operation, target, what);
  }
}
