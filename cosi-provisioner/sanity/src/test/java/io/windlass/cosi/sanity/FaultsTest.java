package io.windlass.cosi.sanity;

import static io.windlass.cosi.sanity.wire.ApiRevision.A;
import static io.windlass.cosi.sanity.wire.ApiRevision.B;
import static io.windlass.cosi.sanity.wire.ApiRevision.C;
import static io.windlass.cosi.sanity.wire.ApiRevision.D;
import static io.windlass.cosi.sanity.wire.ApiRevision.E;
import static io.windlass.cosi.sanity.wire.ApiRevision.V1ALPHA1;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.cosi.sanity.check.Checks;
import io.windlass.cosi.sanity.fake.FakeDriver;
import io.windlass.cosi.sanity.fake.Fault;
import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Outcome;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.testing.LongForm;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each check finds a fake driver with the defect that the check exists for. */
class FaultsTest {
  /** Checks that only warn, as what they find is not a fault. */
  private static final Set<String> ONLY_WARN = Set.of("create/id-characters", "status/classified");

  private static final String WAITS_FOR_THE_STORE = "key/unchanged-by-restart";

  /** A driver that is wrong in one way, and the checks that must find it. */
  record Case(ApiRevision revision, Fault fault, List<String> finders) {}

  private static Case wrong(ApiRevision revision, Fault fault, String... finders) {
    return new Case(revision, fault, List.of(finders));
  }

