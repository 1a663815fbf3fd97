package io.windlass.store.azure.access;

import com.azure.storage.blob.models.BlobProperties;
import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.store.azure.client.AzureClients;
import io.windlass.store.azure.client.AzureErrors;
import io.windlass.store.azure.client.AzureKey;
import io.windlass.store.azure.client.AzureProtocol;
import io.windlass.store.azure.client.SharedAccessSignature;

/**
 * Tries tokens as workloads use them: only the service knows when the end of a policy is effective.
 * It asks for the properties of a blob that hardly exists, and writes nothing.
 */
final class AzureTokenTrial {
  private static final String BLOB = "windlass-trial";

  private final AzureClients clients;
  private final StoreErrors errors;

  AzureTokenTrial(AzureClients clients, StoreErrors errors) {
    this.clients = clients;
    this.errors = errors;
  }

  /** Returns whether the service accepts a token, whatever it permits. */
  boolean isAccepted(Credential credential, BucketGrant grant) {
    AzureKey.Token token =
        new AzureKey.Token(SharedAccessSignature.read(AzureProtocol.sasUri(credential)).token());
    AzureClients workload = new AzureClients(clients.connection(), () -> token);
    try {
      BlobProperties _ =
          errors.call(
              "try a token on",
              grant.bucket(),
              () ->
                  workload
                      .container(grant.bucket())
                      .getBlobClient(grant.prefix() + BLOB)
                      .getProperties());
      return true;
    } catch (DriverException.NoSuchBucket | DriverException.Unauthenticated e) {
      return false;
    } catch (DriverException.NotFound e) {
      return true;
    } catch (DriverException.PermissionDenied e) {
      return AzureErrors.isBeyondPermissions(e);
    } catch (DriverException.Unavailable e) {
      if (AzureErrors.isBeingDeleted(e)) {
        return false;
      }
      throw e;
    }
  }
}
