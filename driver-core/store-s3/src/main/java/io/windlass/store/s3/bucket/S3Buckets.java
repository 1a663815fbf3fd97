package io.windlass.store.s3.bucket;

import io.windlass.backend.BucketAdmin;
import io.windlass.backend.BucketSettings;
import io.windlass.backend.BucketSettings.Encryption;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.http.HttpAttempts;
import io.windlass.operation.Deadline;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import io.windlass.store.Page;
import io.windlass.store.s3.client.AwsNames;
import io.windlass.store.s3.client.S3Answer;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Requests.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.Bucket;
import software.amazon.awssdk.services.s3.model.BucketAlreadyOwnedByYouException;
import software.amazon.awssdk.services.s3.model.BucketNamespace;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.CreateBucketRequest;
import software.amazon.awssdk.services.s3.model.ListBucketsRequest;
import software.amazon.awssdk.services.s3.model.ListBucketsResponse;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsResponse;

/** Makes, changes and removes buckets of an S3 server. */
public final class S3Buckets implements BucketAdmin {
  private static final int PAGE = 1000;

  /**
   * Of MinIO, in its source (internal/bucket/object/lock), and of StorageGRID, in its documents.
   */
  private static final int MOST_RETENTION_DAYS = 36_500;

  private final S3Clients clients;
  private final Capabilities capabilities;
  private final S3Extras extras;
  private final StoreErrors errors;
  private final HttpAttempts attempts;

  /**
   * Creates the administration of one server's buckets.
   *
   * @param attempts pauses of requests about a bucket that the server does not know yet
   */
  public S3Buckets(
      S3Clients clients,
      Capabilities capabilities,
      S3Extras extras,
      StoreErrors errors,
      HttpAttempts attempts) {
    this.clients = clients;
    this.capabilities = capabilities;
    this.extras = extras;
    this.errors = errors;
    this.attempts = attempts;
  }

  /**
   * Requests the location rather than a HEAD, whose errors have no body: a wrong access key must
   * not look like a missing bucket.
   */
  @Override
  public boolean exists(String bucket) {
    AwsNames.requireBucket(clients.connection().endpoint(), bucket);
    try {
      require("look for bucket", bucket, clients.deadline());
      return true;
    } catch (DriverException.NotFound e) {
      return false;
    } catch (DriverException.PermissionDenied e) {
      throw new DriverException.PermissionDenied(
          "%s. Either the bucket is another account's, and its name is taken: choose another; or the driver's key lacks s3:GetBucketLocation"
              .formatted(e.getMessage()),
          e);
    }
  }

  private void require(String operation, String bucket, Deadline deadline) {
    Request location =
        new Request(
            SdkHttpMethod.GET,
            Optional.of(bucket),
            "",
            Map.of("location", ""),
            Map.of(),
            Optional.empty());
    errors.call(
        operation,
        bucket,
        () -> deadline.limit(() -> clients.requests().send(location, S3Answer::closed)));
  }

  @Override
  public void create(String bucket, BucketSettings wanted) {
    AwsNames.requireBucket(clients.connection().endpoint(), bucket);
    requireOffered(bucket, wanted);
    Deadline deadline = clients.deadline();
    S3Client client = clients.within(deadline);
    S3Settings settings = new S3Settings(clients, extras, errors, deadline);
    extras.check(wanted, deadline);
    make(client, bucket, wanted);
    NewBucket made = new NewBucket(bucket, deadline, attempts, errors);
    try {
      // Whatever was answered: it may be there since an earlier call.
      made.setUp(() -> requireLock(made.shows(() -> hasLock(settings, bucket, wanted)), bucket));
      made.setUp(() -> extras.made(bucket, deadline));
      steps(settings, bucket, wanted).forEach(made::setUp);
    } catch (DriverException e) {
      if (e.kind().isFinal()) {
        awaitKnown(made, e);
      }
      throw e;
    }
  }

  /** Whoever undoes what was begun must find it. */
  private void awaitKnown(NewBucket made, DriverException failure) {
    try {
      made.setUp(() -> require("create bucket", made.name(), made.deadline()));
    } catch (DriverException.Unavailable e) {
      e.addSuppressed(failure);
      throw e;
    } catch (DriverException e) {
      failure.addSuppressed(e); // it may not be looked at
    }
  }

