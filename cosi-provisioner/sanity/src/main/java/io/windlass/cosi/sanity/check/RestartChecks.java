package io.windlass.cosi.sanity.check;

import io.grpc.Status;
import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Need;
import io.windlass.cosi.sanity.trial.Rule;
import io.windlass.cosi.sanity.trial.Together;
import io.windlass.cosi.sanity.trial.Trial;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.BucketRequest;
import io.windlass.cosi.sanity.wire.Mode;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Checks of what must stay the same across a restart of the driver. */
final class RestartChecks {
  private static final Rule RETRIED =
      Rule.spec(
          "Timeouts",
          "a retried call with the same fields continues where it left off; a driver may crash and"
              + " restart in between");

  /** Most claims that one client makes while the driver is being restarted. */
  private static final int MOST_CLAIMS = 20;

  private RestartChecks() {}

  static List<Check> all() {
    return List.of(
        check("restart/bucket", RestartChecks::bucket),
        check("restart/access", RestartChecks::access),
        check("restart/incompatible", RestartChecks::incompatible).in(ApiRevision::isV1Alpha2),
        check("restart/revoke-and-delete", RestartChecks::revokeAndDelete),
        check("restart/in-flight", RestartChecks::inFlight));
  }

  private static Check check(String id, Check.Body body) {
    return Check.of(id, RETRIED, body).needing(Need.RESTART);
  }

  private static void bucket(Trial trial) throws InterruptedException {
    BucketRequest request = trial.bucketRequest();
    Bucket before = trial.bucket(request);
    trial.session().restart();
    CreateChecks.same(trial, "after a restart", before, trial.bucket(request));
    if (trial.revision().isV1Alpha2()) {
      Bucket found =
          trial.ok("the bucket is found", () -> trial.client().get(before.id(), request));
      CreateChecks.same(trial, "looked up after a restart", before, found);
    }
  }

  private static void access(Trial trial) throws InterruptedException {
    AccessRequest request = trial.accessRequest(trial.bucket(), Mode.READ_WRITE);
    Access before = trial.access(request);
    trial.session().restart();
    GrantChecks.same(trial, "granted again after a restart", before, trial.access(request));
  }

  private static void incompatible(Trial trial) throws InterruptedException {
    AccessRequest request = trial.accessRequest(trial.bucket(), Mode.READ_WRITE);
    Access access = trial.access(request);
    Bucket other = trial.bucket();
    trial.session().restart();
    trial.code(
        "the same account with another bucket, after a restart",
        GrantChecks.again(trial, access, GrantChecks.moved(request, other)),
        Status.Code.ALREADY_EXISTS);
  }

  private static void revokeAndDelete(Trial trial) throws InterruptedException {
    BucketRequest wanted = trial.bucketRequest();
    Bucket bucket = trial.bucket(wanted);
    AccessRequest request = trial.accessRequest(bucket, Mode.READ_WRITE);
    Access access = trial.access(request);
    trial.session().restart();
    trial.ok("the access is revoked", () -> trial.client().revoke(access.accountId(), request));
    trial.ok(
        "the bucket is deleted", () -> trial.client().delete(bucket.id(), wanted.parameters()));
    trial.session().restart();
    trial.ok("revoking again is OK", () -> trial.client().revoke(access.accountId(), request));
    trial.ok("deleting again is OK", () -> trial.client().delete(bucket.id(), wanted.parameters()));
  }

  /**
   * Answers that one claim got before the restart.
   *
   * @param granted empty if the create failed
   */
  private record Claim(BucketRequest wanted, RpcAnswer<Bucket> bucket, List<Granted> granted) {}

  private record Granted(AccessRequest request, RpcAnswer<Access> access) {}

  /**
   * Restarts the driver while clients make claims without a pause, so that some claims are complete
   * and others are under way; then repeats all of them.
   */
  private static void inFlight(Trial trial) throws InterruptedException {
    CountDownLatch first = new CountDownLatch(1);
    List<Claim> claims = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<Claim>>> futures = new ArrayList<>();
      for (int i = 0; i < trial.settings().concurrency(); i++) {
        futures.add(threads.submit(() -> claims(trial, first)));
      }
      first.await();
      trial.session().restart();
      for (Future<List<Claim>> future : futures) {
        claims.addAll(Together.result(future));
      }
    }
    long cut = claims.stream().filter(claim -> !isWhole(claim)).count();
    trial.note("%d of %d were cut short", cut, claims.size());
    for (Claim claim : claims) {
      repeat(trial, claim);
    }
  }

  /** Makes claims, one after the other, until a call fails or there are {@link #MOST_CLAIMS}. */
  private static List<Claim> claims(Trial trial, CountDownLatch first) {
    List<Claim> claims = new ArrayList<>();
    try {
      do {
        claims.add(claim(trial, trial.bucketRequest()));
        first.countDown();
      } while (isWhole(claims.getLast()) && claims.size() < MOST_CLAIMS);
      return claims;
    } finally {
      first.countDown();
    }
  }

  private static Claim claim(Trial trial, BucketRequest wanted) {
    RpcAnswer<Bucket> answer = trial.client().create(wanted);
    if (!(answer instanceof RpcAnswer.Ok<Bucket>(Bucket bucket))) {
      return new Claim(wanted, answer, List.of());
    }
    AccessRequest request = trial.accessRequest(bucket, Mode.READ_WRITE);
    RpcAnswer<Access> access = trial.client().grant(request);
    return new Claim(wanted, answer, List.of(new Granted(request, access)));
  }

  private static boolean isWhole(Claim claim) {
    return claim.granted().stream().anyMatch(g -> g.access() instanceof RpcAnswer.Ok<Access>);
  }

  private static void repeat(Trial trial, Claim claim) throws InterruptedException {
    Bucket bucket = trial.bucket(claim.wanted());
    if (claim.bucket() instanceof RpcAnswer.Ok<Bucket>(Bucket before)) {
      CreateChecks.same(trial, "made before the restart", before, bucket);
    }
    for (Granted granted : claim.granted()) {
      Access access = trial.access(granted.request());
      if (granted.access() instanceof RpcAnswer.Ok<Access>(Access before)) {
        GrantChecks.same(trial, "granted before the restart", before, access);
      }
    }
    if (claim.granted().isEmpty()) {
      trial.access(trial.accessRequest(bucket, Mode.READ_WRITE));
    }
  }
}
