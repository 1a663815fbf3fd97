package io.windlass.provision.iam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.AccessAdmin;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Issued;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import io.windlass.error.DriverException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What AWS limits and does late, on the FAKE of it: no server that can be started here does so. */
class IamLimitsTest {
  private static final Duration LATE = Duration.ofSeconds(20);
  private static final AccessModes READ_WRITE =
      new AccessModes(AccessMode.READ_WRITE, AccessMode.ANY, AccessMode.ANY);

  private final FakeIamBackend backend;
  private final FakeIam fake;
  private final AccessAdmin access;

  IamLimitsTest(@TempDir Path directory) {
    this.backend = FakeIamBackend.open(directory.resolve("store"));
    this.fake = backend.iam();
    this.access = backend.access();
  }

  @AfterEach
  void close() {
    backend.close();
  }

  private static Principal principal(int buckets) {
    return new Principal(
        "ba-1",
        IntStream.range(0, buckets)
            .mapToObj(i -> new BucketGrant("bucket-" + i, "", READ_WRITE, Set.of()))
            .toList(),
        Optional.empty());
  }

  private Granting grant(int number, List<IssuedKey> others) {
    KeyGeneration generation = access.generation(number);
    Issued issued = access.grant(principal(1), generation, others);
    return new Granting(issued, IssuedKey.of(generation, issued));
  }

  private record Granting(Issued issued, IssuedKey key) {}

  @Test
  void anAuditorFindsUsersByPathAndTag() {
    grant(1, List.of());

    assertThat(fake.users())
        .singleElement()
        .satisfies(user -> {
          assertThat(user.name()).isEqualTo("windlass-ba-1");
          assertThat(user.path()).isEqualTo("/windlass/");
          assertThat(user.tags()).containsEntry("windlass-account", "ba-1");
        });
  }

  @Test
  void aThirdKeyIsRefusedAndTheMessageSaysWhatToDo() {
    IssuedKey one = grant(1, List.of()).key;
    IssuedKey two = grant(2, List.of(one)).key;

    assertThatExceptionOfType(DriverException.QuotaExceeded.class)
        .isThrownBy(() -> grant(3, List.of(one, two)))
        .withMessageContaining("two keys")
        .withMessageContaining("end the rotation");

    assertThat(access.isLive(principal(1), one)).isTrue();
    assertThat(access.isLive(principal(1), two)).isTrue();
    access.retire(principal(1), one, List.of(two));
    IssuedKey three = grant(3, List.of(two)).key;
    assertThat(access.isLive(principal(1), three)).isTrue();
  }

  @Test
  void aUserOfSomebodyElseIsLeftAlone() {
    fake.makeUser("windlass-ba-1");

    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> grant(1, List.of()))
        .withMessageContaining("did not make");
    access.revoke(principal(1), List.of(IssuedKey.unknown(access.generation(1))));