  /** Returns what sets the settings that are wanted of a bucket, each by itself. */
  private List<Runnable> steps(S3Settings settings, String bucket, BucketSettings wanted) {
    List<Runnable> steps = new ArrayList<>();
    if (wanted.versioning() && !wanted.objectLock()) {
      steps.add(() -> offered(bucket, "versioning", () -> settings.versioning(bucket, true)));
    }
    retention(settings, bucket, wanted).ifPresent(steps::add);
    if (!(wanted.encryption() instanceof Encryption.BackendDefault)) {
      steps.add(() ->
          offered(bucket, "encryption", () -> settings.encryption(bucket, wanted.encryption())));
    }
    if (wanted.quotaBytes().isPresent()) {
      steps.add(() -> settings.quota(bucket, wanted.quotaBytes()));
    }
    if (wanted.expireDays().isPresent()) {
      steps.add(() ->
          offered(bucket, "expirationDays", () -> settings.expiry(bucket, wanted.expireDays())));
    }
    if (!wanted.tags().isEmpty()) {
      steps.add(() -> offered(bucket, "tags", () -> settings.tags(bucket, wanted.tags())));
    }
    return steps;
  }

  /** Returns what sets the default retention, if one is wanted. */
  private Optional<Runnable> retention(S3Settings settings, String bucket, BucketSettings wanted) {
    return wanted.retentionDays().stream()
        .<Runnable>mapToObj(
            days -> () -> offered(bucket, "retentionDays", () -> settings.retention(bucket, days)))
        .findFirst();
  }

  /**
   * Makes a bucket, unless the driver's account has it. AWS does not say in us-east-1 that it has.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateBucket.html">CreateBucket</a>
   */
  private void make(S3Client client, String bucket, BucketSettings wanted) {
    CreateBucketRequest.Builder request = CreateBucketRequest.builder().bucket(bucket);
    String region = wanted.region().orElse(clients.connection().region());
    if (!region.equals(S3Connection.DEFAULT_REGION)) {
      request.createBucketConfiguration(where -> where.locationConstraint(region));
    }
    if (wanted.objectLock()) {
      request.objectLockEnabledForBucket(true);
    }
    if (extras.isOfTheAccount(bucket, region)) {
      request.bucketNamespace(BucketNamespace.ACCOUNT_REGIONAL);
    }
    try {
      errors.call("create bucket", bucket, () -> client.createBucket(request.build()));
    } catch (DriverException.AlreadyExists e) {
      if (!(e.getCause() instanceof BucketAlreadyOwnedByYouException)) {
        throw e;
      }
    }
  }

  /**
   * Checks that an existing bucket has object lock if that is wanted; it can only be enabled when a
   * bucket is made.
   */
  private void requireLock(boolean asWanted, String bucket) {
    if (!asWanted) {
      throw new DriverException.AlreadyExists(
          errors.says("create bucket", bucket, "it exists without object lock"), null);
    }
  }

  private static boolean hasLock(S3Settings settings, String bucket, BucketSettings wanted) {
    return !wanted.objectLock() || settings.hasLock(bucket);
  }

  @Override
  public void update(String bucket, BucketSettings wanted) {
    requireOffered(bucket, wanted);
    Deadline deadline = clients.deadline();
    S3Settings settings = new S3Settings(clients, extras, errors, deadline);
    extras.check(wanted, deadline);
    // A missing bucket is an error, also where there is no setting that could be changed.
    require("update bucket", bucket, deadline);
    requireLock(hasLock(settings, bucket, wanted), bucket);
    retention(settings, bucket, wanted).ifPresent(Runnable::run);
    boolean locked = capabilities.has(Feature.OBJECT_LOCK) && settings.hasLock(bucket);
    if (capabilities.has(Feature.BUCKET_VERSIONS) && !locked) {
      offered(bucket, "versioning", () -> settings.versioning(bucket, wanted.versioning()));
    }
    if (capabilities.has(Feature.ENCRYPTION_MANAGED) || capabilities.has(Feature.ENCRYPTION_KMS)) {
      offered(bucket, "encryption", () -> settings.encryption(bucket, wanted.encryption()));
    }
    if (capabilities.has(Feature.BUCKET_QUOTA)) {
      settings.quota(bucket, wanted.quotaBytes());
    }
    if (capabilities.has(Feature.BUCKET_LIFECYCLE)) {
      offered(bucket, "expirationDays", () -> settings.expiry(bucket, wanted.expireDays()));
    }
    if (capabilities.has(Feature.BUCKET_TAGS)) {
      offered(bucket, "tags", () -> settings.tags(bucket, wanted.tags()));
    }
  }

