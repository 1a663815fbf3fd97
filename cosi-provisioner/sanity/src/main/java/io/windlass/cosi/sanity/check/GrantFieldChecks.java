package io.windlass.cosi.sanity.check;

import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.OK;

import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Rule;
import io.windlass.cosi.sanity.trial.Trial;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.Edit;
import io.windlass.cosi.sanity.wire.Mode;
import io.windlass.cosi.sanity.wire.RequiredField;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import io.windlass.cosi.sanity.wire.StorageProtocol;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks of how DriverGrantBucketAccess treats each field of its request. */
final class GrantFieldChecks {
  /**
   * Numbers that stand for no enum value: 0, for which proto3 sends nothing, and a future number.
   */
  private static final int[] UNDEFINED = {0, 99};

  private GrantFieldChecks() {}

  static List<Check> all() {
    return List.of(
        check(
                "grant/every-mode",
                "the access mode that the Provisioner SHOULD provision for the bucket; what it"
                    + " cannot provision is INVALID_ARGUMENT",
                GrantFieldChecks::everyMode)
            .in(ApiRevision::isV1Alpha2),
        check(
                "grant/undefined-mode",
                "access modes are REQUIRED; UNKNOWN is an error",
                GrantFieldChecks::undefinedMode)
            .in(ApiRevision::isV1Alpha2),
        check(
            "grant/undefined-authentication",
            "an unsupported authentication type MUST be INVALID_ARGUMENT",
            GrantFieldChecks::undefinedAuthentication),
        check(
                "grant/undefined-protocol",
                "an unsupported protocol MUST be INVALID_ARGUMENT",
                GrantFieldChecks::undefinedProtocol)
            .in(ApiRevision::isV1Alpha2),
        check(
                "grant/unsupported-protocol",
                "an unsupported protocol MUST be INVALID_ARGUMENT",
                GrantFieldChecks::unsupportedProtocol)
            .in(ApiRevision::isV1Alpha2),
        check(
            "grant/service-account",
            "an unsupported authentication type MUST be INVALID_ARGUMENT; the credential's message"
                + " is there even when it is empty",
            GrantFieldChecks::serviceAccount),
        check(
                "grant/service-account-name",
                "service_account_name is REQUIRED with SERVICE_ACCOUNT",
                GrantFieldChecks::serviceAccountName)
            .in(ApiRevision::isV1Alpha2),
        check(
            "grant/unknown-parameter",
            "the Plugin is responsible for parsing and validating these parameters",
            GrantFieldChecks::unknownParameter));
  }

  private static Check check(String id, String sentence, Check.Body body) {
    return Check.of(id, Rule.spec("DriverGrantBucketAccess", sentence), body);
  }

  private static RpcAnswer<Access> grant(Trial trial, AccessRequest request, Edit edit)
      throws InterruptedException {
    String key = trial.ok("an account id", () -> trial.client().accessKey(request));
    return trial.answer(() -> trial.client().grant(key, request, edit));
  }

  private static AccessRequest request(Trial trial) throws InterruptedException {
    return trial.accessRequest(trial.bucket(), Mode.READ_WRITE);
  }

  private static void everyMode(Trial trial) throws InterruptedException {
    for (Mode mode : Mode.values()) {
      if (mode == Mode.ANY && !trial.revision().hasMetadataModes()) {
        continue;
      }
      AccessRequest request = trial.accessRequest(trial.bucket(), mode);
      RpcAnswer<Access> answer = trial.answer(() -> trial.client().grant(request));
      trial.code("access mode " + mode, answer, OK, INVALID_ARGUMENT);
      if (answer.code() == INVALID_ARGUMENT) {
        trial.note("%s is not offered", mode);
      }
    }
  }

  private static void undefinedMode(Trial trial) throws InterruptedException {
    for (RequiredField field : RequiredField.modes(trial.revision())) {
      for (int number : UNDEFINED) {
        trial.code(
            "%s with mode number %d".formatted(field.name(), number),
            grant(trial, request(trial), Edit.number(field.path() + ".mode", number)),
            INVALID_ARGUMENT);
      }
    }
  }

  private static void undefinedAuthentication(Trial trial) throws InterruptedException {
    String path = "authentication_type" + (trial.revision().isV1Alpha2() ? ".type" : "");
    for (int number : UNDEFINED) {
      trial.code(
          "authentication type number " + number,
          grant(trial, request(trial), Edit.number(path, number)),
          INVALID_ARGUMENT);
    }
  }

  private static void undefinedProtocol(Trial trial) throws InterruptedException {
    for (int number : UNDEFINED) {
      trial.code(
          "protocol number " + number,
          grant(trial, request(trial), Edit.number("protocol.type", number)),
          INVALID_ARGUMENT);
    }
  }

  private static void unsupportedProtocol(Trial trial) throws InterruptedException {
    StorageProtocol unsupported =
        CreateChecks.unsupported(trial)
            .orElseThrow(() -> trial.skipped("the driver supports every protocol there is"));
    AccessRequest request = request(trial).withProtocol(unsupported);
    trial.code(
        "protocol " + unsupported,
        trial.answer(() -> trial.client().grant(request)),
        INVALID_ARGUMENT);
  }

  private static void serviceAccount(Trial trial) throws InterruptedException {
    AccessRequest request = request(trial).withServiceAccount("sanity");
    RpcAnswer<Access> answer = trial.answer(() -> trial.client().grant(request));
    trial.code("access for a service account", answer, OK, INVALID_ARGUMENT);
    if (answer instanceof RpcAnswer.Ok<Access>(Access access)) {
      trial.valid(access.violations());
    } else {
      trial.note("service accounts are not offered");
    }
  }

  private static void serviceAccountName(Trial trial) throws InterruptedException {
    AccessRequest plain = request(trial);
    String key = trial.ok("an account id", () -> trial.client().accessKey(plain));
    AccessRequest request = plain.withServiceAccount("sanity");
    Edit edit = Edit.clear("service_account_name");
    trial.code(
        "SERVICE_ACCOUNT without a name",
        trial.answer(() -> trial.client().grant(key, request, edit)),
        INVALID_ARGUMENT);
  }

  private static void unknownParameter(Trial trial) throws InterruptedException {
    AccessRequest request = request(trial);
    Map<String, String> more = new HashMap<>(request.parameters());
    more.put(trial.names().word(), "1");
    AccessRequest odd = request.withParameters(more);
    RpcAnswer<Access> answer = trial.answer(() -> trial.client().grant(odd));
    trial.code("a parameter that nobody knows", answer, INVALID_ARGUMENT, OK);
    if (answer.code() == OK) {
      trial.warn("a parameter that nobody knows is accepted: a typing error would go unnoticed");
    }
  }
}
