package io.windlass.store.azure.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.azure.core.http.HttpPipelineBuilder;
import com.sun.net.httpserver.HttpServer;
import io.windlass.error.DriverException;
import io.windlass.secret.Secret;
import io.windlass.testing.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A FAKE of Entra's token endpoint that issues one token, which ends soon, and then is silent. */
class AzureEntraSilenceTest {
  private static final String TOKEN = "{\"access_token\":\"first\",\"expires_in\":120}";

  private final AtomicLong now = new AtomicLong();
  private final AtomicInteger asked = new AtomicInteger();
  private final CountDownLatch silent = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          if (asked.incrementAndGet() == 1) {
            byte[] answer = TOKEN.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
          } else {
            silent.countDown();
            try {
              over.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    over.countDown();
    server.stop(0);
    threads.close();
  }

  /** Otherwise all requests of the backend would stop, minutes before they have to. */
  @Test
  void theTokenThatLastsIsUsedMeanwhile() throws Exception {
    URI here = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    AzureManagement management =
        new AzureManagement(
            here,
            here,
            Optional.empty(),
            Optional.empty(),
            AzureManagement.DEFAULT_ROLES_EFFECTIVE_AFTER);
    AzureConnection connection =
        AzureConnection.to(URI.create("https://account.blob.core.windows.net"), "account")
            .withManagement(management)
            .withTimeouts(Patience.LONG, Patience.LONG);
    AzureEntra entra =
        new AzureEntra(
            connection,
            new HttpPipelineBuilder()
                .httpClient(new AzureTransport(new AzureHttp(connection.http())))
                .build(),
            now::get);
    AzureIdentity identity =
        new AzureIdentity(
            "tenant", "client", new AzureIdentity.Proof.ClientSecret(Secret.of("secret")));
    assertThat(entra.token(identity, AzureEntra.STORAGE).reveal()).isEqualTo("first");

    Future<Secret> renewing = threads.submit(() -> entra.token(identity, AzureEntra.STORAGE));
    assertThat(silent.await(Patience.LONG.toMinutes(), TimeUnit.MINUTES)).isTrue();
    assertThat(entra.token(identity, AzureEntra.STORAGE).reveal()).isEqualTo("first");
    over.countDown();
    assertThat(renewing.get().reveal()).isEqualTo("first");

    int before = asked.get();
    assertThat(entra.token(identity, AzureEntra.STORAGE).reveal()).isEqualTo("first");
    assertThat(asked.get()).as("it is left alone for a while").isEqualTo(before);
    now.addAndGet(Duration.ofSeconds(31).toNanos());
    assertThat(entra.token(identity, AzureEntra.STORAGE).reveal()).isEqualTo("first");
    assertThat(asked.get()).as("and asked again later").isGreaterThan(before);
    now.addAndGet(Duration.ofSeconds(90).toNanos());
    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> entra.token(identity, AzureEntra.STORAGE));
  }
}
