package io.windlass.store.azure.client;

import com.azure.core.exception.HttpResponseException;
import com.azure.core.http.HttpHeaderName;
import com.azure.storage.blob.models.BlobErrorCode;
import com.azure.storage.blob.models.BlobStorageException;
import io.windlass.error.DriverException;
import io.windlass.error.Failure;
import io.windlass.error.Meaning;
import io.windlass.error.StoreErrors;
import java.io.IOException;
import java.util.Optional;

/**
 * Translates the SDK's exceptions and the service's answers by their error code, or else by their
 * HTTP status ("Blob Storage error codes" and "Common REST API error codes"). Messages hold neither
 * keys nor headers nor URLs.
 */
public final class AzureErrors {
  static final HttpHeaderName CODE = HttpHeaderName.fromString("x-ms-error-code");

  private AzureErrors() {}

  /** Returns the errors of the backend of this name. */
  public static StoreErrors of(String backend) {
    return new StoreErrors(backend, AzureErrors::failure);
  }

  private static Failure failure(Throwable thrown) {
    return thrown instanceof HttpResponseException answered && answered.getResponse() != null
        ? failure(
            answered.getResponse().getStatusCode(),
            code(answered),
            String.valueOf(answered.getMessage()))
        : AzureRefusals.unresolved(thrown)
            .map(text -> new Failure(Meaning.UNREACHABLE, text))
            .orElseGet(() -> Failure.unanswered(unwrapped(thrown)));
  }

  /** Unwraps exceptions of the transport, which the SDK wraps in exceptions without information. */
  private static Throwable unwrapped(Throwable thrown) {
    return Failure.cause(thrown, IOException.class).<Throwable>map(e -> e).orElse(thrown);
  }

  /** Returns what an error answer means. */
  static Failure failure(HttpAnswer answer) {
    return failure(answer.status(), code(answer));
  }

  /** Returns what the error of one answer in a batch means. */
  public static Failure failure(int status, String code) {
    return failure(status, code, "");
  }

  private static Failure failure(int status, String code, String answer) {
    Meaning meaning = meaning(status, code);
    String what = code.isEmpty() ? "HTTP " + status : code;
    return switch (code) {
      case "ContainerBeingDeleted" ->
          new Failure(
              meaning,
              ("a container of this name is being deleted (%s): its name is free again after 30"
                      + " seconds at the earliest, and later if it held much")
                  .formatted(what));
      case "InvalidHeaderValue" ->
          new Failure(
              meaning,
              "the service does not take what a header says (%s): if it lacks the newest version of Azure's API, set SERVICE_VERSION to one that it has"
                  .formatted(what));
      case "AccountRequiresHttps" ->
          new Failure(
              meaning,
              "the account takes only requests over TLS (%s): let the endpoint begin with https://"
                  .formatted(what));
      case "AccountIsDisabled" ->
          new Failure(
              meaning,
              "the account is disabled (%s): its owner enables its subscription again"
                  .formatted(what));
      case "SnapshotsPresent" ->
          new Failure(meaning, "it has snapshots (%s): delete those first".formatted(what));
      case "InvalidBlobType" ->
          new Failure(
              meaning, "it is a page or append blob (%s), which is not written".formatted(what));
      case "InvalidDestinationPath", "PathConflict" ->
          new Failure(
              meaning,
              ("where directories are real nothing can be below a blob, nor a blob and a directory"
                      + " have one name (%s): choose another name, or delete the blob at a part of"
                      + " this one, or the directory that has it")
                  .formatted(what));
      case "ResourceTypeMismatch" ->
          new Failure(
              meaning,
              "a directory has this name (%s): choose another name, or delete the directory"
                  .formatted(what));
      default -> ofMeaning(meaning, what, answer);
    };
  }

  private static Failure ofMeaning(Meaning meaning, String what, String answer) {
    return switch (meaning) {
      case NO_BUCKET -> new Failure(meaning, "there is no such container");
      case UNAUTHENTICATED -> new Failure(meaning, AzureRefusals.unauthenticated(what, answer));
      case DENIED -> new Failure(meaning, AzureRefusals.denied(what));
      case HELD ->
          new Failure(
              meaning,
              "somebody holds a lease on it (%s): wait until that ends, or break it"
                  .formatted(what));
      default -> Failure.of(meaning, what);
    };
  }

  /** Returns whether the error means that the container is being deleted. */
  public static boolean isBeingDeleted(DriverException.Unavailable thrown) {
    return thrown.getCause() instanceof BlobStorageException answered
        && BlobErrorCode.CONTAINER_BEING_DELETED.equals(answered.getErrorCode());
  }

  /** Returns whether the credential is right, and does not permit the request. */
  public static boolean isBeyondPermissions(DriverException.PermissionDenied thrown) {
    return thrown.getCause() instanceof BlobStorageException answered
        && BlobErrorCode.AUTHORIZATION_PERMISSION_MISMATCH.equals(answered.getErrorCode());
  }