  @Override
  public boolean keepsVersions(String bucket) {
    return capabilities.has(Feature.BUCKET_VERSIONS) && settings().keepsVersions(bucket);
  }

  @Override
  public void keepVersions(String bucket, boolean wanted) {
    if (!capabilities.has(Feature.BUCKET_VERSIONS)) {
      throw new DriverException.Unsupported(
          errors.says("set versioning of", bucket, "the server does not offer versioning"), null);
    }
    S3Settings settings = settings();
    if (wanted) {
      settings.replacedVersionsGo(bucket, false, capabilities);
      settings.setVersioning(bucket, BucketVersioningStatus.ENABLED);
    } else {
      settings.versioning(bucket, false);
      settings.replacedVersionsGo(bucket, true, capabilities);
    }
  }

  private S3Settings settings() {
    Deadline deadline = clients.deadline();
    return new S3Settings(clients, extras, errors, deadline);
  }

  @Override
  public void amend(String bucket, BucketSettings wanted) {
    requireOffered(bucket, wanted);
    Deadline deadline = clients.deadline();
    S3Settings settings = new S3Settings(clients, extras, errors, deadline);
    extras.check(wanted, deadline);
    require("amend bucket", bucket, deadline);
    requireLock(hasLock(settings, bucket, wanted), bucket);
    steps(settings, bucket, wanted).forEach(Runnable::run);
  }

  private void requireOffered(String bucket, BucketSettings wanted) {
    List<String> missing = new ArrayList<>(wanted.notOfferedBy(capabilities));
    if (!capabilities.has(Feature.BUCKET_REGIONS)
        && wanted.region().filter(r -> !r.equals(clients.connection().region())).isPresent()) {
      missing.add("region");
    }
    if (!missing.isEmpty()) {
      throw new DriverException.Unsupported(notOffered(bucket, String.join(", ", missing)), null);
    }
    if (wanted.retentionDays().orElse(0) > MOST_RETENTION_DAYS) {
      throw new DriverException.InvalidArgument(
          errors.says(
              "create bucket",
              bucket,
              "retentionDays is %d, and servers of S3 take at most %d"
                  .formatted(wanted.retentionDays().getAsInt(), MOST_RETENTION_DAYS)));
    }
  }

  private String notOffered(String bucket, String parameters) {
    return errors.says(
        "create bucket", bucket, parameters + " is not offered by this server: leave it out");
  }

  /** Sets what a parameter asks for; a server of the right kind need not know each setting. */
  private void offered(String bucket, String parameter, Runnable step) {
    try {
      step.run();
    } catch (DriverException.Unsupported e) {
      throw new DriverException.Unsupported(notOffered(bucket, parameter), e);
    }
  }

  @Override
  public void delete(String bucket) {
    try {
      if (extras.deletesVersions()) {
        requireNoVersions(bucket);
      }
      errors.call(
          "delete bucket", bucket, () -> client().deleteBucket(gone -> gone.bucket(bucket)));
    } catch (DriverException.NotFound e) {
      // gone already
    }
  }

  private void requireNoVersions(String bucket) {
    ListObjectVersionsResponse found =
        errors.call(
            "look for versions of",
            bucket,
            () -> client().listObjectVersions(one -> one.bucket(bucket).maxKeys(1)));
    if (found.hasVersions() || found.hasDeleteMarkers()) {
      throw new DriverException.NotEmpty(
          errors.says("delete bucket", bucket, "it holds versions of objects"), null);
    }
  }

  @Override
  public List<String> dangers(String bucket) {
    return new S3Dangers(client(), errors, bucket).all();
  }

  @Override
  public Page<String> list(Optional<String> token) {
    ListBucketsRequest.Builder request = ListBucketsRequest.builder().maxBuckets(PAGE);
    token.ifPresent(request::continuationToken);
    ListBucketsResponse answer =
        errors.call("list", "buckets", () -> client().listBuckets(request.build()));
    return new Page<>(
        answer.buckets().stream().map(Bucket::name).sorted().toList(),
        Optional.ofNullable(answer.continuationToken()).filter(next -> !next.isEmpty()));
  }

  private S3Client client() {
    return clients.calls();
  }
}
