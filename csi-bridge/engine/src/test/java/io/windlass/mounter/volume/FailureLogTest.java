package io.windlass.mounter.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.linux.Errno;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FailureLogTest {
  private long nanos;
  private final FailureLog failures = new FailureLog("v", () -> nanos);

  @Test
  void anInputOutputErrorIsLoggedAndTheNextOnesAreCounted() {
    assertThat(failures.line(Operation.FLUSH, Errno.EIO, "the store is away"))
        .hasValue("volume v: FLUSH failed with EIO: the store is away");
    assertThat(failures.line(Operation.READ, Errno.EIO, "the store is away")).isEmpty();
    assertThat(failures.line(Operation.READ, Errno.EIO, "the store is away")).isEmpty();
    nanos += Duration.ofSeconds(10).toNanos();
    assertThat(failures.line(Operation.READ, Errno.EIO, "no answer"))
        .hasValue(
            "volume v: READ failed with EIO: no answer (and 2 more since the last such line)");
    nanos += Duration.ofSeconds(10).toNanos();
    assertThat(failures.line(Operation.READ, Errno.EIO, "no answer"))
        .hasValue("volume v: READ failed with EIO: no answer");
  }

  @Test
  void whatProgramsTakeForAnAnswerIsNotLogged() {
    assertThat(failures.line(Operation.LOOKUP, Errno.ENOENT, "nothing is there")).isEmpty();
    assertThat(failures.line(Operation.LOOKUP, Errno.EIO, "no answer")).isPresent();
  }
}
