package io.windlass.test.csi;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.windlass.proto.csi.IdentityGrpc;
import io.windlass.proto.csi.ProbeRequest;
import io.windlass.test.driver.DriverProcess;
import io.windlass.test.driver.DriverSetup;
import io.windlass.test.driver.LoopbackPort;
import io.windlass.test.driver.Sockets;
import io.windlass.testing.Alone;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * All probes are answered within a second, and well, while the storage is silent: Kubernetes
 * restarts a driver that does not answer, and that would not bring the storage back.
 */
@RealServer(MinioServer.class)
@Alone("it requires prompt answers")
@LongForm(
    gate = {"BackendWatchTest", "MetricsTest.answersProbes"},
    reason = "it measures real time")
class ProbesTest {
  /** The promised second, and one for a busy machine: to wait for the backend takes three. */
  private static final Duration LIMIT = Duration.ofSeconds(2);

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** Between two probes. */
  private static final Duration PACE = Duration.ofMillis(20);

  @Test
  void theCsiDriverAnswersWhileItsBackendIsSilent(PrivateServer<MinioServer> minio)
      throws Exception {
    DriverSetup setup = DriverSetup.minio(minio.server()).asCsi("controller");
    try (Probed driver = Probed.start(setup)) {
      driver.probe(PATIENCE);
      driver.probeUntil("backend store answers");
      minio.pause();
      try {
        int probes = driver.probeUntil("backend store does not answer");
        assertThat(probes).as("probes while the backend was silent").isGreaterThan(1);
      } finally {
        minio.resume();
      }
    }
  }

  @Test
  void theCosiDriverAnswersWhileItsBackendIsSilent(PrivateServer<MinioServer> minio)
      throws Exception {
    try (Probed driver = Probed.start(DriverSetup.minio(minio.server()))) {
      minio.pause();
      try {
        for (int i = 0; i < 10; i++) {
          driver.health(LIMIT);
        }
      } finally {
        minio.resume();
      }
    }
  }

  /** A driver that is probed in all ways that Kubernetes knows. */
  private record Probed(
      DriverProcess driver, ManagedChannel channel, HttpClient http, String metrics)
      implements AutoCloseable {
    static Probed start(DriverSetup setup) throws Exception {
      String metrics = "127.0.0.1:" + LoopbackPort.free();
      setup
          .with("WINDLASS_METRICS_ADDRESS", metrics)
          .with("WINDLASS_STORE_CALL_TIMEOUT", "3s"); // how long the backend counts as silent
      DriverProcess driver = DriverProcess.start(setup);
      Probed probed =
          new Probed(driver, Sockets.channel(setup.socket()), HttpClient.newHttpClient(), metrics);
      probed.health(PATIENCE); // the first calls of a JVM load its classes
      return probed;
    }

    /** Probes until the log says something more. Returns how often. */
    int probeUntil(String said) throws Exception {
      long end = System.nanoTime() + PATIENCE.toNanos();
      for (int probes = 1; ; probes++) {
        probe(LIMIT);
        health(LIMIT);
        if (driver.output().contains(said)) {
          return probes;
        }
        assertThat(System.nanoTime() - end).as("the log does not say: %s", said).isNegative();
        Thread.sleep(PACE);
      }
    }

    /** Asks as the sidecar of CSI does. */
    void probe(Duration within) {
      boolean ready =
          IdentityGrpc.newBlockingStub(channel)
              .withDeadlineAfter(within.toMillis(), TimeUnit.MILLISECONDS)
              .probe(ProbeRequest.getDefaultInstance())
              .getReady()
              .getValue();
      assertThat(ready).isTrue();
    }

    /** Asks by gRPC and by HTTP, as a kubelet does. */
    void health(Duration within) throws Exception {
      ServingStatus status =
          HealthGrpc.newBlockingStub(channel)
              .withWaitForReady()
              .withDeadlineAfter(within.toMillis(), TimeUnit.MILLISECONDS)
              .check(HealthCheckRequest.getDefaultInstance())
              .getStatus();
      assertThat(status).isEqualTo(ServingStatus.SERVING);
      for (String path : List.of("/healthz", "/readyz")) {
        HttpRequest request =
            HttpRequest.newBuilder(URI.create("http://" + metrics + path)).timeout(within).build();
        assertThat(http.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
      }
    }

    @Override
    public void close() {
      channel.shutdownNow();
      http.close();
      driver.close();
    }
  }
}
