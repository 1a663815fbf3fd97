package io.windlass.cosi.sanity.check;

import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.OK;

import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Rule;
import io.windlass.cosi.sanity.trial.Trial;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.BucketRequest;
import io.windlass.cosi.sanity.wire.Edit;
import io.windlass.cosi.sanity.wire.Mode;
import io.windlass.cosi.sanity.wire.RequiredField;
import io.windlass.cosi.sanity.wire.Rpc;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Checks of requests without a required field, beyond a size limit, or with an unknown field. */
final class RequestChecks {
  private static final int MAX_NAME = 253;
  private static final int MAX_MAP_BYTES = 4096;

  private RequestChecks() {}

  static List<Check> all() {
    List<Check> checks = new ArrayList<>();
    for (Rpc rpc : Rpc.values()) {
      if (rpc != Rpc.INFO) {
        checks.add(required(rpc));
      }
    }
    checks.addAll(
        List.of(
            Check.of(
                "request/long-name",
                Rule.spec(
                    "Size Limits", "fields SHALL NOT exceed the limits; names have 253 characters"),
                RequestChecks::longName),
            Check.of(
                "request/large-parameters",
                Rule.spec("Size Limits", "map<string, string>: 4 KiB"),
                RequestChecks::largeParameters),
            Check.of(
                "request/later-field",
                Rule.spec(
                    "Protocol", "proto3 SHOULD be used: fields of later revisions are skipped"),
                RequestChecks::laterField)));
    return checks;
  }

  private static Check required(Rpc rpc) {
    String name = rpc.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return Check.of(
            "required/" + name,
            Rule.spec(
                "REQUIRED vs. OPTIONAL",
                "a field noted as REQUIRED MUST be specified; an invalid field is"
                    + " INVALID_ARGUMENT"),
            trial -> required(trial, rpc))
        .in(rpc::in);
  }

  private static void required(Trial trial, Rpc rpc) throws InterruptedException {
    List<String> wrong = new ArrayList<>();
    for (RequiredField field : RequiredField.of(trial.revision(), rpc)) {
      RpcAnswer<?> answer = call(trial, rpc, Edit.clear(field.path()));
      if (answer.code() == INVALID_ARGUMENT) {
        continue;
      }
      if (field.certain() || answer.code() != OK) {
        wrong.add("without %s: %s".formatted(field.name(), answer.code()));
      } else {
        trial.warn("a request without %s is OK", field.name());
      }
    }
    trial.require(
        wrong.isEmpty(), "expected INVALID_ARGUMENT, but was %s", String.join("; ", wrong));
  }

  /** Makes a call with a valid request that {@code edit} changes in one place. */
  private static RpcAnswer<?> call(Trial trial, Rpc rpc, Edit edit) throws InterruptedException {
    BucketRequest wanted = trial.bucketRequest();
    return switch (rpc) {
      case INFO -> throw new IllegalArgumentException("DriverGetInfo has no fields");
      case GENERATE_BUCKET_ID -> trial.answer(() -> trial.client().bucketKey(wanted, edit));
      case CREATE_BUCKET -> {
        String key = trial.ok("an id", () -> trial.client().bucketKey(wanted));
        yield trial.answer(() -> trial.client().create(key, wanted, edit));
      }
      case GET_BUCKET -> {
        Bucket bucket = trial.bucket(wanted);
        yield trial.answer(() -> trial.client().get(bucket.id(), wanted, edit));
      }
      case DELETE_BUCKET -> {
        Bucket bucket = trial.bucket(wanted);
        yield trial.answer(
            () -> trial.session().client().delete(bucket.id(), wanted.parameters(), edit));
      }
      case GENERATE_ACCESS_ID -> {
        AccessRequest request = trial.accessRequest(trial.bucket(wanted), Mode.READ_WRITE);
        yield trial.answer(() -> trial.client().accessKey(request, edit));
      }
      case GRANT_ACCESS -> {
        AccessRequest request = trial.accessRequest(trial.bucket(wanted), Mode.READ_WRITE);
        String key = trial.ok("an id", () -> trial.client().accessKey(request));
        yield trial.answer(() -> trial.client().grant(key, request, edit));
      }
      case REVOKE_ACCESS -> {
        AccessRequest request = trial.accessRequest(trial.bucket(wanted), Mode.READ_WRITE);
        Access access = trial.access(request);
        // This bypasses the ledger, which would take OK as proof that the access is revoked.
        yield trial.answer(
            () -> trial.session().client().revoke(access.accountId(), request, edit));
      }
    };
  }

  private static void longName(Trial trial) throws InterruptedException {
    BucketRequest fresh = trial.bucketRequest();
    String longest = fresh.name() + "x".repeat(MAX_NAME - fresh.name().length());
    BucketRequest tooLong = new BucketRequest(longest + "x", fresh.protocols(), fresh.parameters());
    refusedOrWarned(
        trial,
        "a name of %d characters".formatted(MAX_NAME + 1),
        trial.answer(() -> trial.client().create(tooLong)));
  }

  private static void largeParameters(Trial trial) throws InterruptedException {
    BucketRequest fresh = trial.bucketRequest();
    Map<String, String> large = new HashMap<>(fresh.parameters());
    for (int i = 0; i * 100 <= MAX_MAP_BYTES; i++) {
      char[] value = new char[100];
      Arrays.fill(value, 'x');
      large.put("sanity-" + i, new String(value));
    }
    refusedOrWarned(
        trial,
        "parameters of more than 4 KiB",
        trial.answer(() -> trial.client().create(fresh.withParameters(large))));
  }

  private static void refusedOrWarned(Trial trial, String what, RpcAnswer<?> answer) {
    trial.code(what, answer, INVALID_ARGUMENT, OK);
    if (answer.code() == OK) {
      trial.warn("%s is accepted", what);
    }
  }

  private static void laterField(Trial trial) throws InterruptedException {
    BucketRequest request = trial.bucketRequest();
    String key = trial.ok("an id", () -> trial.client().bucketKey(request));
    trial.ok(
        "a field that nobody knows does no harm",
        () -> trial.client().create(key, request, Edit.unknownField()));
  }
}
