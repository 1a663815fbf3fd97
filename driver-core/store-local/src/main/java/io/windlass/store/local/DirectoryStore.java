package io.windlass.store.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.blobstore.ForwardingBlobStore;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.model.BucketCannedACL;
import software.amazon.awssdk.services.s3.model.CopyObjectRequest;
import software.amazon.awssdk.services.s3.model.CopyObjectResponse;
import software.amazon.awssdk.services.s3.model.CreateBucketRequest;
import software.amazon.awssdk.services.s3.model.CreateBucketResponse;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectResponse;
import software.amazon.awssdk.services.s3.model.DeleteObjectsRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.DeletedObject;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadBucketRequest;
import software.amazon.awssdk.services.s3.model.HeadBucketResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListBucketsResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.MetadataDirective;
import software.amazon.awssdk.services.s3.model.ObjectCannedACL;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Error;

/**
 * The buckets in one directory: S3Proxy's store over files, with what it needs to be safe.
 *
 * <ul>
 *   <li>Every object with data is first written outside its bucket. Then it gets its name in one
 *       step under a lock, in which the conditions are checked too. So conditions are atomic, a
 *       reader never sees the metadata of one object with the bytes of another, and a crash leaves
 *       nothing in a bucket but empty directories.
 *   <li>Keys that cannot be paths are refused instead of failing or naming something else.
 * </ul>
 *
 * <p>Listing reads every directory below the prefix: its time and memory grow with the objects
 * there and not with the page.
 *
 * <p>The class extends S3Proxy's forwarding class because S3Proxy looks through it for the kind of
 * store.
 */
final class DirectoryStore extends ForwardingBlobStore {
  /** The ETag of an object without data, which a directory can be. */
  private static final String EMPTY = "d41d8cd98f00b204e9800998ecf8427e";

  /**
   * The bucket in which objects are written: on the same file system, with a name that no client
   * can use.
   */
  private static final String STAGING = LocalState.NAME + "/staging";

  private final Path staging;
  private final BucketPaths paths;

  private DirectoryStore(Path staging, BlobStore files, BucketPaths paths) {
    super(files);
    this.staging = staging;
    this.paths = paths;
  }

  /**
   * Opens the store and removes unfinished objects of a process that was killed.
   *
   * @param files S3Proxy's store over {@code root}
   */
  static DirectoryStore open(Path root, BlobStore files, BucketPaths paths) throws IOException {
    Path staging = root.resolve(STAGING);
    Files.createDirectories(staging);
    try (DirectoryStream<Path> left = Files.newDirectoryStream(staging)) {
      for (Path file : left) {
        Files.delete(file);
      }
    }
    return new DirectoryStore(staging, files, paths);
  }

  // Buckets

  @Override
  public ListBucketsResponse list() {
    ListBucketsResponse all = super.list();
    return all.toBuilder()
        .buckets(all.buckets().stream().filter(b -> KeyRules.isBucketName(b.name())).toList())
        .build();
  }

  @Override
  public HeadBucketResponse headBucket(HeadBucketRequest request) {
    paths.requireBucket(request.bucket());
    return HeadBucketResponse.builder().build();
  }

  @Override
  public CreateBucketResponse createContainer(CreateBucketRequest request) {
    if (!KeyRules.isBucketName(request.bucket())) {
      throw Refusal.of(
          400,
          "InvalidBucketName",
          "a bucket name has 3 to 63 of a-z, 0-9, '-' and '.', with a letter or digit at both"
              + " ends");
    }
    refuseAcl(request.acl() != null && request.acl() != BucketCannedACL.PRIVATE);
    return paths.change(request.bucket(), () -> super.createContainer(request));
  }

  /** Deletes a bucket, even if a crash left empty directories in it. */
  @Override
  public void deleteBucket(String bucket) {
    paths.change(
        bucket,
        () -> {
          paths.requireBucket(bucket);
          paths.removeHollow(bucket);
          super.deleteBucket(bucket);
          return true;
        });
  }

  @Override
  public BucketCannedACL getContainerAccess(String bucket) {
    paths.requireBucket(bucket);
    return BucketCannedACL.PRIVATE;
  }

  @Override
  public void setContainerAccess(String bucket, BucketCannedACL access) {
    paths.requireBucket(bucket);
    refuseAcl(access != BucketCannedACL.PRIVATE);
  }

  // Objects