  /**
   * Returns whether the account's expiration policy refuses a shared access signature: the service
   * says so in the body of its answer alone.
   */
  public static boolean isAgainstSasPolicy(DriverException.Unauthenticated thrown) {
    return thrown.getCause() instanceof BlobStorageException answered
        && AzureRefusals.isAgainstSasPolicy(String.valueOf(answered.getMessage()));
  }

  /** Returns the service's code of the error; empty if it has none. */
  static String code(HttpAnswer answer) {
    return answer.headers().firstValue(CODE.getCaseSensitiveName()).orElse("");
  }

  /** Returns the service's code of the error; empty if it has none. */
  static String code(HttpResponseException thrown) {
    if (thrown instanceof BlobStorageException blob && blob.getErrorCode() != null) {
      return blob.getErrorCode().toString();
    }
    return Optional.ofNullable(thrown.getResponse())
        .flatMap(response -> Optional.ofNullable(response.getHeaderValue(CODE)))
        .orElse("");
  }

  private static Meaning meaning(int status, String code) {
    return switch (code) {
      // Somebody else committed the blob, which discarded the blocks of this upload; or sent blocks
      // with ids of another length since the upload was started. A new upload helps.
      case "BlobNotFound",
          "ResourceNotFound",
          "InvalidBlockList",
          "InvalidBlobOrBlock",
          "PathNotFound",
          "SourcePathNotFound",
          "RenameDestinationParentPathNotFound" ->
          Meaning.NOT_FOUND;
      case "CannotVerifyCopySource" -> status == 404 ? Meaning.NOT_FOUND : meaning(status);
      case "ContainerNotFound", "FilesystemNotFound" -> Meaning.NO_BUCKET;
      case "DirectoryNotEmpty", "DirectoryIsNotEmpty" -> Meaning.NOT_EMPTY;
      // A 409, where other stores answer 412.
      case "BlobAlreadyExists",
          "ConditionNotMet",
          "PathAlreadyExists",
          "SourceConditionNotMet",
          "TargetConditionNotMet" ->
          Meaning.CHANGED;
      case "AuthenticationFailed", "InvalidAuthenticationInfo", "NoAuthenticationInformation" ->
          Meaning.UNAUTHENTICATED;
      case "ContainerAlreadyExists" -> Meaning.EXISTS;
      case "LeaseIdMissing",
          "LeaseIdMismatchWithBlobOperation",
          "LeaseIdMismatchWithContainerOperation",
          "LeaseAlreadyPresent",
          "LeaseLost",
          "LeaseNotPresentWithContainerOperation",
          "SnapshotsPresent" ->
          Meaning.HELD;
      case "BlobArchived",
          "BlobBeingRehydrated",
          "BlobImmutableDueToPolicy",
          "BlobImmutableDueToLegalHold",
          "InvalidBlobType" ->
          Meaning.WRONG_STATE;
      case "AccountIsDisabled", "AccountRequiresHttps" -> Meaning.ACCOUNT;
      case "BlockCountExceedsLimit" -> Meaning.QUOTA;
      case "ContainerBeingDeleted",
          "ContainerDisabled",
          "ContainerOperationFailure",
          "AccountBeingCreated",
          "PendingCopyOperation",
          "ServerBusy",
          "InternalError",
          "OperationTimedOut",
          "Md5Mismatch",
          "Crc64Mismatch" ->
          Meaning.UNAVAILABLE;
      case "UnsupportedHeader",
          "UnsupportedQueryParameter",
          "UnsupportedHttpVerb",
          "FeatureVersionMismatch",
          "EndpointUnsupportedAccountFeatures",
          "FeatureNotYetSupportedForHierarchicalNamespaceAccounts" ->
          Meaning.UNSUPPORTED;
      case "InvalidResourceName", "InvalidUri" -> Meaning.INVALID_KEY;
      // In an account with a hierarchical namespace: what is there leaves no room for the name.
      case "InvalidDestinationPath", "PathConflict", "ResourceTypeMismatch" -> Meaning.INVALID_KEY;
      case "" -> uncoded(status);
      default -> meaning(status);
    };
  }

  /**
   * Returns what an answer without a code means. The service sends one with every error, also with
   * the answer to a HEAD: so such an answer comes from something in front of it, and does not say
   * that the request is wrong.
   */
  private static Meaning uncoded(int status) {
    return switch (status) {
      case 304, 401, 403, 408, 412, 429, 507 -> meaning(status);
      default -> status >= 500 && status != 501 ? Meaning.UNAVAILABLE : Meaning.FOREIGN;
    };
  }

  private static Meaning meaning(int status) {
    return switch (status) {
      case 304, 412 -> Meaning.CHANGED;
      case 400, 405, 411, 413, 414, 416 -> Meaning.INVALID;
      case 409 -> Meaning.WRONG_STATE;
      case 401 -> Meaning.UNAUTHENTICATED;
      case 403 -> Meaning.DENIED;
      case 404 -> Meaning.NOT_FOUND;
      case 408, 429 -> Meaning.UNAVAILABLE;
      case 501 -> Meaning.UNSUPPORTED;
      case 507 -> Meaning.QUOTA;
      default -> status >= 500 ? Meaning.UNAVAILABLE : Meaning.UNEXPECTED;
    };
  }
}
