package io.windlass.store.s3.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.error.DriverException;
import io.windlass.store.ListOptions;
import io.windlass.store.ObjectStore;
import io.windlass.testing.proxy.ScriptedServer;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How often the server is asked for a bucket in which nothing is found, by a clock of the test. */
class BucketSightTest {
  private static final String EMPTY =
      "<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>";

  private static ScriptedServer empty() throws IOException {
    return new ScriptedServer(exchange -> {
      if (exchange.getRequestMethod().equals("HEAD")) {
        exchange.sendResponseHeaders(404, -1);
      } else {
        ScriptedServer.text(EMPTY).send(exchange);
      }
    });
  }

  private static void misses(ObjectStore store) {
    assertThatExceptionOfType(DriverException.NotFound.class).isThrownBy(() -> store.head("key"));
  }

  @Test
  void whereTheBucketWasSeenThatNothingIsFoundCostsNoSecondRequest() throws IOException {
    AtomicLong now = new AtomicLong();
    try (ScriptedServer server = empty();
        S3Granted open = S3Granted.open(server, now::get)) {
      ObjectStore store = open.objects();
      store.list(ListOptions.prefix("key/"), Optional.empty());
      now.addAndGet(Duration.ofMillis(999).toNanos());
      for (int i = 0; i < 3; i++) {
        misses(store);
      }
      assertThat(server.requests()).as("one of the list").hasSize(1 + 3);

      now.addAndGet(Duration.ofMillis(1).toNanos());
      misses(store);
      misses(store);
      assertThat(server.requests()).as("one to see it again").hasSize(1 + 3 + 1 + 2);
    }
  }
}
