package io.windlass.store.azure.access;

import com.azure.core.util.Context;
import com.azure.storage.blob.models.BlobDownloadResponse;
import com.azure.storage.blob.models.BlobErrorCode;
import com.azure.storage.blob.models.BlobRange;
import com.azure.storage.blob.models.BlobStorageException;
import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.store.azure.client.AzureClients;
import io.windlass.store.azure.client.AzureErrors;
import io.windlass.store.azure.client.AzureKey;
import io.windlass.store.azure.client.AzureProtocol;
import io.windlass.store.azure.client.SharedAccessSignature;
import java.io.OutputStream;
import java.util.Set;

/**
 * Tries tokens as workloads use them: only the service knows when a stored access policy is
 * effective, and which tokens the account's owner lets be used. It reads a byte of a blob that
 * hardly exists, because the answer to that says why, and writes nothing.
 */
public final class AzureTokenTrial {
  /** What to do about a grant that lasts too long. */
  static final String SOONER = "ask for one that ends sooner (expiresAfter)";

  private static final String BLOB = "windlass-trial";

  private static final int NO_SUCH_RANGE = 416;

  /**
   * What the service says of a blob that is there, and cannot be read as it is, to those whose
   * token it accepts ("Blob Storage error codes").
   */
  private static final Set<BlobErrorCode> UNREADABLE =
      Set.of(
          BlobErrorCode.BLOB_ARCHIVED,
          BlobErrorCode.BLOB_BEING_REHYDRATED,
          BlobErrorCode.BLOB_USES_CUSTOMER_SPECIFIED_ENCRYPTION);

  private final AzureClients clients;
  private final StoreErrors errors;
  private final AzureSasPolicy policy;

  /**
   * Creates it.
   *
   * @param policy the account's, which messages name
   */
  public AzureTokenTrial(AzureClients clients, StoreErrors errors, AzureSasPolicy policy) {
    this.clients = clients;
    this.errors = errors;
    this.policy = policy;
  }

  private enum Answer {
    ACCEPTED,
    /** For something else than what was tried. */
    BEYOND_PERMISSIONS,
    REFUSED,
    /** By the expiration policy of the account: it will never be accepted. */
    AGAINST_POLICY
  }

  /** Returns whether the service accepts a token, whatever it permits. */
  boolean isAccepted(Credential credential, BucketGrant grant) {
    return switch (answer(credential, grant)) {
      case ACCEPTED, BEYOND_PERMISSIONS -> true;
      case REFUSED, AGAINST_POLICY -> false;
    };
  }

  /**
   * Checks that a token which was just made is accepted, or may be later.
   *
   * @throws DriverException.FailedPrecondition as {@link #isEffective}
   */
  void requireAllowed(Credential credential, BucketGrant grant, String remedy) {
    boolean _ = isEffective(credential, grant, remedy);
  }

  /**
   * Returns whether the service accepts a token that was just made. False: it may be accepted
   * later.
   *
   * @param remedy what a caller can do about a token that never will, as a part of a sentence
   * @throws DriverException.FailedPrecondition if the account's expiration policy for shared access
   *     signatures refuses it
   */
  boolean isEffective(Credential credential, BucketGrant grant, String remedy) {
    return switch (answer(credential, grant)) {
      case ACCEPTED, BEYOND_PERMISSIONS -> true;
      case REFUSED -> false;
      case AGAINST_POLICY -> throw againstPolicy(grant, remedy);
    };
  }

  private DriverException againstPolicy(BucketGrant grant, String remedy) {
    return new DriverException.FailedPrecondition(
        errors.says(
            "grant access to",
            grant.bucket(),
            ("the account refuses the token by its expiration policy for shared access"
                    + " signatures (sasPolicy, action Block), by which %s: %s, or use access by"
                    + " service accounts, or let the account's owner change the policy (az"
                    + " storage account update --sas-exp)")
                .formatted(policy.described(), remedy)));
  }

  /**
   * Checks that a token which is bound to a principal is of no use without that principal's own
   * token. That it is of use with it, only the principal can try.
   *
   * @param remedy as {@link #isEffective} has it
   * @throws DriverException.FailedPrecondition if the service accepts it from anybody; and as
   *     {@link #isEffective}
   */
  void requireBound(Credential credential, BucketGrant grant, String remedy) {
    switch (answer(credential, grant)) {
      case ACCEPTED ->
          throw new DriverException.FailedPrecondition(
              errors.says(
                  "grant access to",
                  grant.bucket(),
                  "the service accepts a token that is bound to a principal from anybody, so it is"
                      + " not handed out: leave out parameter delegatedUserObjectId"));
      case AGAINST_POLICY -> throw againstPolicy(grant, remedy);
      // No source says with which words the service refuses the token alone.
      case BEYOND_PERMISSIONS, REFUSED -> {}
    }
  }

  private Answer answer(Credential credential, BucketGrant grant) {
    AzureKey.Token token =
        new AzureKey.Token(SharedAccessSignature.tokenOf(AzureProtocol.sasUri(credential)));
    AzureClients workload = clients.as(token);
    try {
      errors.run("try a token on", grant.bucket(), () -> read(workload, grant));
      return Answer.ACCEPTED;
    } catch (DriverException.Unauthenticated e) {
      return AzureErrors.isAgainstSasPolicy(e) ? Answer.AGAINST_POLICY : Answer.REFUSED;
    } catch (DriverException.NoSuchBucket e) {
      return Answer.REFUSED;
    } catch (DriverException.NotFound e) {
      return Answer.ACCEPTED; // there is no such blob
    } catch (DriverException.PermissionDenied e) {
      return AzureErrors.isBeyondPermissions(e) ? Answer.BEYOND_PERMISSIONS : Answer.REFUSED;
    } catch (DriverException.Unavailable e) {
      if (AzureErrors.isBeingDeleted(e)) {
        return Answer.REFUSED;
      }
      throw e;
    }
  }

  private static void read(AzureClients workload, BucketGrant grant) {
    try {
      BlobDownloadResponse _ =
          workload
              .container(grant.bucket())
              .getBlobClient(grant.prefix() + BLOB)
              .downloadStreamWithResponse(
                  OutputStream.nullOutputStream(),
                  new BlobRange(0, 1L),
                  null,
                  null,
                  false,
                  null,
                  Context.NONE);
    } catch (BlobStorageException e) {
      if (!isOfTheBlob(e)) {
        throw e;
      }
    }
  }

  /** An empty blob has no first byte. */
  private static boolean isOfTheBlob(BlobStorageException answered) {
    return answered.getStatusCode() == NO_SUCH_RANGE
        || UNREADABLE.stream().anyMatch(code -> code.equals(answered.getErrorCode()));
  }
}
