package io.windlass.store.local;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gaul.s3proxy.S3Operation;
import org.gaul.s3proxy.blobstore.ForwardingBlobStore;
import org.gaul.s3proxy.blobstore.domain.MultipartUpload;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.model.BucketCannedACL;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CopyObjectRequest;
import software.amazon.awssdk.services.s3.model.CopyObjectResponse;
import software.amazon.awssdk.services.s3.model.CreateBucketRequest;
import software.amazon.awssdk.services.s3.model.CreateBucketResponse;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.Delete;
import software.amazon.awssdk.services.s3.model.DeleteBucketEncryptionRequest;
import software.amazon.awssdk.services.s3.model.DeleteBucketEncryptionResponse;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectResponse;
import software.amazon.awssdk.services.s3.model.DeleteObjectsRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.GetBucketAclRequest;
import software.amazon.awssdk.services.s3.model.GetBucketAclResponse;
import software.amazon.awssdk.services.s3.model.GetBucketEncryptionRequest;
import software.amazon.awssdk.services.s3.model.GetBucketEncryptionResponse;
import software.amazon.awssdk.services.s3.model.GetBucketVersioningRequest;
import software.amazon.awssdk.services.s3.model.GetBucketVersioningResponse;
import software.amazon.awssdk.services.s3.model.GetObjectAclRequest;
import software.amazon.awssdk.services.s3.model.GetObjectAclResponse;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadBucketRequest;
import software.amazon.awssdk.services.s3.model.HeadBucketResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListBucketsResponse;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsRequest;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.ObjectCannedACL;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.Part;
import software.amazon.awssdk.services.s3.model.PutBucketEncryptionRequest;
import software.amazon.awssdk.services.s3.model.PutBucketEncryptionResponse;
import software.amazon.awssdk.services.s3.model.PutBucketVersioningRequest;
import software.amazon.awssdk.services.s3.model.PutBucketVersioningResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Error;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

/**
 * The store as one call of one principal may use it. The {@link Guard} decides on everything that
 * S3Proxy's request handler can ask of a store before it is forwarded.
 *
 * <p>The class also adds the conditions of a copy, of a delete and of the end of an upload to the
 * requests. The handler does not forward them, and the store checks them in the same step.
 */
final class GuardedStore extends ForwardingBlobStore {
  /** Operations in which the handler stores or reads pieces of an upload. */
  private static final Set<S3Operation> OF_UPLOADS =
      EnumSet.of(
          S3Operation.CREATE_MULTIPART_UPLOAD,
          S3Operation.COMPLETE_MULTIPART_UPLOAD,
          S3Operation.ABORT_MULTIPART_UPLOAD);

  private final UploadStore store;
  private final Guard guard;

  /**
   * ETags of the objects that this call looked at, by key; empty: there was no object. A delete
   * that looked at an object before it decided may only delete that object.
   */
  private final Map<String, Optional<String>> seen = new HashMap<>();

  GuardedStore(UploadStore store, Guard guard) {
    super(store);
    this.store = store;
    this.guard = guard;
  }

  /** Does nothing: the store belongs to all calls. */
  @Override
  public void close() {}

  // Buckets

  @Override
  public ListBucketsResponse list() {
    ListBucketsResponse all = super.list();
    return all.toBuilder()
        .buckets(all.buckets().stream().filter(b -> guard.sees(b.name())).toList())
        .build();
  }

  @Override
  public HeadBucketResponse headBucket(HeadBucketRequest request) {
    guard.bucket(request.bucket());
    return super.headBucket(request);
  }

  @Override
  public CreateBucketResponse createContainer(CreateBucketRequest request) {
    guard.bucket(request.bucket());
    return super.createContainer(request);
  }

  @Override
  public void deleteBucket(String bucket) {
    guard.bucket(bucket);
    super.deleteBucket(bucket);
  }

  @Override
  public BucketCannedACL getContainerAccess(String bucket) {
    guard.bucket(bucket);
    return super.getContainerAccess(bucket);
  }