  @Override
  public ListObjectsV2Response list(ListObjectsV2Request request) {
    paths.requireBucket(request.bucket());
    String delimiter = Objects.requireNonNullElse(request.delimiter(), "");
    if (!delimiter.isEmpty() && !delimiter.equals("/")) {
      throw Refusal.invalid("the only delimiter in a directory is '/'");
    }
    String prefix = Objects.requireNonNullElse(request.prefix(), "");
    if (!prefix.isEmpty()
        && KeyRules.objection(prefix).isPresent()
        && KeyRules.objection(prefix + "x").isPresent()) {
      return ListObjectsV2Response.builder().isTruncated(false).build();
    }
    // 'a/..' is a prefix of the key 'a/..b', but as a path it means another directory.
    boolean dots = prefix.endsWith("/.") || prefix.endsWith("..") || prefix.equals(".");
    String path = dots ? prefix.substring(0, prefix.lastIndexOf('/') + 1) : prefix;
    ListObjectsV2Request everything =
        ListObjectsV2Request.builder()
            .bucket(request.bucket())
            .prefix(path.isEmpty() ? null : path)
            .delimiter(request.delimiter())
            .build();
    return ListPage.of(paths.look(request.bucket(), () -> super.list(everything)), request);
  }

  @Override
  public boolean blobExists(String bucket, String key) {
    return blobMetadataIfPresent(bucket, key) != null;
  }

  @Override
  public HeadObjectResponse blobMetadata(HeadObjectRequest request) {
    paths.requireReadable(request.bucket(), request.key());
    HeadObjectResponse found = paths.look(request.bucket(), () -> super.blobMetadata(request));
    return found.eTag() == null ? found.toBuilder().eTag(EMPTY).build() : found;
  }

  /**
   * Opens an object. The lock is held until the file is open; later changes do not affect the open
   * file.
   */
  @Override
  public ResponseInputStream<GetObjectResponse> getBlob(GetObjectRequest request) {
    paths.requireReadable(request.bucket(), request.key());
    ResponseInputStream<GetObjectResponse> found =
        paths.look(request.bucket(), () -> super.getBlob(request));
    GetObjectResponse said = found.response();
    return said.eTag() == null
        ? new ResponseInputStream<>(said.toBuilder().eTag(EMPTY).build(), found)
        : found;
  }

  @Override
  public PutObjectResponse putBlob(PutObjectRequest request, InputStream body) {
    paths.requireWritable(request.bucket(), request.key());
    refuseAcl(request.acl() != null && request.acl() != ObjectCannedACL.PRIVATE);
    UserMetadata.requireSmall(request.metadata());
    if (request.key().endsWith("/")) {
      return putDirectory(request, body);
    }
    String name = UUID.randomUUID().toString();
    Path made = staging.resolve(name);
    try {
      PutObjectResponse response =
          super.putBlob(
              request.toBuilder().bucket(STAGING).key(name).ifMatch(null).ifNoneMatch(null).build(),
              body);
      if (request.contentLength() != null && Files.size(made) != request.contentLength()) {
        throw Refusal.incompleteBody();
      }
      if (!request.metadata().isEmpty()) {
        UserMetadata.requireKept(
            request.metadata(), delegate().blobMetadata(STAGING, name).metadata());
      }
      paths.publish(
          made, request.bucket(), request.key(), request.ifMatch(), request.ifNoneMatch());
      return response;
    } catch (IOException e) {
      throw Refusal.disk(e);
    } finally {
      delete(made);
    }
  }

  /** Writes an object whose key ends in a slash: the directory itself, which holds no data. */
  private PutObjectResponse putDirectory(PutObjectRequest request, InputStream body) {
    try {
      if (body.read() >= 0) {
        throw holdsNoData();
      }
    } catch (IOException e) {
      throw Refusal.disk(e);
    }
    return paths.change(
        request.bucket(),
        () -> {
          paths.requireState(
              request.bucket(), request.key(), request.ifMatch(), request.ifNoneMatch());
          paths.place(request.bucket(), request.key() + "x");
          return super.putBlob(
              request.toBuilder().ifMatch(null).ifNoneMatch(null).build(),
              InputStream.nullInputStream());
        });
  }

