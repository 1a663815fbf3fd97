package io.windlass.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.BucketRequest;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.test.driver.DriverOutput;
import io.windlass.test.driver.DriverProcess;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.BothForms;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.TestForm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One driver of three backends, S3, Azure and the FAKE of Google, under a storm on all. The server
 * of each is frozen in turn: clients of the others go on, and nothing is lost or left.
 */
class ThreeBackendsTest {
  /** What the clients of each server that works get done while one is frozen. */
  private static final int DEEDS = 2;

  @Test
  @BothForms
  @RealServer({MinioServer.class, AzuriteServer.class})
  void theOthersAreUsedWhileOneIsFrozen(
      PrivateServer<MinioServer> minio,
      PrivateServer<AzuriteServer> azurite,
      @TempDir Path directory)
      throws IOException, InterruptedException {
    StormPlan plan = StormPlan.ofForm(new StormPlan(7, 1, 3, 3), 4, 4, 6);
    // As in StormTest: a storm would mostly wait.
    try (FakeGcs fake = new FakeGcs("project").accessAtOnce().writesAtAnyRate()) {
      DriverSetup setup =
          DriverSetup.minio(minio.server()).andAzurite(azurite.server()).andGcs(fake);
      if (TestForm.current() == TestForm.GATE) {
        for (String backend : List.of("STORE", "SECOND", "THIRD")) {
          setup.with("WINDLASS_%s_CALL_TIMEOUT".formatted(backend), "1s");
        }
      }
      try (FakeGcsAudit google = new FakeGcsAudit(fake, directory);
          DriverProcess driver = DriverProcess.start(setup);
          Fleet fleet = new Fleet(List.of(driver))) {
        Crowd crowd = new Crowd(plan);
        try (Part s3 =
                new Part(
                    new Storm(plan, fleet, StormBackend.S3, crowd),
                    S3Audit.of(minio.server()),
                    minio::pause,
                    minio::resume);
            Part azure =
                new Part(
                    new Storm(plan, fleet, StormBackend.azure(DriverSetup.SECOND_BACKEND), crowd),
                    new AzuriteAudit(azurite.server()),
                    azurite::pause,
                    azurite::resume);
            Part gcs =
                new Part(
                    new Storm(
                        plan, fleet, StormBackend.gcs(DriverSetup.THIRD_BACKEND, fake), crowd),
                    google,
                    fake.faults()::freeze,
                    fake.faults()::thaw)) {
          List<Part> parts = List.of(s3, azure, gcs);
          SplittableRandom chance = new SplittableRandom(plan.seed());
          crowd.run(
              parts.stream().flatMap(Part::deeds).toList(),
              new FrozenInTurn(parts, plan.strikes(), fleet),
              chance);
          parts.forEach(Part::requireExactly);
        } catch (RuntimeException | Error e) {
          e.addSuppressed(new DriverOutput(driver));
          throw e;
        }
      }
    }
  }

  /**
   * A backend under a storm.
   *
   * @param done by its clients
   */
  private record Part(Storm storm, Audit audit, Runnable freeze, Runnable thaw, Progress done)
      implements AutoCloseable {
    Part(Storm storm, Audit audit, Runnable freeze, Runnable thaw) {
      this(storm, audit, freeze, thaw, new Progress());
    }

    StormBackend backend() {
      return storm.backend();
    }

    Stream<Runnable> deeds() {
      return storm.deeds().stream()
          .map(deed ->
              () -> {
                deed.run();
                done.answered();
              });
    }

    void requireExactly() {
      audit.requireExactly(storm.verified());
      storm.removeAll();
      audit.requireExactly(new Holdings());
    }

    @Override
    public void close() {
      storm.close();
    }
  }

  /** Freezes one server after the other. */
  private static final class FrozenInTurn implements Crowd.Trouble {
    private final List<Part> parts;
    private final int times;
    private final Fleet fleet;
    private final Caller caller;
    private int freezes;

    FrozenInTurn(List<Part> parts, int times, Fleet fleet) {
      this.parts = parts;
      this.times = times;
      this.fleet = fleet;
      this.caller = new Caller(fleet, new SplittableRandom(1), new Progress());
    }

    @Override
    public void strike(RandomGenerator random, Progress progress) throws InterruptedException {
      if (freezes < times) {
        Part frozen = parts.get(freezes % parts.size());
        List<Part> others = new ArrayList<>(parts);
        others.remove(frozen);
        freeze(frozen, others, random, progress);
        freezes++;
      }
      boolean _ = progress.awaitAnswers(DEEDS);
    }

    private void freeze(Part frozen, List<Part> others, RandomGenerator random, Progress progress)
        throws InterruptedException {
      BucketRequest bucket = frozen.backend().bucket("frozen");
      Map<String, Integer> refusals = refusals(others, progress);
      frozen.freeze().run();
      try {
        assertThat(fleet.any(random).create(bucket).code())
            .as("of the frozen %s", frozen.backend().name())
            .isEqualTo(Code.UNAVAILABLE);
        for (Part other : others) {
          assertThat(other.done().awaitAnswers(DEEDS))
              .as("clients of %s go on", other.backend().name())
              .isTrue();
        }
      } finally {
        frozen.thaw().run();
      }
      Map<String, Integer> afterwards = refusals(others, progress);
      if (TestForm.current() == TestForm.LONG) { // where a driver is patient with its servers
        assertThat(afterwards).as("refusals of the others").isEqualTo(refusals);
      }
      Bucket made = caller.get("create", client -> client.create(bucket));
      assertThat(made.violations()).isEmpty();
      caller.get("delete", client -> client.delete(made.id(), Map.of()));
    }

    /**
     * Returns how often clients were told to come again, while none of their calls is in flight.
     */
    private static Map<String, Integer> refusals(List<Part> of, Progress progress) {
      Map<String, Integer> refusals = new HashMap<>();
      progress.inSilence(() -> {
        for (Part part : of) {
          int refused = part.storm().codes().getOrDefault(Code.UNAVAILABLE, 0);
          refusals.put(part.backend().name(), refused);
        }
      });
      return refusals;
    }
  }
}