  static Stream<Case> cases() {
    return Stream.of(
        wrong(V1ALPHA1, Fault.BAD_NAME, "info/shape"),
        wrong(E, Fault.BAD_NAME, "info/shape"),
        wrong(E, Fault.UNSTABLE_INFO, "info/stable"),
        wrong(E, Fault.HIDES_S3, "info/protocol"),
        wrong(A, Fault.PROMISES_AZURE, "create/every-protocol"),
        wrong(V1ALPHA1, Fault.BAD_IDS, "create/shape"),
        wrong(C, Fault.BAD_IDS, "create/shape", "grant/shape"),
        wrong(E, Fault.BAD_IDS, "bucket-id/shape", "access-id/shape"),
        wrong(E, Fault.UNDECODABLE_CREATE, "create/shape"),
        wrong(A, Fault.RANDOM_IDS, "create/idempotent", "grant/idempotent"),
        wrong(E, Fault.RANDOM_IDS, "bucket-id/deterministic", "access-id/deterministic"),
        wrong(B, Fault.CONSTANT_IDS, "create/distinct", "grant/distinct"),
        wrong(E, Fault.CONSTANT_IDS, "bucket-id/distinct", "access-id/distinct"),
        wrong(D, Fault.NO_PROTOCOLS, "create/shape", "create/no-protocol", "get/shape"),
        wrong(E, Fault.IGNORES_PARAMETERS, "create/incompatible"),
        wrong(
            E,
            Fault.UNKNOWN_PARAMETER_IS_INTERNAL,
            "create/unknown-parameter",
            "grant/unknown-parameter"),
        wrong(E, Fault.NO_PROTOCOL_IS_INTERNAL, "create/no-protocol"),
        wrong(
            D,
            Fault.ANY_PROTOCOL,
            "create/unsupported-protocol",
            "create/undefined-protocol",
            "get/unsupported-protocol",
            "grant/unsupported-protocol",
            "grant/undefined-protocol"),
        wrong(D, Fault.FLIPPING_PROTOCOLS, "get/idempotent", "create/idempotent"),
        wrong(
            E,
            Fault.MISSING_IS_INTERNAL,
            "bucket-id/no-bucket",
            "get/missing",
            "get/unknown",
            "grant/deleted-bucket",
            "grant/unknown-bucket"),
        wrong(A, Fault.MISSING_IS_OK, "get/missing", "get/unknown", "grant/deleted-bucket"),
        wrong(
            E,
            Fault.DELETE_MISSING_IS_NOT_FOUND,
            "delete/twice",
            "delete/unknown",
            "delete/never-made"),
        wrong(V1ALPHA1, Fault.DELETE_NEEDS_PARAMETERS, "delete/without-parameters"),
        wrong(C, Fault.TOMBSTONES, "delete/make-again", "revoke/grant-again"),
        wrong(V1ALPHA1, Fault.NO_REGION, "grant/shape"),
        wrong(E, Fault.NO_REGION, "grant/shape"),
        wrong(V1ALPHA1, Fault.TWO_CREDENTIALS, "grant/shape"),
        wrong(B, Fault.TWO_CREDENTIALS, "grant/shape"),
        wrong(E, Fault.BUCKETS_MISSING, "grant/shape", "grant/several-buckets"),
        wrong(E, Fault.FLIPPING_ENDPOINT, "grant/idempotent"),
        wrong(E, Fault.NEW_KEY_EACH_GRANT, "grant/same-credential", "key/unchanged-by-grant"),
        wrong(V1ALPHA1, Fault.NEW_KEY_EACH_GRANT, "grant/same-credential"),
        wrong(E, Fault.ONE_KEY_FOR_ALL, "grant/distinct"),
        wrong(
            B,
            Fault.IGNORES_DIFFERENCES,
            "grant/other-bucket",
            "grant/other-mode",
            "restart/incompatible"),
        wrong(V1ALPHA1, Fault.V1ALPHA1_ALREADY_EXISTS, "grant/never-already-exists"),
        wrong(E, Fault.SEVERAL_IS_INVALID, "grant/several-buckets"),
        wrong(A, Fault.READ_ONLY_IS_INTERNAL, "grant/every-mode"),
        wrong(E, Fault.READ_ONLY_IS_INTERNAL, "grant/every-mode"),
        wrong(A, Fault.ANY_MODE, "grant/undefined-mode"),
        wrong(C, Fault.ANY_MODE, "grant/undefined-mode"),
        wrong(
            E,
            Fault.ANY_AUTHENTICATION,
            "grant/undefined-authentication",
            "grant/service-account-name"),
        wrong(V1ALPHA1, Fault.ANY_AUTHENTICATION, "grant/undefined-authentication"),
        wrong(E, Fault.SERVICE_ACCOUNT_IS_INTERNAL, "grant/service-account"),
        wrong(V1ALPHA1, Fault.SERVICE_ACCOUNT_IS_INTERNAL, "grant/service-account"),
        wrong(
            E,
            Fault.REVOKE_MISSING_IS_NOT_FOUND,
            "revoke/twice",
            "revoke/unknown",
            "revoke/never-granted",
            "revoke/deleted-bucket"),
        wrong(E, Fault.REVOKE_NEEDS_PARAMETERS, "revoke/without-parameters"),
        wrong(
            E,
            Fault.NO_VALIDATION,
            "required/generate-bucket-id",
            "required/create-bucket",
            "required/get-bucket",
            "required/delete-bucket",
            "required/generate-access-id",
            "required/grant-access",
            "required/revoke-access"),
        wrong(
            V1ALPHA1,
            Fault.NO_VALIDATION,
            "required/create-bucket",
            "required/delete-bucket",
            "required/grant-access",
            "required/revoke-access"),
        wrong(E, Fault.LIMITS_ARE_INTERNAL, "request/long-name", "request/large-parameters"),
        wrong(A, Fault.REFUSES_LATER_FIELDS, "request/later-field"),
        wrong(
            A,
            Fault.COLLIDES,
            "concurrent/create",
            "concurrent/grant",
            "concurrent/revoke",
            "concurrent/delete",
            "concurrent/create-and-delete"),
        wrong(E, Fault.COLLIDES_ACROSS, "concurrent/many-buckets"),
        wrong(E, Fault.EMPTY_MESSAGES, "status/message"),
        wrong(E, Fault.DETAILS, "status/details"),
        wrong(E, Fault.SECRET_IN_MESSAGES, "status/no-secrets"),
        wrong(
            C,
            Fault.FORGETS,
            "restart/bucket",
            "restart/access",
            "restart/incompatible",
            "restart/revoke-and-delete",
            "restart/in-flight",
            WAITS_FOR_THE_STORE),
        wrong(V1ALPHA1, Fault.DEAD_KEYS, "key/works-at-once", "key/bucket-name"),
        wrong(V1ALPHA1, Fault.OTHER_NAME, "key/bucket-name"),
        wrong(E, Fault.NO_DELETES, "key/read-write"),
        wrong(B, Fault.WIDE_GRANTS, "key/read-only", "key/write-only"),
        wrong(
            E,
            Fault.WIDE_GRANTS,
            "key/read-only",
            "key/write-only",
            "key/object-metadata-read-only",
            "key/object-metadata-read-write",
            "key/bucket-metadata-read-only",
            "key/bucket-metadata-read-write",
            "key/several-buckets"),
        wrong(A, Fault.ALL_BUCKETS, "key/other-bucket", "key/several-buckets"),
        wrong(A, Fault.ADMIN_KEYS, "key/no-bucket-admin", "key/no-policy"),
        wrong(A, Fault.NO_SIGNATURES, "key/wrong-secret"),
        wrong(V1ALPHA1, Fault.PUBLIC_BUCKETS, "key/no-credential"),
        wrong(V1ALPHA1, Fault.REVOKE_DOES_NOTHING, "key/revoked"),
        wrong(E, Fault.REVOKE_DOES_NOTHING, "key/revoked", "key/revoke-leaves-others"),
        wrong(A, Fault.REVOKE_ENDS_ALL, "key/revoke-leaves-others"),
        wrong(A, Fault.DEAD_AFTER_REVOKE, "key/grant-after-revoke"),
        wrong(A, Fault.DELETE_DOES_NOTHING, "key/deleted-bucket"),
        wrong(A, Fault.DELETE_LOSES_OBJECTS, "key/delete-with-objects"));
  }

