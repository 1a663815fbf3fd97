package io.windlass.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.windlass.error.DriverException;
import io.windlass.object.Content;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ReadableByteChannel;
import org.junit.jupiter.api.Test;

class ContentAttemptsTest {

  /** The client may still read for an attempt that was given up, and close what it read. */
  @Test
  void anAttemptThatWasGivenUpDoesNotDisturbTheNext() throws IOException {
    try (ContentAttempts content = new ContentAttempts(Content.of("content".getBytes(UTF_8)))) {
      InputStream givenUp = content.next();
      assertThat(givenUp.readNBytes(2)).isEqualTo("co".getBytes(UTF_8));
      InputStream next = content.next();
      assertThat(next.readNBytes(3)).isEqualTo("con".getBytes(UTF_8));
      assertThat(givenUp.readNBytes(2)).isEqualTo("nt".getBytes(UTF_8));
      givenUp.close();
      assertThat(givenUp.read()).isNegative();
      assertThat(next.readAllBytes()).isEqualTo("tent".getBytes(UTF_8));
      assertThat(content.unreadable()).isEmpty();
    }
  }

  @Test
  void whatCannotBeReadIsRemembered() {
    DriverException known = new DriverException.Aborted("changed meanwhile");
    try (ContentAttempts content = failing(known);
        ContentAttempts broken = failing(new IllegalStateException())) {
      assertThatIOException().isThrownBy(() -> content.next().read());
      assertThatIOException().isThrownBy(() -> broken.next().read());

      assertThat(content.unreadable()).containsSame(known);
      assertThat(broken.unreadable().orElseThrow())
          .isInstanceOf(DriverException.Unexpected.class)
          .hasMessageContaining("cannot be read");
    }
  }

  private static ContentAttempts failing(RuntimeException failure) {
    return new ContentAttempts(
        new Content() {
          @Override
          public long length() {
            return 1;
          }

          @Override
          public ReadableByteChannel open() {
            throw failure;
          }
        });
  }
}
