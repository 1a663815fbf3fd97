package io.windlass.store.azure.bucket;

import com.azure.core.http.HttpMethod;
import com.azure.core.http.rest.PagedResponse;
import com.azure.core.http.rest.Response;
import com.azure.core.util.Context;
import com.azure.storage.blob.models.BlobContainerItem;
import com.azure.storage.blob.models.BlobContainerProperties;
import com.azure.storage.blob.models.BlobListDetails;
import com.azure.storage.blob.models.BlobRequestConditions;
import com.azure.storage.blob.models.ListBlobsOptions;
import io.windlass.backend.BucketAdmin;
import io.windlass.backend.BucketSettings;
import io.windlass.backend.BucketSettings.Encryption;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.store.Page;
import io.windlass.store.azure.client.AzureClients;
import io.windlass.store.azure.client.AzureContainer;
import io.windlass.store.azure.client.AzureErrors;
import io.windlass.store.azure.client.AzureKey;
import io.windlass.store.azure.client.BlobRequest;
import io.windlass.store.azure.object.AzureAnswers;
import io.windlass.store.azure.object.AzureCapabilities;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Containers as buckets. */
public final class AzureBuckets implements BucketAdmin {
  private final AzureClients clients;
  private final StoreErrors errors;
  private final AzurePolicies policies;
  private final Optional<LockableContainers> lockable;

  /**
   * Creates it; nothing is asked.
   *
   * @param lockable empty if the driver does not ask Azure Resource Manager
   */
  public AzureBuckets(
      AzureClients clients, StoreErrors errors, Optional<LockableContainers> lockable) {
    this.clients = clients;
    this.errors = errors;
    this.lockable = lockable;
    this.policies = new AzurePolicies(clients, errors);
  }

  @Override
  public boolean exists(String bucket) {
    requireName(bucket);
    try {
      return errors.call("look for", bucket, () -> clients.container(bucket).exists());
    } catch (DriverException.Unavailable e) {
      if (AzureErrors.isBeingDeleted(e)) {
        return false;
      }
      throw e;
    }
  }

  /**
   * Creates a container. Names belong to one account, so an existing container was made by the
   * driver.
   */
  @Override
  public void create(String bucket, BucketSettings settings) {
    requireName(bucket);
    requireOffered(settings);
    Map<String, String> metadata = ContainerTags.in(Map.of(), settings.tags());
    Optional<String> scope =
        settings.encryption() instanceof Encryption.Scope(String name)
            ? Optional.of(name)
            : Optional.empty();
    if (settings.objectLock()) {
      locks().create(bucket, metadata, scope);
      if (!hasLocks(bucket)) {
        throw new DriverException.AlreadyExists(
            errors.says("create bucket", bucket, "it exists without object lock"), null);
      }
      retain(bucket, settings);
      return;
    }
    BlobRequest request =
        BlobRequest.ofContainer(new AzureContainer(clients, bucket, errors), HttpMethod.PUT)
            .query("restype", "container");
    metadata.forEach((name, value) -> request.header("x-ms-meta-" + name, value));
    scope.ifPresent(name ->
        request
            .header("x-ms-default-encryption-scope", name)
            .header("x-ms-deny-encryption-scope-override", "true"));
    try {
      HttpHeaders _ = request.send("create");
    } catch (DriverException.AlreadyExists e) {
      // made before, perhaps by an attempt whose answer was lost
    }
  }

  /** "Naming and referencing containers, blobs, and metadata". */
  public static void requireName(String bucket) {
    if (!bucket.matches("(?=.{3,63}$)[a-z0-9]+(?:-[a-z0-9]+)*")) {
      throw new DriverException.InvalidArgument(
          "this is no name for a container: names have 3 to 63 lower case letters, digits and"
              + " single hyphens between them");
    }
  }

  private void requireOffered(BucketSettings settings) {
    Optional<String> region = clients.connection().region();
    if (settings.region().isPresent() && !settings.region().equals(region)) {
      throw new DriverException.Unsupported(
          "region %s is not offered: a container is where its storage account is, and that is %s"
              .formatted(
                  settings.region().get(), region.orElse("not known: name it by setting REGION")),
          null);
    }
    if (settings.objectLock()) {
      LockableContainers _ = locks();
    }
    List<String> others = settings.notOfferedBy(AzureCapabilities.MANAGED);
    if (!others.isEmpty()) {
      throw new DriverException.Unsupported(
          "not offered for a container, only for a whole storage account: "
              + String.join(", ", others),
          null);
    }
  }

  private LockableContainers locks() {
    return lockable.orElseThrow(() ->
        new DriverException.Unsupported(
            "objectLock is not offered: it takes an identity of the driver, and RESOURCE_ID, because"
                + " Azure Resource Manager alone makes such containers",
            null));
  }

  @Override
  public void update(String bucket, BucketSettings settings) {
    change(bucket, settings);
    setTags(bucket, settings.tags());
  }

  @Override
  public boolean keepsVersions(String bucket) {
    requireThere(bucket);
    return false;
  }

  @Override
  public void keepVersions(String bucket, boolean wanted) {
    requireThere(bucket);
    if (wanted) {
      throw new DriverException.Unsupported(
          "versioning cannot be enabled for a container, only for its whole storage account", null);
    }
  }

