package io.windlass.store.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.blobstore.ForwardingBlobStore;
import org.gaul.s3proxy.blobstore.domain.MultipartUpload;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectResponse;
import software.amazon.awssdk.services.s3.model.DeleteObjectsRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ObjectCannedACL;
import software.amazon.awssdk.services.s3.model.Part;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

/**
 * The objects of a {@link DirectoryStore}, with multipart uploads. {@link Uploads} stores the
 * uploads outside of the buckets, with all that S3Proxy's request handler would hide in a bucket,
 * where it would keep the bucket from being deleted.
 */
final class UploadStore extends ForwardingBlobStore {
  private final BlobStore files;
  private final BucketPaths paths;
  private final Uploads uploads;

  private UploadStore(DirectoryStore objects, BlobStore files, BucketPaths paths, Uploads uploads) {
    super(objects);
    this.files = files;
    this.paths = paths;
    this.uploads = uploads;
  }

  /** Opens the store over a directory and removes what a killed process left unfinished. */
  static UploadStore open(Path root) throws IOException {
    BlobStore files = new FilesystemNio2BlobStore(root.toString());
    BucketPaths paths = new BucketPaths(root, files);
    return new UploadStore(
        DirectoryStore.open(root, files, paths), files, paths, Uploads.open(root, files));
  }

  /** Throws NoSuchBucket unless the bucket exists. */
  void requireBucket(String bucket) {
    paths.requireBucket(bucket);
  }

  /**
   * Returns whether a name that S3Proxy's request handler uses belongs to an upload of this key.
   */
  boolean isPieceOf(String bucket, String name, String key) {
    return uploads.isPieceOf(bucket, name, key);
  }

  /** Deletes a bucket, even if it has uploads that nobody completed, which are removed. */
  @Override
  public void deleteBucket(String bucket) {
    paths.change(
        bucket,
        () -> {
          super.deleteBucket(bucket);
          uploads.removeAll(bucket);
          return true;
        });
  }

  @Override
  public MultipartUpload initiateMultipartUpload(CreateMultipartUploadRequest request) {
    paths.requireWritable(request.bucket(), request.key());
    DirectoryStore.refuseAcl(request.acl() != null && request.acl() != ObjectCannedACL.PRIVATE);
    UserMetadata.requireSmall(request.metadata());
    if (request.key().endsWith("/")) {
      throw DirectoryStore.holdsNoData();
    }
    return paths.look(
        request.bucket(),
        () -> {
          paths.requireBucket(request.bucket());
          return uploads.start(request);
        });
  }

  @Override
  public UploadPartResponse uploadMultipartPart(
      MultipartUpload upload, UploadPartRequest request, InputStream body) {
    return uploads.put(upload, request, body);
  }

  @Override
  public List<Part> listMultipartUpload(MultipartUpload upload) {
    return uploads.parts(upload);
  }

  @Override
  public List<software.amazon.awssdk.services.s3.model.MultipartUpload> listMultipartUploads(
      String bucket) {
    paths.requireBucket(bucket);
    return uploads.list(bucket);
  }

  @Override
  public void abortMultipartUpload(MultipartUpload upload) {
    uploads.remove(upload);
  }

  /**
   * Joins the parts outside of the bucket, then gives the result its name. If a condition does not
   * hold, the parts stay, unless it ceases to hold while they are being joined.
   */
  @Override
  public CompleteMultipartUploadResponse completeMultipartUpload(
      MultipartUpload upload, CompleteMultipartUploadRequest request) {
    String bucket = upload.containerName();
    String key = upload.blobName();
    paths.look(
        bucket,
        () -> {
          paths.requireState(bucket, key, request.ifMatch(), request.ifNoneMatch());
          return true;
        });
    CompleteMultipartUploadResponse joined = uploads.join(upload, request);
    paths.publish(uploads.joined(upload), bucket, key, request.ifMatch(), request.ifNoneMatch());
    uploads.remove(upload);
    return joined;
  }

  // Pieces of uploads, as S3Proxy's request handler stores and reads them

  @Override
  public boolean blobExists(String bucket, String key) {
    return blobMetadataIfPresent(bucket, key) != null;
  }

  @Override
  public HeadObjectResponse blobMetadata(HeadObjectRequest request) {
    Optional<Uploads.Piece> piece = uploads.piece(request.bucket(), request.key());
    return piece.isPresent()
        ? files.blobMetadata(
            request.toBuilder().bucket(piece.get().place()).key(piece.get().name()).build())
        : super.blobMetadata(request);
  }

  @Override
  public ResponseInputStream<GetObjectResponse> getBlob(GetObjectRequest request) {
    Optional<Uploads.Piece> piece = uploads.piece(request.bucket(), request.key());
    return piece.isPresent()
        ? files.getBlob(
            request.toBuilder().bucket(piece.get().place()).key(piece.get().name()).build())
        : super.getBlob(request);
  }

  @Override
  public PutObjectResponse putBlob(PutObjectRequest request, InputStream body) {
    Optional<Uploads.Piece> piece = uploads.piece(request.bucket(), request.key());
    return piece.isPresent()
        ? files.putBlob(
            request.toBuilder().bucket(piece.get().place()).key(piece.get().name()).build(), body)
        : super.putBlob(request, body);
  }

  @Override
  public DeleteObjectResponse removeBlob(DeleteObjectRequest request) {
    Optional<Uploads.Piece> piece = uploads.piece(request.bucket(), request.key());
    return piece.isPresent()
        ? files.removeBlob(
            request.toBuilder().bucket(piece.get().place()).key(piece.get().name()).build())
        : super.removeBlob(request);
  }

  /**
   * Deletes objects one after the other; the interface's default starts ten threads for each
   * request.
   */
  @Override
  public DeleteObjectsResponse removeBlobs(DeleteObjectsRequest request) {
    return delegate().removeBlobs(request);
  }

  @Override
  public ObjectCannedACL getBlobAccess(String bucket, String key) {
    return Uploads.isPiece(key) ? ObjectCannedACL.PRIVATE : super.getBlobAccess(bucket, key);
  }
}
