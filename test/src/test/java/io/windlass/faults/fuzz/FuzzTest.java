package io.windlass.faults.fuzz;

import io.windlass.faults.Audit;
import io.windlass.faults.Holdings;
import io.windlass.faults.LocalAudit;
import io.windlass.faults.S3Audit;
import io.windlass.test.driver.DriverProcess;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.BothForms;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import org.junit.jupiter.api.Test;

/** Tens of thousands of requests of every kind to every RPC of COSI, as {@link Fuzzing} says. */
class FuzzTest {
  private static final int REQUESTS = Fuzzing.requests(1_000, 20_000);

  @Test
  @BothForms
  void onTheEmbeddedServer() {
    DriverSetup setup = DriverSetup.local();
    try (DriverProcess driver = DriverProcess.start(setup)) {
      fuzz(driver, new LocalAudit(setup.data()), REQUESTS);
    }
  }

  @Test
  @LongForm(gate = "FuzzTest.onTheEmbeddedServer", reason = "the same requests on another server")
  @RealServer(MinioServer.class)
  void onMinio(PrivateServer<MinioServer> minio) {
    try (DriverProcess driver = DriverProcess.start(DriverSetup.minio(minio.server()))) {
      fuzz(driver, S3Audit.of(minio.server()), REQUESTS / 10);
    }
  }

  private static void fuzz(DriverProcess driver, Audit audit, int requests) {
    Consequences consequences = new Consequences();
    new Fuzzing()
        .fuzz(
            driver,
            (random, prefix) -> new CosiDialect(new ValidRequests(random, prefix), consequences),
            requests,
            () -> audit.requireExactly(consequences.holdings()),
            fuzzer -> CosiDialect.removeAll(fuzzer, consequences.holdings()));
    audit.requireExactly(new Holdings());
  }
}
