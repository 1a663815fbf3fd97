package io.windlass.provision;

import io.windlass.error.DriverException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Collects the mistakes in a request, so that one error names all of them and callers need not
 * correct them one by one.
 */
public final class Mistakes {
  private final List<DriverException> found = new ArrayList<>();

  /**
   * Prepares a value for a message that people read in a terminal: without control characters, and
   * at most 64 characters long.
   */
  public static String printable(String text) {
    String clean = text.replaceAll("\\p{Cntrl}", "?");
    return clean.length() <= 64 ? clean : clean.substring(0, 64) + "…";
  }

  /** Reads a part of the request; empty if it has a mistake. */
  public <T> Optional<T> read(Supplier<T> part) {
    try {
      return Optional.of(part.get());
    } catch (DriverException.InvalidArgument | DriverException.OutOfRange e) {
      found.add(e);
      return Optional.empty();
    }
  }

  /** Runs a check that throws if it finds a mistake. */
  public void check(Runnable check) {
    Optional<Boolean> _ =
        read(() -> {
          check.run();
          return true;
        });
  }

  /** Adds a mistake: a sentence that names the field. */
  public void add(String sentence) {
    found.add(new DriverException.InvalidArgument(sentence));
  }

  /**
   * Ends the collection. To be called when the whole request has been checked.
   *
   * @throws DriverException.InvalidArgument with all mistakes
   * @throws DriverException.OutOfRange when the only mistake is a value out of range
   */
  public void finish() {
    if (found.size() == 1) {
      throw found.getFirst();
    }
    if (!found.isEmpty()) {
      throw new DriverException.InvalidArgument(
          found.stream()
              .map(DriverException::getMessage)
              .distinct()
              .collect(Collectors.joining("; ")));
    }
  }

  /**
   * Ends the collection, and returns a part that was read.
   *
   * @throws DriverException.InvalidArgument as {@link #finish()} does
   * @throws DriverException.OutOfRange as {@link #finish()} does
   */
  public <T> T finish(Optional<T> read) {
    finish();
    return read.orElseThrow();
  }
}
