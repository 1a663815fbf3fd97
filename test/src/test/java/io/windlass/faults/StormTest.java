package io.windlass.faults;

import io.windlass.cosi.sanity.wire.StorageProtocol;
import io.windlass.test.driver.DriverProcess;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.BothForms;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Drivers are killed at random points while many clients make, grant, use, revoke and delete. Every
 * answer has to fit those before, every key has to work or not as it should, and in the end there
 * is nothing on the server but what the clients have.
 */
class StormTest {
  private final StormPlan plan = StormPlan.ofForm(12, 8, 3);

  @Test
  @LongForm(gate = "StormTest.anEmbeddedServer", reason = "the same storm on another server")
  @RealServer(MinioServer.class)
  void oneDriver(PrivateServer<MinioServer> minio) throws InterruptedException {
    try (DriverProcess driver = DriverProcess.start(DriverSetup.minio(minio.server()))) {
      List<DriverProcess> drivers = List.of(driver);
      StormRun.run(plan, new MinioAudit(minio.server()), drivers, new Killer(drivers));
    }
  }

  @Test
  @LongForm(gate = "StormTest.anEmbeddedServer", reason = "the same storm on another server")
  @RealServer(MinioServer.class)
  void twoDriversOfOneBackend(PrivateServer<MinioServer> minio) throws InterruptedException {
    DriverSetup setup = DriverSetup.minio(minio.server());
    try (DriverProcess one = DriverProcess.start(setup);
        DriverProcess other = DriverProcess.start(setup.sibling())) {
      List<DriverProcess> drivers = List.of(one, other);
      StormRun.run(plan, new MinioAudit(minio.server()), drivers, new Killer(drivers));
    }
  }

  @Test
  @LongForm(gate = "StormTest.anEmbeddedServer", reason = "the same storm on another server")
  @RealServer(AzuriteServer.class)
  void oneDriverOnAzure(PrivateServer<AzuriteServer> azurite) throws InterruptedException {
    StormBackend backend = new StormBackend(DriverSetup.BACKEND, StorageProtocol.AZURE);
    try (DriverProcess driver = DriverProcess.start(DriverSetup.azurite(azurite.server()))) {
      List<DriverProcess> drivers = List.of(driver);
      Audit audit = new AzuriteAudit(azurite.server());
      StormRun.run(plan, backend, audit, drivers, new Killer(drivers));
    }
  }

  /** The server dies with the driver. */
  @Test
  @BothForms
  void anEmbeddedServer() throws InterruptedException {
    DriverSetup setup = DriverSetup.local();
    try (DriverProcess driver = DriverProcess.start(setup)) {
      List<DriverProcess> drivers = List.of(driver);
      StormRun.run(plan, new LocalAudit(setup.data()), drivers, new Killer(drivers));
    }
  }
}
