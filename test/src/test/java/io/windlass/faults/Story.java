package io.windlass.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.CosiClient;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import io.windlass.faults.secret.Canaries;
import io.windlass.test.driver.DriverSetup;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Calls of a sidecar; each secret in an answer is searched for from then on. */
public final class Story {
  private final Fleet fleet;
  private final Canaries canaries;
  private final Caller caller;

  public Story(Fleet fleet, Canaries canaries) {
    this.fleet = fleet;
    this.canaries = canaries;
    this.caller = new Caller(fleet, new SplittableRandom(3), new Progress());
  }

  /** All goes well, in every revision. */
  public void live(String name) {
    for (CosiClient client : fleet.clients()) {
      String own = name + "-" + client.revision().name().toLowerCase(Locale.ROOT);
      Bucket bucket = ok(() -> client.create(StormBackend.S3.bucket("bucket-" + own)));
      Supplier<RpcAnswer<Access>> grant =
          () -> client.grant(Rights.READ_WRITE.request(client.revision(), "access-" + own, bucket));
      Access access = ok(grant);
      canaries.add("granted " + own, access.s3Key().orElseThrow().secretKey());
      assertThat(ok(grant).s3Key().equals(access.s3Key())).isTrue();
      try (Keys keys = new Keys(StormBackend.S3)) {
        keys.requireWorking(Rights.READ_WRITE, access, bucket.id(), "another", caller);
      }
    }
  }

  private <T> T ok(Supplier<RpcAnswer<T>> call) {
    return switch (caller.ask("a call", Set.of(Code.OK), call)) {
      case RpcAnswer.Ok<T>(T value) -> value;
      case RpcAnswer.Refused<T> refused -> throw new AssertionError(refused.toString());
    };
  }

  /** The driver cannot do its work, and says so. */
  public void refuse(Code code) {
    for (CosiClient client : fleet.clients()) {
      Bucket bucket = Bucket.named(DriverSetup.BACKEND + "/bucket-one-e");
      caller.ask(
          "a new bucket", Set.of(code), () -> client.create(StormBackend.S3.bucket("bucket-new")));
      caller.ask(
          "an access",
          Set.of(code),
          () -> client.grant(Rights.READ_WRITE.request(client.revision(), "access-one-e", bucket)));
    }
  }
}