  @TempDir Path directory;

  @ParameterizedTest
  @MethodSource("cases")
  void isFound(Case wrong) throws Exception {
    try (FakeDriver driver = Runs.driver(directory, wrong.revision(), wrong.fault())) {
      Recorder recorder = new Recorder();
      recorder.before(check -> driver.checking(check.id()));
      new CosiSanity(Runs.only(Runs.all(driver, wrong.revision()), checks(wrong)), recorder).run();
      assertThat(recorder.results(Outcome.Fail.class)).containsAll(finders(wrong));
    }
  }

  /** It waits as long as for a call, as a storage server may be restarted with its driver. */
  @Test
  @LongForm(
      gate = "FaultsTest.isFound",
      reason = "a key that works no more is awaited for as long as a call may take")
  void aKeyThatDoesNotOutliveARestartIsFound() throws Exception {
    try (FakeDriver driver = Runs.driver(directory, C, Fault.FORGETS)) {
      Recorder recorder = new Recorder();
      new CosiSanity(
              Runs.only(Runs.impatient(Runs.all(driver, C)), List.of(WAITS_FOR_THE_STORE)),
              recorder)
          .run();
      assertThat(recorder.results(Outcome.Fail.class)).containsExactly(WAITS_FOR_THE_STORE);
    }
  }

  private static List<String> finders(Case wrong) {
    return wrong.finders().stream().filter(check -> !check.equals(WAITS_FOR_THE_STORE)).toList();
  }

  /** The status checks judge the errors of others: some have to be made. */
  private static List<String> checks(Case wrong) {
    return wrong.finders().getFirst().startsWith("status/")
        ? List.of("grant", "get/missing", wrong.finders().getFirst())
        : finders(wrong);
  }

  @Test
  void noCheckIsWithoutAFault() {
    Set<String> found = new HashSet<>(ONLY_WARN);
    cases().forEach(wrong -> found.addAll(wrong.finders()));
    assertThat(Checks.all())
        .extracting(Check::id)
        .doesNotHaveDuplicates()
        .allMatch(found::contains);
    assertThat(found).allMatch(id -> Checks.all().stream().anyMatch(c -> c.id().equals(id)));
  }

  @Test
  void noFaultIsUnused() {
    assertThat(cases().map(Case::fault).distinct())
        .hasSize(Fault.values().length - 1)
        .doesNotContain(Fault.NONE);
  }
}