  @Override
  public void amend(String bucket, BucketSettings settings) {
    change(bucket, settings);
    if (!settings.tags().isEmpty()) {
      setTags(bucket, settings.tags());
    }
  }

  private void change(String bucket, BucketSettings settings) {
    requireThere(bucket);
    requireOffered(settings);
    if (settings.encryption() instanceof Encryption.Scope(String scope)
        && !scope.equals(properties(bucket).getDefaultEncryptionScope())) {
      throw new DriverException.Unsupported(
          "encryptionScope can be set only when a container is made", null);
    }
    if (settings.objectLock() && !hasLocks(bucket)) {
      throw new DriverException.Unsupported(
          "objectLock can be set only when a container is made", null);
    }
    retain(bucket, settings);
  }

  private void retain(String bucket, BucketSettings settings) {
    settings.retentionDays().ifPresent(days -> locks().retain(bucket, days));
  }

  private boolean hasLocks(String bucket) {
    return Boolean.TRUE.equals(properties(bucket).isImmutableStorageWithVersioningEnabled());
  }

  @Override
  public List<String> dangers(String bucket) {
    return Optional.ofNullable(properties(bucket).getBlobPublicAccess()).stream()
        .map(_ -> "anybody can read its blobs (public access)")
        .toList();
  }

  private BlobContainerProperties properties(String bucket) {
    return errors.call("look at", bucket, () -> clients.container(bucket).getProperties());
  }

  /** "Set Container Metadata" sets all of it, and has no condition that others' changes break. */
  private void setTags(String bucket, Map<String, String> tags) {
    Map<String, String> now = properties(bucket).getMetadata();
    Map<String, String> wanted = ContainerTags.in(now, tags);
    if (!wanted.equals(now)) {
      errors.run("tag", bucket, () -> clients.container(bucket).setMetadata(wanted));
    }
  }

  private void requireThere(String bucket) {
    if (!exists(bucket)) {
      throw new DriverException.NoSuchBucket(
          errors.says("change", bucket, "there is no such container"), null);
    }
  }

  /**
   * Deletes an empty container. The service would delete all blobs with it, and has neither a lock
   * against writes nor a condition that a write breaks. So this removes the container's access
   * policies first, and looks for blobs when that is effective. The lease keeps others from
   * deleting the container, and from making another of its name, between that look and the
   * deletion. A client with a key of the account, or a role, can still write in between, and loses
   * what it writes. A driver without an account key cannot read policies, and issues no tokens by
   * them.
   */
  @Override
  public void delete(String bucket) {
    requireName(bucket);
    try {
      requireEmpty(bucket);
      if (clients.credential() instanceof AzureKey.Account) {
        shutOut(bucket);
      }
      deleteEmpty(bucket);
    } catch (DriverException.NoSuchBucket e) {
      // gone
    } catch (DriverException.Unavailable e) {
      if (!AzureErrors.isBeingDeleted(e)) {
        throw e;
      }
    }
  }

  private void shutOut(String bucket) {
    policies.close("delete", bucket);
    Duration left = policies.untilClosed(bucket);
    if (left.isPositive()) {
      throw new DriverException.Aborted(
          errors.says(
              "delete",
              bucket,
              ("its access policies are removed, and the service may go by them for"
                      + " another %d s: call again then")
                  .formatted(left.plusMillis(999).toSeconds())));
    }
  }

  private void deleteEmpty(String bucket) {
    ContainerLease lease = new ContainerLease(clients, errors, bucket);
    try {
      Instant _ = lease.acquire("delete");
    } catch (DriverException.InUse e) {
      throw lease.notNow("delete");
    }
    boolean deleted = false;
    try {
      requireEmpty(bucket);
      BlobRequestConditions held = new BlobRequestConditions().setLeaseId(lease.id());
      Response<Void> _ =
          errors.call(
              "delete",
              bucket,
              () -> clients.container(bucket).deleteWithResponse(held, null, Context.NONE));
      deleted = true;
    } finally {
      if (!deleted) {
        lease.release();
      }
    }
  }

  private void requireEmpty(String bucket) {
    boolean versions =
        clients.version().hasVersions()
            && !new AzureContainer(clients, bucket, errors).hasDirectories();
    ListBlobsOptions one =
        new ListBlobsOptions()
            .setMaxResultsPerPage(1)
            .setDetails(new BlobListDetails().setRetrieveVersions(versions));
    if (errors.call(
        "delete",
        bucket,
        () -> clients.container(bucket).listBlobs(one, null).iterator().hasNext())) {
      throw new DriverException.NotEmpty(errors.says("delete", bucket, "it is not empty"), null);
    }
  }

  @Override
  public Page<String> list(Optional<String> token) {
    return errors.call(
        "list",
        "containers",
        () -> {
          PagedResponse<BlobContainerItem> page =
              token
                  .map(next -> clients.service().listBlobContainers().iterableByPage(next))
                  .orElseGet(() -> clients.service().listBlobContainers().iterableByPage())
                  .iterator()
                  .next();
          return new Page<>(
              page.getValue().stream()
                  .map(container ->
                      AzureAnswers.stated(Optional.ofNullable(container.getName()), "a name"))
                  .toList(),
              Optional.ofNullable(page.getContinuationToken()).filter(next -> !next.isEmpty()));
        });
  }
}
