package io.windlass.store.azure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.store.Content;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class AzureBodyTest {
  /** The client may still read for an attempt that was given up, and close what it read. */
  @Test
  void anAttemptThatWasGivenUpDoesNotDisturbTheNext() throws IOException {
    AzureBody body = new AzureBody(Content.of("content".getBytes(UTF_8)));
    InputStream givenUp = body.forAttempt();
    assertThat(givenUp.readNBytes(2)).isEqualTo("co".getBytes(UTF_8));
    InputStream next = body.forAttempt();
    assertThat(next.readNBytes(3)).isEqualTo("con".getBytes(UTF_8));
    assertThat(givenUp.readNBytes(2)).isEqualTo("nt".getBytes(UTF_8));
    givenUp.close();
    assertThat(next.readAllBytes()).isEqualTo("tent".getBytes(UTF_8));
  }
}