  @Override
  public GetBucketAclResponse getContainerAcl(GetBucketAclRequest request) {
    guard.bucket(request.bucket());
    return super.getContainerAcl(request);
  }

  @Override
  public void setContainerAccess(String bucket, BucketCannedACL access) {
    guard.bucket(bucket);
    super.setContainerAccess(bucket, access);
  }

  @Override
  public void clearContainer(ListObjectsV2Request request) {
    throw Guard.never();
  }

  @Override
  public void deleteContainer(String bucket) {
    throw Guard.never();
  }

  // Objects

  @Override
  public ListObjectsV2Response list(ListObjectsV2Request request) {
    guard.list(request.bucket(), request.prefix() == null ? "" : request.prefix());
    return super.list(request);
  }

  @Override
  public boolean blobExists(String bucket, String key) {
    return blobMetadataIfPresent(bucket, key) != null;
  }

  @Override
  public HeadObjectResponse blobMetadata(HeadObjectRequest request) {
    require(request.bucket(), request.key());
    try {
      HeadObjectResponse found = super.blobMetadata(request);
      seen.put(request.key(), Optional.ofNullable(found.eTag()));
      return found;
    } catch (NoSuchKeyException e) {
      seen.put(request.key(), Optional.empty());
      throw e;
    }
  }

  @Override
  public ResponseInputStream<GetObjectResponse> getBlob(GetObjectRequest request) {
    if (Uploads.isPiece(request.key())) {
      require(request.bucket(), request.key());
    } else {
      guard.read(request.bucket(), request.key());
    }
    return super.getBlob(request);
  }

  @Override
  public PutObjectResponse putBlob(PutObjectRequest request, InputStream body) {
    require(request.bucket(), request.key());
    return super.putBlob(request, body);
  }

  @Override
  public CopyObjectResponse copyBlob(CopyObjectRequest request) {
    require(request.destinationBucket(), request.destinationKey());
    guard.read(request.sourceBucket(), request.sourceKey());
    return super.copyBlob(
        request.toBuilder()
            .ifMatch(guard.call().ifMatch().orElse(null))
            .ifNoneMatch(guard.call().ifNoneMatch().orElse(null))
            .build());
  }

  @Override
  public DeleteObjectResponse removeBlob(DeleteObjectRequest request) {
    if (Uploads.isPiece(request.key())) {
      return isOwnPiece(request.bucket(), request.key())
          ? super.removeBlob(request)
          : DeleteObjectResponse.builder().build();
    }
    guard.each(request.bucket(), request.key());
    return super.removeBlob(onlyWhatWasSeen(request));
  }

  private DeleteObjectRequest onlyWhatWasSeen(DeleteObjectRequest request) {
    if (!seen.containsKey(request.key())) {
      return request;
    }
    Optional<String> etag = seen.get(request.key());
    if (etag.isEmpty()) {
      throw Refusal.preconditionFailed();
    }
    return request.toBuilder().ifMatch(etag.get()).build();
  }

  @Override
  public DeleteObjectsResponse removeBlobs(DeleteObjectsRequest request) {
    List<ObjectIdentifier> allowed = new ArrayList<>();
    List<S3Error> denied = new ArrayList<>();
    for (ObjectIdentifier object : request.delete().objects()) {
      if (guard.allowsEach(request.bucket(), object.key())) {
        allowed.add(object);
      } else {
        denied.add(
            S3Error.builder()
                .key(object.key())
                .code("AccessDenied")
                .message("the access key does not permit this")
                .build());
      }
    }
    DeleteObjectsResponse response =
        store.removeBlobs(
            request.toBuilder().delete(Delete.builder().objects(allowed).build()).build());
    denied.addAll(response.errors());
    return response.toBuilder().errors(denied).build();
  }

  @Override
  public ObjectCannedACL getBlobAccess(String bucket, String key) {
    require(bucket, key);
    return super.getBlobAccess(bucket, key);
  }

