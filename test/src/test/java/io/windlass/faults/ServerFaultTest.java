package io.windlass.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.CosiClient;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import io.windlass.test.driver.DriverProcess;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The server of a backend freezes, dies and comes back; the driver stays. */
@LongForm(
    gate = {
      "ThreeBackendsTest.theOthersAreUsedWhileOneIsFrozen",
      "BothSpecsTest.theySayAlikeThatTheServerIsDown",
      "SecretsTest.nothingTellsThem"
    },
    reason = "freezes and absences that are measured against what a driver waits for")
@RealServer(MinioServer.class)
class ServerFaultTest {

  /** Its clients give a call {@link Fleet#LONGEST_CALL}, and take no answer in it for a failure. */
  @Test
  void aStormEndsWell(PrivateServer<MinioServer> minio) throws InterruptedException {
    try (DriverProcess driver = DriverProcess.start(impatient(minio))) {
      StormPlan plan = StormPlan.ofForm(12, 8, 3);
      Audit audit = S3Audit.of(minio.server());
      StormRun.run(plan, audit, List.of(driver), new BadServer(minio));
    }
  }

  @Test
  void everyCallSaysThatTheServerIsAway(PrivateServer<MinioServer> minio)
      throws InterruptedException {
    try (DriverProcess driver = DriverProcess.start(impatient(minio));
        Fleet fleet = new Fleet(List.of(driver));
        Keys keys = new Keys(StormBackend.S3)) {
      Caller caller = new Caller(fleet, new SplittableRandom(1), new Progress());
      Bucket kept = caller.get("create", c -> c.create(StormBackend.S3.bucket("kept")));
      Bucket spare = caller.get("create", c -> c.create(StormBackend.S3.bucket("spare")));
      Access access = caller.get("grant", c -> c.grant(request(c, "kept", kept)));
      Access spareAccess = caller.get("grant", c -> c.grant(request(c, "spare", kept)));
      Map<String, Function<CosiClient, RpcAnswer<?>>> calls =
          Map.of(
              "create", c -> c.create(StormBackend.S3.bucket("new")),
              "create again", c -> c.create(StormBackend.S3.bucket("kept")),
              "delete", c -> c.delete(spare.id(), Map.of()),
              "grant", c -> c.grant(request(c, "new", kept)),
              "grant again", c -> c.grant(request(c, "kept", kept)),
              "revoke", c -> c.revoke(spareAccess.accountId(), request(c, "spare", kept)));

      minio.pause();
      requireAway(fleet, calls);
      minio.kill();
      requireAway(fleet, calls);
      new BadServer(minio).comeBack();

      calls.forEach((name, call) ->
          caller.ask(name, Set.of(Code.OK), c -> call.apply(c).map(Function.identity())));
      Access again = caller.get("grant again", c -> c.grant(request(c, "kept", kept)));
      assertThat(again.s3Key().equals(access.s3Key())).as("the same key").isTrue();
      keys.requireWorking(Rights.READ_WRITE, again, kept.id(), spare.name(), caller);
      keys.requireDead(spareAccess, kept.id(), caller);
      assertThat(fleet.violations()).isEmpty();
    }
  }

  /** A driver that waits for its server less long than a freeze may last. */
  private static DriverSetup impatient(PrivateServer<MinioServer> minio) {
    return DriverSetup.minio(minio.server()).with("WINDLASS_STORE_CALL_TIMEOUT", "3s");
  }

  private static AccessRequest request(CosiClient client, String account, Bucket bucket) {
    return Rights.READ_WRITE.request(client.revision(), account, bucket);
  }

  /** All at the same time: each of them waits for the server as long as it may. */
  private static void requireAway(
      Fleet fleet, Map<String, Function<CosiClient, RpcAnswer<?>>> calls)
      throws InterruptedException {
    SplittableRandom random = new SplittableRandom(2);
    Map<String, Future<Code>> codes = new TreeMap<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      calls.forEach((name, call) -> {
        CosiClient client = fleet.any(random);
        codes.put(name, threads.submit(() -> call.apply(client).code()));
      });
    }
    assertThat(codes)
        .allSatisfy((name, code) -> assertThat(code.resultNow()).isEqualTo(Code.UNAVAILABLE));
    assertThat(fleet.any(random).info().code()).isEqualTo(Code.OK);
  }
}
