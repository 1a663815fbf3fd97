package io.windlass.store.azure.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.error.DriverException;
import io.windlass.error.ErrorKind;
import io.windlass.error.StoreErrors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Translation of the service's errors. */
class AzureErrorsTest {
  private final StoreErrors errors = AzureErrors.of("azure");

  @ParameterizedTest
  @CsvSource({
    "404, BlobNotFound, NOT_FOUND",
    "404, ContainerNotFound, NO_SUCH_BUCKET",
    "409, BlobAlreadyExists, PRECONDITION_FAILED",
    "412, ConditionNotMet, PRECONDITION_FAILED",
    "412, SourceConditionNotMet, PRECONDITION_FAILED",
    "304, '', PRECONDITION_FAILED",
    "400, InvalidBlockList, NOT_FOUND",
    "409, ContainerAlreadyExists, ALREADY_EXISTS",
    "409, ContainerBeingDeleted, UNAVAILABLE",
    "409, PendingCopyOperation, UNAVAILABLE",
    "403, AuthenticationFailed, UNAUTHENTICATED",
    "403, AuthorizationPermissionMismatch, PERMISSION_DENIED",
    "403, AuthorizationFailure, PERMISSION_DENIED",
    "403, KeyBasedAuthenticationNotPermitted, PERMISSION_DENIED",
    "412, LeaseIdMissing, IN_USE",
    "409, SnapshotsPresent, IN_USE",
    "409, BlobArchived, FAILED_PRECONDITION",
    "400, InvalidBlobOrBlock, NOT_FOUND",
    "409, BlockCountExceedsLimit, QUOTA_EXCEEDED",
    "400, InvalidResourceName, INVALID_KEY",
    "409, InvalidDestinationPath, INVALID_KEY",
    "409, PathConflict, INVALID_KEY",
    "409, ResourceTypeMismatch, INVALID_KEY",
    "400, MetadataTooLarge, INVALID_ARGUMENT",
    "416, InvalidRange, INVALID_ARGUMENT",
    "503, ServerBusy, UNAVAILABLE",
    "500, '', UNAVAILABLE",
    "404, '', UNAVAILABLE",
    "200, '', UNAVAILABLE",
    "301, '', UNAVAILABLE",
    "400, '', UNAVAILABLE",
    "405, '', UNAVAILABLE",
    "409, '', UNAVAILABLE",
    "413, '', UNAVAILABLE",
    "501, '', UNAVAILABLE",
    "400, AccountRequiresHttps, FAILED_PRECONDITION",
    "403, AccountIsDisabled, FAILED_PRECONDITION",
    "409, SomethingNew, FAILED_PRECONDITION"
  })
  void codesAndStatusesAreKinds(int status, String code, ErrorKind kind) {
    DriverException thrown =
        errors.of(AzureErrors.failure(status, code), "put", "container/key", null);

    assertThat(thrown.kind()).isEqualTo(kind);
    assertThat(thrown).hasMessageContaining("azure: put container/key: ");
  }

  @Test
  void whatHasToBeWaitedForSaysHowLong() {
    assertThat(AzureErrors.failure(409, "ContainerBeingDeleted").text()).contains("30 seconds");
    assertThat(AzureErrors.failure(409, "LeaseAlreadyPresent").text()).contains("break it");
    assertThat(AzureErrors.failure(409, "SnapshotsPresent").text()).contains("snapshots");
  }

  @Test
  void whatHasNoRoomSaysWhatIsInTheWay() {
    assertThat(AzureErrors.failure(409, "PathConflict").text()).contains("below a blob");
    assertThat(AzureErrors.failure(409, "InvalidDestinationPath").text()).contains("below a blob");
    assertThat(AzureErrors.failure(409, "ResourceTypeMismatch").text())
        .contains("a directory has this name");
  }

  @Test
  void aHostThatDnsDoesNotKnowIsSaidToBe() {
    Exception thrown =
        new UncheckedIOException(
            (IOException) new ConnectException().initCause(new UnresolvedAddressException()));

    assertThat(errors.translate("list", "containers", thrown))
        .isInstanceOf(DriverException.Unavailable.class)
        .hasMessageContainingAll(
            "DNS does not know the host",
            "https://account.blob.core.chinacloudapi.cn",
            "https://account.blob.core.usgovcloudapi.net");
  }

  @Test
  void whatNobodyAnsweredIsUnavailable() {
    assertThat(kind(new UncheckedIOException(new ConnectException("refused"))))
        .isEqualTo(ErrorKind.UNAVAILABLE);
    assertThat(kind(new UncheckedIOException(new HttpTimeoutException("request timed out"))))
        .isEqualTo(ErrorKind.UNAVAILABLE);
    assertThat(kind(new IOException("reset"))).isEqualTo(ErrorKind.UNAVAILABLE);
  }

  @Test
  void anInterruptedCallLeavesTheThreadInterrupted() {
    assertThat(kind(new IllegalStateException(new InterruptedException())))
        .isEqualTo(ErrorKind.UNAVAILABLE);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void ownExceptionsPass() {
    DriverException own = new DriverException.NotFound("gone", null);

    assertThat(errors.translate("put", "container/key", new IllegalStateException(own)))
        .isSameAs(own);
  }

  private ErrorKind kind(Exception thrown) {
    return errors.translate("put", "container/key", thrown).kind();
  }
}
