package io.windlass.provision;

import io.windlass.store.DriverException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Gathers what is wrong with a request, so that one error names all of it and nobody corrects it
 * one answer at a time.
 */
public final class Mistakes {
  private final List<DriverException> found = new ArrayList<>();

  /** Reads a part of the request; empty if something is wrong with it. */
  public <T> Optional<T> read(Supplier<T> part) {
    try {
      return Optional.of(part.get());
    } catch (DriverException.InvalidArgument | DriverException.OutOfRange e) {
      found.add(e);
      return Optional.empty();
    }
  }

  /** Makes a check that throws if something is wrong. */
  public void check(Runnable check) {
    Optional<Boolean> _ =
        read(() -> {
          check.run();
          return true;
        });
  }

  /** Notes a mistake in a sentence that names the field. */
  public void add(String sentence) {
    found.add(new DriverException.InvalidArgument(sentence));
  }

  /**
   * To be called when all has been looked at.
   *
   * @throws DriverException.InvalidArgument with everything that is wrong
   * @throws DriverException.OutOfRange when a range is all that is wrong
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
   * Finishes, and gives what was read.
   *
   * @throws DriverException.InvalidArgument as {@link #finish()} does
   */
  public <T> T finish(Optional<T> read) {
    finish();
    return read.orElseThrow();
  }
}