  /**
   * Copies an object by reading and writing it. The request's own conditions ({@code ifMatch},
   * {@code ifNoneMatch}) are for the destination.
   */
  @Override
  public CopyObjectResponse copyBlob(CopyObjectRequest request) {
    boolean replace = request.metadataDirective() == MetadataDirective.REPLACE;
    paths.requireWritable(request.destinationBucket(), request.destinationKey());
    try (ResponseInputStream<GetObjectResponse> source = openSource(request)) {
      GetObjectResponse from = source.response();
      PutObjectRequest.Builder put =
          PutObjectRequest.builder()
              .bucket(request.destinationBucket())
              .key(request.destinationKey())
              .acl(request.acl())
              .contentLength(from.contentLength())
              .ifMatch(request.ifMatch())
              .ifNoneMatch(request.ifNoneMatch());
      if (replace) {
        put.metadata(request.metadata())
            .cacheControl(request.cacheControl())
            .contentDisposition(request.contentDisposition())
            .contentEncoding(request.contentEncoding())
            .contentLanguage(request.contentLanguage())
            .contentType(request.contentType());
      } else {
        put.metadata(from.metadata())
            .cacheControl(from.cacheControl())
            .contentDisposition(from.contentDisposition())
            .contentEncoding(from.contentEncoding())
            .contentLanguage(from.contentLanguage())
            .contentType(from.contentType());
      }
      PutObjectResponse written = putBlob(put.build(), source);
      return CopyObjectResponse.builder()
          .copyObjectResult(result -> result.eTag(written.eTag()))
          .build();
    } catch (IOException e) {
      throw Refusal.disk(e);
    }
  }

  private ResponseInputStream<GetObjectResponse> openSource(CopyObjectRequest request) {
    try {
      return getBlob(
          GetObjectRequest.builder()
              .bucket(request.sourceBucket())
              .key(request.sourceKey())
              .versionId(request.sourceVersionId())
              .ifMatch(request.copySourceIfMatch())
              .ifNoneMatch(request.copySourceIfNoneMatch())
              .ifModifiedSince(request.copySourceIfModifiedSince())
              .ifUnmodifiedSince(request.copySourceIfUnmodifiedSince())
              .build());
    } catch (AwsServiceException e) {
      // 304 Not Modified is an answer for a reader; for a copy it is a failure.
      throw e.statusCode() == 304 ? Refusal.preconditionFailed() : e;
    }
  }

  @Override
  public DeleteObjectResponse removeBlob(DeleteObjectRequest request) {
    paths.requireBucket(request.bucket());
    if (KeyRules.objection(request.key()).isPresent()) {
      return DeleteObjectResponse.builder().build();
    }
    return paths.change(
        request.bucket(),
        () -> {
          paths.requireState(request.bucket(), request.key(), request.ifMatch(), null);
          // S3Proxy's store fails to delete a key below an object.
          boolean there = delegate().blobMetadataIfPresent(request.bucket(), request.key()) != null;
          return there
              ? super.removeBlob(request.toBuilder().ifMatch(null).build())
              : DeleteObjectResponse.builder().build();
        });
  }

  /** Deletes objects one after the other; the default starts ten threads for each request. */
  @Override
  public DeleteObjectsResponse removeBlobs(DeleteObjectsRequest request) {
    List<DeletedObject> deleted = new ArrayList<>();
    List<S3Error> errors = new ArrayList<>();
    for (ObjectIdentifier object : request.delete().objects()) {
      try {
        removeBlob(request.bucket(), object.key(), object.versionId());
        deleted.add(DeletedObject.builder().key(object.key()).build());
      } catch (AwsServiceException e) {
        errors.add(
            S3Error.builder()
                .key(object.key())
                .code(e.awsErrorDetails().errorCode())
                .message(e.awsErrorDetails().errorMessage())
                .build());
      }
    }
    return DeleteObjectsResponse.builder().deleted(deleted).errors(errors).build();
  }

  @Override
  public ObjectCannedACL getBlobAccess(String bucket, String key) {
    if (!blobExists(bucket, key)) {
      throw Refusal.noSuchKey();
    }
    return ObjectCannedACL.PRIVATE;
  }

  @Override
  public void setBlobAccess(String bucket, String key, ObjectCannedACL access) {
    if (!blobExists(bucket, key)) {
      throw Refusal.noSuchKey();
    }
    refuseAcl(access != ObjectCannedACL.PRIVATE);
  }

  /** Returns the error for data in an object that is a directory. */
  static AwsServiceException holdsNoData() {
    return Refusal.invalid("an object in a directory whose key ends in '/' can hold no data");
  }

  /** Throws if a request sets an ACL, because only the driver grants access. */
  static void refuseAcl(boolean refused) {
    if (refused) {
      throw Refusal.of(
          400, "AccessControlListNotSupported", "access is granted by the driver, not by ACLs");
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw Refusal.disk(e);
    }
  }
}
