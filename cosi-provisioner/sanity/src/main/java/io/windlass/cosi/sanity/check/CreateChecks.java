package io.windlass.cosi.sanity.check;

import static io.grpc.Status.Code.ALREADY_EXISTS;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.OK;

import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Rule;
import io.windlass.cosi.sanity.trial.Trial;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.BucketRequest;
import io.windlass.cosi.sanity.wire.DriverInfo;
import io.windlass.cosi.sanity.wire.Edit;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import io.windlass.cosi.sanity.wire.StorageProtocol;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks of DriverCreateBucket. */
final class CreateChecks {
  private CreateChecks() {}

  static List<Check> all() {
    return List.of(
        check(
            "create/shape",
            "bucket_id is REQUIRED; at least one protocol MUST be non-nil, and those of the"
                + " request MUST be among them",
            CreateChecks::shape),
        check(
                "create/id-characters",
                "an id has the characters [A-Za-z0-9.-] (this revision's text; the CRDs, which"
                    + " check it, permit / and _ too)",
                CreateChecks::idCharacters)
            .in(revision -> revision.isV1Alpha2() && !revision.generatesBucketIds()),
        check(
            "create/idempotent",
            "MUST return OK if a backend bucket with matching identity and parameters already"
                + " exists",
            CreateChecks::idempotent),
        check(
            "create/distinct",
            "the name is what makes a bucket one and the same: another name is another bucket",
            CreateChecks::distinct),
        check(
            "create/incompatible",
            "MUST return ALREADY_EXISTS if a backend bucket with matching identity exists but with"
                + " incompatible parameters",
            CreateChecks::incompatible),
        check(
            "create/unknown-parameter",
            "the Plugin is responsible for parsing and validating these parameters",
            CreateChecks::unknownParameter),
        check(
                "create/no-protocol",
                "if no protocols are given, the Provisioner MAY provision default ones or return"
                    + " INVALID_ARGUMENT",
                CreateChecks::noProtocol)
            .in(ApiRevision::isV1Alpha2),
        check(
                "create/unsupported-protocol",
                "if any protocol cannot be supported, the Provisioner MUST return INVALID_ARGUMENT",
                CreateChecks::unsupportedProtocol)
            .in(ApiRevision::isV1Alpha2),
        check(
                "create/undefined-protocol",
                "if any protocol cannot be supported, the Provisioner MUST return INVALID_ARGUMENT",
                CreateChecks::undefinedProtocol)
            .in(ApiRevision::isV1Alpha2),
        check(
                "create/every-protocol",
                "supported_protocols lists what the driver supports: each can be asked for",
                CreateChecks::everyProtocol)
            .in(ApiRevision::isV1Alpha2));
  }

  private static Check check(String id, String sentence, Check.Body body) {
    return Check.of(id, Rule.spec("DriverCreateBucket", sentence), body);
  }

  private static void shape(Trial trial) throws InterruptedException {
    trial.valid(trial.bucket().violations());
  }

  private static void idCharacters(Trial trial) throws InterruptedException {
    String id = trial.bucket().id();
    if (!id.matches("[A-Za-z0-9.-]*")) {
      trial.warn("'%s' has characters that only the CRDs and later revisions permit", id);
    }
  }

  private static void idempotent(Trial trial) throws InterruptedException {
    BucketRequest request = trial.bucketRequest();
    Bucket first = trial.bucket(request);
    Bucket second = trial.bucket(request);
    same(trial, "the answer to the same call", first, second);
  }

  /**
   * Fails unless both answers have the same bucket id and the same protocols. Warns of other
   * differences.
   */
  static void same(Trial trial, String what, Bucket first, Bucket second) {
    trial.require(
        first.id().equals(second.id()),
        "%s: bucket_id must stay '%s', but became '%s'",
        what,
        first.id(),
        second.id());
    trial.require(
        first.protocols().equals(second.protocols()),
        "%s: protocols must stay %s, but became %s",
        what,
        first.protocols(),
        second.protocols());
    if (!first.infos().equals(second.infos())) {
      trial.warn("%s: the bucket info changed from %s to %s", what, first.infos(), second.infos());
    }
  }

