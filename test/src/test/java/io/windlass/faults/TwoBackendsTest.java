package io.windlass.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import io.windlass.cosi.sanity.wire.StorageProtocol;
import io.windlass.test.driver.DriverOutput;
import io.windlass.test.driver.DriverProcess;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * One driver of a MinIO and of an account of Azure, under a storm on both. One of the two servers
 * is frozen again and again: the clients of the other go on, and are never told to come again.
 */
class TwoBackendsTest {
  /** What the clients of the server that works get done while the other is frozen. */
  private static final int DEEDS = 4;

  /** Nothing depends on how fast they are, but there is an end. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final Duration PEACE = Duration.ofSeconds(10);

  private static final StormBackend AZURE =
      new StormBackend(DriverSetup.SECOND_BACKEND, StorageProtocol.AZURE);

  private final StormPlan plan = StormPlan.fromProperties(4, 4, 2);

  @Test
  @RealServer({MinioServer.class, AzuriteServer.class})
  void oneIsFrozenAndTheOtherGoesOn(
      PrivateServer<MinioServer> minio, PrivateServer<AzuriteServer> azurite)
      throws InterruptedException {
    DriverSetup setup = DriverSetup.minio(minio.server()).andAzurite(azurite.server());
    try (DriverProcess driver = DriverProcess.start(setup);
        Fleet fleet = new Fleet(List.of(driver))) {
      try {
        oneIsFrozen(fleet, minio, StormBackend.S3, AZURE);
        oneIsFrozen(fleet, azurite, AZURE, StormBackend.S3);
        new MinioAudit(minio.server()).requireExactly(new Holdings());
        new AzuriteAudit(azurite.server()).requireExactly(new Holdings());
      } catch (RuntimeException | Error e) {
        e.addSuppressed(new DriverOutput(driver));
        throw e;
      }
    }
  }

  private void oneIsFrozen(
      Fleet fleet, PrivateServer<?> server, StormBackend frozen, StormBackend other)
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
                assertThat(going.awaitAnswers(DEEDS, PATIENCE))
                    .as("clients of %s go on while %s is frozen", other.name(), frozen.name())
                    .isTrue();
              } finally {
                server.resume();
              }
            }
            boolean _ = progress.awaitAnswers(DEEDS, PEACE);
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
