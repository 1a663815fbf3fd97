package io.windlass.mounter.run;

import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;

/**
 * Logs a failure that is tried again and again: when it begins, when it changes, and every half
 * minute. For use by one thread.
 */
public final class RepeatedWarning {
  private static final Duration PAUSE = Duration.ofSeconds(30);

  private final Logger log;
  private Optional<String> last = Optional.empty();
  private long at;

  public RepeatedWarning(Logger log) {
    this.log = log;
  }

  public void log(String text) {
    long now = System.nanoTime();
    if (last.filter(text::equals).isEmpty() || now - at > PAUSE.toNanos()) {
      log.warn("{}", text);
      last = Optional.of(text);
      at = now;
    }
  }

  /** Notes that it has succeeded, so that the next failure is logged. */
  public void over() {
    last = Optional.empty();
  }
}