  private static void distinct(Trial trial) throws InterruptedException {
    Bucket one = trial.bucket();
    Bucket other = trial.bucket();
    trial.require(!one.id().equals(other.id()), "two names must not be one bucket '%s'", one.id());
  }

  private static void incompatible(Trial trial) throws InterruptedException {
    BucketRequest request = trial.bucketRequest();
    String key = trial.ok("an id", () -> trial.client().bucketKey(request));
    trial.ok("a bucket is made", () -> trial.client().create(key, request));
    Map<String, String> other = trial.settings().otherParameters();
    boolean known = !other.isEmpty();
    BucketRequest changed =
        request.withParameters(known ? other : withUnknown(trial, request.parameters()));
    RpcAnswer<Bucket> answer = trial.answer(() -> trial.client().create(key, changed));
    if (!known && answer.code() != ALREADY_EXISTS) {
      throw trial.skipped(
          "needs --other-parameters: a made-up parameter was answered with %s", answer.code());
    }
    trial.code("the same name with other parameters", answer, ALREADY_EXISTS);
    trial.ok("the bucket as it was", () -> trial.client().create(key, request));
  }

  private static Map<String, String> withUnknown(Trial trial, Map<String, String> parameters) {
    Map<String, String> more = new HashMap<>(parameters);
    more.put(trial.names().word(), "1");
    return more;
  }

  private static void unknownParameter(Trial trial) throws InterruptedException {
    BucketRequest request = trial.bucketRequest();
    BucketRequest odd = request.withParameters(withUnknown(trial, request.parameters()));
    RpcAnswer<Bucket> answer = trial.answer(() -> trial.client().create(odd));
    trial.code("a parameter that nobody knows", answer, INVALID_ARGUMENT, OK);
    if (answer.code() == OK) {
      trial.warn("a parameter that nobody knows is accepted: a typing error would go unnoticed");
    }
  }

  private static void noProtocol(Trial trial) throws InterruptedException {
    BucketRequest request = trial.bucketRequest().withProtocols(List.of());
    RpcAnswer<Bucket> answer = trial.answer(() -> trial.client().create(request));
    trial.code("no protocols", answer, OK, INVALID_ARGUMENT);
    if (answer instanceof RpcAnswer.Ok<Bucket>(Bucket bucket)) {
      trial.valid(bucket.violations());
    }
  }

  private static void unsupportedProtocol(Trial trial) throws InterruptedException {
    StorageProtocol unsupported =
        unsupported(trial)
            .orElseThrow(() -> trial.skipped("the driver supports every protocol there is"));
    BucketRequest request = trial.bucketRequest();
    trial.code(
        "protocol " + unsupported + " alone",
        trial.answer(() -> trial.client().create(request.withProtocols(List.of(unsupported)))),
        INVALID_ARGUMENT);
    BucketRequest both =
        trial.bucketRequest().withProtocols(List.of(trial.settings().protocol(), unsupported));
    trial.code(
        "protocol %s besides %s".formatted(unsupported, trial.settings().protocol()),
        trial.answer(() -> trial.client().create(both)),
        INVALID_ARGUMENT);
  }

  /** Returns a protocol that the driver does not list, if there is one. */
  static Optional<StorageProtocol> unsupported(Trial trial) throws InterruptedException {
    DriverInfo info = trial.ok("DriverGetInfo must answer", trial.client()::info);
    return Arrays.stream(StorageProtocol.values())
        .filter(protocol -> !info.protocols().contains(protocol))
        .findFirst();
  }

  private static void undefinedProtocol(Trial trial) throws InterruptedException {
    for (int number : new int[] {0, 99}) {
      BucketRequest request = trial.bucketRequest();
      String key = trial.ok("an id", () -> trial.client().bucketKey(request));
      Edit edit = Edit.number("protocols.type", number);
      trial.code(
          "protocol number " + number,
          trial.answer(() -> trial.client().create(key, request, edit)),
          INVALID_ARGUMENT);
    }
  }

  private static void everyProtocol(Trial trial) throws InterruptedException {
    DriverInfo info = trial.ok("DriverGetInfo must answer", trial.client()::info);
    for (StorageProtocol protocol : info.protocols()) {
      BucketRequest request = trial.bucketRequest().withProtocols(List.of(protocol));
      trial.valid(trial.bucket(request).violations());
    }
  }
}
