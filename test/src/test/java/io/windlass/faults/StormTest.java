package io.windlass.faults;

import io.windlass.fake.gcs.FakeGcs;
import io.windlass.test.driver.DriverProcess;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.BothForms;
import io.windlass.testing.Cluster;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.SeaweedFsServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
      StormRun.run(plan, S3Audit.of(minio.server()), drivers, new Killer(drivers));
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
      StormRun.run(plan, S3Audit.of(minio.server()), drivers, new Killer(drivers));
    }
  }

  @Test
  @LongForm(gate = "StormTest.anEmbeddedServer", reason = "the same storm on another server")
  @RealServer(AzuriteServer.class)
  void oneDriverOnAzure(PrivateServer<AzuriteServer> azurite) throws InterruptedException {
    StormBackend backend = StormBackend.azure(DriverSetup.BACKEND);
    try (DriverProcess driver = DriverProcess.start(DriverSetup.azurite(azurite.server()))) {
      List<DriverProcess> drivers = List.of(driver);
      Audit audit = new AzuriteAudit(azurite.server());
      StormRun.run(plan, backend, audit, drivers, new Killer(drivers));
    }
  }

  @Test
  @LongForm(gate = "StormTest.anEmbeddedServer", reason = "the same storm on another server")
  void oneDriverOnGoogle(@TempDir Path directory) throws Exception {
    // LateKeysCrashTest has the delays; a storm would mostly wait, and its workloads do not try
    // again.
    try (FakeGcs fake = new FakeGcs("project").accessAtOnce().writesAtAnyRate()) {
      DriverSetup setup = DriverSetup.gcs(fake);
      StormBackend backend = StormBackend.gcs(DriverSetup.BACKEND, fake);
      try (FakeGcsAudit audit = new FakeGcsAudit(fake, directory);
          DriverProcess driver = DriverProcess.start(setup)) {
        List<DriverProcess> drivers = List.of(driver);
        StormRun.run(plan, backend, audit, drivers, new Killer(drivers));
      }
    }
  }

  /** Of four processes, and with the driver. */
  @Test
  @LongForm(
      gate = {"StormTest.anEmbeddedServer"},
      reason = "a store of several processes")
  @RealServer(MinioServer.class)
  void processesOfMinioDieAndLoseTheirDisks() throws InterruptedException {
    try (Cluster<MinioServer> minio = Cluster.minio();
        DriverProcess driver = DriverProcess.start(DriverSetup.minio(minio.server()))) {
      List<DriverProcess> drivers = List.of(driver);
      S3Audit audit = S3Audit.of(minio.server());
      StormRun.run(plan, audit, drivers, new LostServer(minio, false, new Killer(drivers)));
    }
  }

  /** Of three that hold data, and with the driver. */
  @Test
  @LongForm(
      gate = {"StormTest.anEmbeddedServer"},
      reason = "a store of several processes")
  @RealServer(SeaweedFsServer.class)
  void processesOfSeaweedFsDieAndLoseTheirDisks() throws InterruptedException {
    try (Cluster<SeaweedFsServer> seaweed = Cluster.seaweedFs();
        DriverProcess driver = DriverProcess.start(DriverSetup.seaweedFs(seaweed.server()))) {
      List<DriverProcess> drivers = List.of(driver);
      S3Audit audit = S3Audit.of(seaweed.server());
      Crowd.Trouble trouble = new LostServer(seaweed, false, new Killer(drivers));
      StormRun.run(plan, StormBackend.SEAWEEDFS, audit, drivers, trouble);
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