  @Override
  public ObjectCannedACL getBlobAccess(String bucket, String key, @Nullable String version) {
    require(bucket, key);
    return super.getBlobAccess(bucket, key, version);
  }

  @Override
  public GetObjectAclResponse getBlobAcl(GetObjectAclRequest request) {
    require(request.bucket(), request.key());
    return super.getBlobAcl(request);
  }

  @Override
  public void setBlobAccess(String bucket, String key, ObjectCannedACL access) {
    require(bucket, key);
    super.setBlobAccess(bucket, key, access);
  }

  @Override
  public void setBlobAccess(
      String bucket, String key, ObjectCannedACL access, @Nullable String version) {
    require(bucket, key);
    super.setBlobAccess(bucket, key, access, version);
  }

  // Uploads

  @Override
  public MultipartUpload initiateMultipartUpload(CreateMultipartUploadRequest request) {
    guard.object(request.bucket(), request.key());
    return super.initiateMultipartUpload(request);
  }

  @Override
  public UploadPartResponse uploadMultipartPart(
      MultipartUpload upload, UploadPartRequest request, InputStream body) {
    guard.object(upload.containerName(), upload.blobName());
    return super.uploadMultipartPart(upload, request, body);
  }

  @Override
  public List<Part> listMultipartUpload(MultipartUpload upload) {
    guard.object(upload.containerName(), upload.blobName());
    return super.listMultipartUpload(upload);
  }

  @Override
  public List<software.amazon.awssdk.services.s3.model.MultipartUpload> listMultipartUploads(
      String bucket) {
    guard.bucket(bucket);
    return super.listMultipartUploads(bucket);
  }

  @Override
  public void abortMultipartUpload(MultipartUpload upload) {
    guard.object(upload.containerName(), upload.blobName());
    super.abortMultipartUpload(upload);
  }

  @Override
  public CompleteMultipartUploadResponse completeMultipartUpload(
      MultipartUpload upload, CompleteMultipartUploadRequest request) {
    guard.object(upload.containerName(), upload.blobName());
    return super.completeMultipartUpload(
        upload, request.toBuilder().ifMatch(guard.call().ifMatch().orElse(null)).build());
  }

  // Not offered by a store over files

  @Override
  public GetBucketVersioningResponse getBucketVersioning(GetBucketVersioningRequest request) {
    throw Refusal.notImplemented("versioning");
  }

  @Override
  public PutBucketVersioningResponse putBucketVersioning(PutBucketVersioningRequest request) {
    throw Refusal.notImplemented("versioning");
  }

  @Override
  public ListObjectVersionsResponse listVersions(ListObjectVersionsRequest request) {
    throw Refusal.notImplemented("versioning");
  }

  @Override
  public GetBucketEncryptionResponse getBucketEncryption(GetBucketEncryptionRequest request) {
    throw Refusal.notImplemented("encryption");
  }

  @Override
  public PutBucketEncryptionResponse putBucketEncryption(PutBucketEncryptionRequest request) {
    throw Refusal.notImplemented("encryption");
  }

  @Override
  public DeleteBucketEncryptionResponse deleteBucketEncryption(
      DeleteBucketEncryptionRequest request) {
    throw Refusal.notImplemented("encryption");
  }

  /**
   * Requires the permission for an object. A piece of the upload that the call is about needs the
   * permission for the object of the call. To a client, or in a call about another upload, the name
   * of a piece is that of no object.
   */
  private void require(String bucket, String key) {
    if (!Uploads.isPiece(key)) {
      guard.object(bucket, key);
    } else if (isOwnPiece(bucket, key)) {
      guard.object(bucket, guard.call().key());
    } else {
      throw Refusal.noSuchKey();
    }
  }

  private boolean isOwnPiece(String bucket, String key) {
    Call call = guard.call();
    return guard.operation().filter(OF_UPLOADS::contains).isPresent()
        && bucket.equals(call.bucket())
        && store.isPieceOf(bucket, key, call.key());
  }
}
