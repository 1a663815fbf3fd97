package io.windlass.store.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.object.Content;
import io.windlass.operation.Deadline;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.azure.client.AzureConnection;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.LongForm;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that freezes, dies and comes back. */
@LongForm(
    gate = "AzureTransportTest",
    reason = "A real server is frozen, and has to answer in seconds before and afterwards.")
@RealServer(AzuriteServer.class)
class AzuriteFaultsTest {
  private static final Duration CALL = Duration.ofSeconds(2);

  private final PrivateServer<AzuriteServer> server;
  @TempDir private Path directory;
  private AzureBackend backend;
  private ObjectStore store;

  AzuriteFaultsTest(PrivateServer<AzuriteServer> server) {
    this.server = server;
  }

  @BeforeEach
  void open() throws IOException {
    AzuriteServer where = server.server();
    backend =
        AzuriteBackends.open(
            where,
            directory,
            AzureConnection.to(where.accountEndpoint(), where.account())
                .withTimeouts(CALL, Duration.ofSeconds(1)));
    backend.buckets().create("faults", BucketSettings.DEFAULT);
    store = backend.objects("faults");
  }

  @AfterEach
  void close() {
    backend.close();
  }

  @Test
  @Timeout(60)
  void aServerThatIsFrozenIsUnavailableInTime() {
    store.put("key", Content.of(new byte[3]), PutOptions.DEFAULT);

    server.pause();
    try {
      long start = System.nanoTime();
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(() -> store.head("key"));
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(() -> store.put("key", Content.of(new byte[3]), PutOptions.DEFAULT));
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(() -> backend.buckets().exists("faults"));
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isLessThan(CALL.multipliedBy(3).plusSeconds(30));
    } finally {
      server.resume();
    }

    assertThat(store.head("key").size()).isEqualTo(3);
  }

  @Test
  @Timeout(60)
  void anOperationThatIsOverWaitsNoLonger() {
    server.pause();
    try {
      Deadline soon = Deadline.after(Duration.ofMillis(200));
      long start = System.nanoTime();
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(() -> soon.limit(() -> store.head("key")));
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(CALL.plusSeconds(5));
    } finally {
      server.resume();
    }
  }

  @Test
  @Timeout(60)
  void aServerThatIsGoneIsUnavailable() {
    server.kill();
    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> store.head("key"));

    server.restart();
    backend.ping();
  }
}