    assertThat(fake.users()).singleElement().satisfies(user -> assertThat(user.policy()).isEmpty());
  }

  /** The driver's permission is for a path, and IAM knows none of a user that is not there. */
  @Test
  void aUserThatSomebodyDeletedIsRevokedOrMadeAgain() {
    Granting granted = grant(1, List.of());
    fake.loseUser("windlass-ba-1");

    assertThat(access.isLive(principal(1), granted.key)).isFalse();
    revoke(granted);

    assertThat(access.isLive(principal(1), grant(1, List.of()).key)).isTrue();
  }

  @Test
  void whatIsDeniedOfAUserThatIsThereIsNotTakenForDone() {
    Granting granted = grant(1, List.of());
    fake.refuseOnce("DeleteUser", 403, "AccessDenied");
    assertThatExceptionOfType(DriverException.PermissionDenied.class)
        .isThrownBy(() -> revoke(granted))
        .withMessageContaining("delete user");
    revoke(granted);
    assertThat(fake.users()).isEmpty();
  }

  @Test
  void theKeyOfTheDriverMustTellWhatIsMissingFromWhatIsDenied() {
    Granting granted = grant(1, List.of());
    fake.refuseOnce("GetUserPolicy", 403, "AccessDenied");
    fake.refuseOnce("GetUser", 403, "AccessDenied");

    assertThatExceptionOfType(DriverException.PermissionDenied.class)
        .isThrownBy(() -> access.isLive(principal(1), granted.key))
        .withMessageContainingAll("get the policy of windlass-ba-1", "permit iam:GetUser");
  }

  /** Its policy may be for something that an administrator wants. */
  @Test
  void aUserThatSomebodyAddedToIsNotForced() {
    Granting granted = grant(1, List.of());
    fake.attachPolicy("windlass-ba-1");

    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() ->
            access.revoke(principal(1), List.of(granted.key), List.of(granted.issued.credential())))
        .withMessageContaining("DeleteConflict");

    assertThat(backend.keys("ba-1")).isEmpty();
    assertThat(access.isEffective(principal(1), granted.issued.credential())).isFalse();
  }

  /** The check and the server agree on what is too large. */
  @Test
  void aPolicyThatIsTooLargeIsRefusedBeforeAnythingIsMade() {
    int most = 1;
    while (isOffered(principal(most + 1))) {
      most++;
    }
    assertThat(most).isBetween(5, 40);
    Issued _ = access.grant(principal(most), access.generation(1), List.of());

    Principal large = principal(most + 1);
    assertThatExceptionOfType(DriverException.OutOfRange.class)
        .isThrownBy(() -> access.grant(large, access.generation(1), List.of()))
        .withMessageContaining("ask for fewer");
  }

  private boolean isOffered(Principal principal) {
    try {
      access.check(principal);
      return true;
    } catch (DriverException.OutOfRange e) {
      return false;
    }
  }

  @Test
  void aKeyIsEffectiveWhenTheServerAcceptsIt() {
    fake.effectsTake(LATE);
    Granting granted = grant(1, List.of());

    assertThat(access.isEffective(principal(1), granted.issued.credential())).isFalse();
    fake.pass(LATE);
    assertThat(access.isEffective(principal(1), granted.issued.credential())).isTrue();
  }

  @Test
  void aRevokeIsOverWhenTheServerRefusesTheKey() {
    Granting granted = grant(1, List.of());
    fake.pass(LATE);
    fake.effectsTake(LATE);

    for (int call = 0; call < 2; call++) {
      assertThatExceptionOfType(DriverException.Aborted.class)
          .isThrownBy(() -> revoke(granted))
          .withMessageContaining("still accepts its key");
      assertThat(backend.keys("ba-1")).as("with which it is tried").hasSize(1);
    }

    fake.pass(LATE);
    revoke(granted);
    assertThat(fake.users()).isEmpty();
    revoke(granted);
  }

  /** "Changes that you make might not be immediately visible", in a list either. */
  @Test
  void aKeyThatIsNotListedYetIsEndedAsItsRecordNamesIt() {
    fake.effectsTake(LATE);
    Granting one = grant(1, List.of());
    Granting two = grant(2, List.of(one.key));

    access.retire(principal(1), one.key, List.of(two.key));
    assertThat(backend.keys("ba-1")).containsExactly(two.key.handle().orElseThrow().text());
    access.revoke(principal(1), List.of(two.key));
    assertThat(fake.users()).isEmpty();
  }

  private void revoke(Granting granted) {
    access.revoke(principal(1), List.of(granted.key), List.of(granted.issued.credential()));
  }

  /**
   * "Troubleshoot IAM" of what is not visible yet; "Common errors" and the actions' own of the
   * rest.
   */
  @ParameterizedTest
  @CsvSource({
    "PutUserPolicy, 404, NoSuchEntity",
    "CreateAccessKey, 404, NoSuchEntity",
    "PutUserPolicy, 403, AccessDenied", // of what is not visible yet, IAM knows no path
    "PutUserPolicy, 409, ConcurrentModification",
    "CreateUser, 409, EntityTemporarilyUnmodifiable"
  })
  void whatPassesIsAskedForAgain(String action, int status, String code) {
    fake.refuseOnce(action, status, code);
    if (code.equals("AccessDenied")) {
      fake.refuseOnce("GetUser", 404, "NoSuchEntity");
    }

    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> grant(1, List.of()));

    assertThat(access.isLive(principal(1), grant(1, List.of()).key)).isTrue();
  }

  /** The client asks again by itself. */
  @Test
  void aServerThatThrottlesIsAskedLater() {
    fake.refuseOnce("CreateAccessKey", 400, "Throttling");

    assertThatCode(() -> grant(1, List.of())).doesNotThrowAnyException();
  }

  @Test
  void aRevokeGoesOnAfterWhatPasses() {
    Granting granted = grant(1, List.of());
    fake.refuseOnce("DeleteUser", 409, "EntityTemporarilyUnmodifiable");

    assertThatExceptionOfType(DriverException.Unavailable.class).isThrownBy(() -> revoke(granted));

    revoke(granted);
    assertThat(fake.users()).isEmpty();
  }
}
