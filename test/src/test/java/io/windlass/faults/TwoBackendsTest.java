package io.windlass.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.BucketRequest;
import io.windlass.cosi.sanity.wire.CosiClient;
import io.windlass.cosi.sanity.wire.Mode;
import io.windlass.test.driver.DriverOutput;
import io.windlass.test.driver.DriverProcess;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One driver of two backends. While the server of one is frozen, clients of the other go on. */
class TwoBackendsTest {
  /** What the clients of the server that works get done while the other is frozen. */
  private static final int DEEDS = 4;

  private static final StormBackend OTHER =
      StormBackend.s3(DriverSetup.SECOND_BACKEND, Mode.READ_ONLY);

  private static final StormBackend AZURE = StormBackend.azure(DriverSetup.SECOND_BACKEND);

  @Test
  @RealServer(MinioServer.class)
  void theOtherIsUsedWhileOneIsFrozen(PrivateServer<MinioServer> minio) {
    DriverSetup setup = DriverSetup.minio(minio.server());
    setup
        .with("WINDLASS_STORE_CALL_TIMEOUT", "1s")
        .with("WINDLASS_BACKENDS", "%s,%s".formatted(StormBackend.S3.name(), OTHER.name()))
        .with("WINDLASS_SECOND_KIND", "local")
        .with("WINDLASS_SECOND_DIRECTORY", setup.data().toString())
        .with("WINDLASS_SECOND_LISTEN", "127.0.0.1:0");
    try (DriverProcess driver = DriverProcess.start(setup);
        Fleet fleet = new Fleet(List.of(driver));
        Keys keys = new Keys(OTHER)) {
      Caller caller = new Caller(fleet, new SplittableRandom(1), new Progress());
      BucketRequest frozen = StormBackend.S3.bucket("frozen");
      minio.pause();
      try {
        requireAlive(caller, keys);
        assertThat(fleet.clients())
            .allSatisfy(
                client -> assertThat(client.create(frozen).code()).isEqualTo(Code.UNAVAILABLE));
        requireAlive(caller, keys);
      } finally {
        minio.resume();
      }
      Bucket made = caller.get("create", client -> client.create(frozen));
      assertThat(made.violations()).isEmpty();
    }
  }

  /** A whole life on the other backend. */
  private static void requireAlive(Caller caller, Keys keys) {
    Bucket bucket = caller.get("create", client -> client.create(OTHER.bucket("alive")));
    Access access = caller.get("grant", client -> client.grant(access(client, bucket)));
    keys.requireWorking(Rights.READ_WRITE, access, bucket.id(), "another", caller);
    caller.get("revoke", client -> client.revoke(access.accountId(), access(client, bucket)));
    caller.get("delete", client -> client.delete(bucket.id(), Map.of()));
  }

  private static AccessRequest access(CosiClient client, Bucket bucket) {
    return OTHER.access(client.revision(), "alive", bucket, Rights.READ_WRITE);
  }

  /** Under a storm on both; clients of the other are never told to come again. */
  @Test
  @LongForm(
      gate = "TwoBackendsTest.theOtherIsUsedWhileOneIsFrozen",
      reason = "storms, in which nothing may take as long as a driver waits for its server")
  @RealServer({MinioServer.class, AzuriteServer.class})
  void oneIsFrozenAndTheOtherGoesOn(
      PrivateServer<MinioServer> minio, PrivateServer<AzuriteServer> azurite)
      throws InterruptedException {
    StormPlan plan = StormPlan.ofForm(4, 4, 2);
    DriverSetup setup = DriverSetup.minio(minio.server()).andAzurite(azurite.server());
    try (DriverProcess driver = DriverProcess.start(setup);
        Fleet fleet = new Fleet(List.of(driver))) {
      try {
        oneIsFrozen(plan, fleet, minio, StormBackend.S3, AZURE);
        oneIsFrozen(plan, fleet, azurite, AZURE, StormBackend.S3);
        S3Audit.of(minio.server()).requireExactly(new Holdings());
        new AzuriteAudit(azurite.server()).requireExactly(new Holdings());
      } catch (RuntimeException | Error e) {
        e.addSuppressed(new DriverOutput(driver));
        throw e;
      }
    }
  }

  private void oneIsFrozen(
      StormPlan plan, Fleet fleet, PrivateServer<?> server, StormBackend frozen, StormBackend other)
      throws InterruptedException {
    Crowd crowd = new Crowd(plan);
    Progress going = new Progress();
    AtomicInteger freezes = new AtomicInteger();
    try (Storm troubled = new Storm(plan, fleet, frozen, crowd);
        Storm calm = new Storm(plan, fleet, other, crowd)) {
      List<Runnable> deeds =
          Stream.concat(
                  troubled.deeds().stream(),
                  calm.deeds().stream()
                      .map(deed ->
                          () -> {
                            deed.run();
                            going.answered();
                          }))
              .toList();
      crowd.run(
          deeds,
          (_, progress) -> {
            if (freezes.incrementAndGet() <= plan.strikes()) {
              server.pause();
              try {
                assertThat(going.awaitAnswers(DEEDS))
                    .as("clients of %s go on while %s is frozen", other.name(), frozen.name())
                    .isTrue();
              } finally {
                server.resume();
              }
            }
            boolean _ = progress.awaitAnswers(DEEDS);
          },
          new SplittableRandom(plan.seed()));
      assertThat(calm.codes())
          .as("answers of %s while %s was frozen", other.name(), frozen.name())
          .doesNotContainKeys(Code.UNAVAILABLE, Code.DEADLINE_EXCEEDED);
      Holdings _ = troubled.verified();
      Holdings _ = calm.verified();
      troubled.removeAll();
      calm.removeAll();
    }
  }
}
