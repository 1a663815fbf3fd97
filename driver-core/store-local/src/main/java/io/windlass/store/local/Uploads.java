package io.windlass.store.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.blobstore.domain.MultipartUpload;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.Part;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

/**
 * Multipart uploads. Each has a directory of its own outside of the buckets, from its start to its
 * end, with a file that holds its key. An upload is found only by its id together with its key, so
 * a client that may write one key cannot touch an upload of another key.
 *
 * <p>S3Proxy's store holds the parts, and sees each upload as a bucket with one object.
 */
final class Uploads {
  private static final String UPLOADS = LocalState.NAME + "/uploads";
  private static final String KEY_FILE = "key";

  /**
   * The name of the only upload, and that of the only object, in such a bucket of S3Proxy's store.
   */
  private static final String UPLOAD = "upload";

  private static final String OBJECT = "object";

  /**
   * Names by which S3Proxy's request handler asks for the description or the parts of an upload.
   */
  private static final Pattern PIECE =
      Pattern.compile(
          "\\.s3proxy-mpu-stub-([0-9a-f-]{36})|\\.mpus-([0-9a-f-]{36})-.*-([0-9]{1,5})",
          Pattern.DOTALL);

  private static final Pattern ID = Pattern.compile("[0-9a-f-]{36}");

  private final Path root;
  private final BlobStore files;

  /**
   * A file that S3Proxy's request handler stores with an upload.
   *
   * @param place bucket in S3Proxy's store
   * @param name key in that bucket
   */
  record Piece(String place, String name) {}

  private Uploads(Path root, BlobStore files) {
    this.root = root;
    this.files = files;
  }

  /**
   * Opens the uploads of a directory and removes those without a key file, which a killed process
   * was starting or removing.
   */
  static Uploads open(Path root, BlobStore files) throws IOException {
    Uploads uploads = new Uploads(root, files);
    Path all = root.resolve(UPLOADS);
    Files.createDirectories(all);
    for (Path bucket : children(all)) {
      for (Path upload : children(bucket)) {
        if (!isId(upload) || !Files.exists(upload.resolve(KEY_FILE))) {
          uploads.removeBucket(root.relativize(upload).toString());
        }
      }
    }
    return uploads;
  }

  /**
   * Returns whether only S3Proxy's request handler uses this name. No object can have such a key.
   */
  static boolean isPiece(String name) {
    return PIECE.matcher(name).matches();
  }

  /** Returns where the file with such a name is stored; empty for other names. */
  Optional<Piece> piece(String bucket, String name) {
    Matcher matcher = PIECE.matcher(name);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String place = place(bucket, idIn(matcher));
    return Optional.of(
        matcher.group(1) != null
            ? new Piece(place, name)
            : new Piece(place, ".mpus-%s-%s-%s".formatted(UPLOAD, OBJECT, matcher.group(3))));
  }

  /** Returns whether such a name belongs to an upload of this key. */
  boolean isPieceOf(String bucket, String name, String key) {
    Matcher matcher = PIECE.matcher(name);
    return matcher.matches() && keyOf(bucket, idIn(matcher)).equals(Optional.of(key));
  }

  private static String idIn(Matcher piece) {
    return piece.group(1) != null ? piece.group(1) : piece.group(2);
  }

  MultipartUpload start(CreateMultipartUploadRequest request) {
    String id = UUID.randomUUID().toString();
    Path begun = root.resolve(place(request.bucket(), id + ".new"));
    try {
      Files.createDirectories(begun);
      Files.writeString(begun.resolve(KEY_FILE), request.key());
      Files.move(begun, root.resolve(place(request.bucket(), id)), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw Refusal.disk(e);
    }
    return new MultipartUpload(id, request);
  }

  UploadPartResponse put(MultipartUpload upload, UploadPartRequest request, InputStream body) {
    require(upload);
    UploadPartResponse response = files.uploadMultipartPart(inside(upload), request, body);
    require(upload);
    return response;
  }

  List<Part> parts(MultipartUpload upload) {
    require(upload);
    return files.listMultipartUpload(inside(upload));
  }

  /** Joins the parts into one file, {@link #joined}, and removes them. */
  CompleteMultipartUploadResponse join(
      MultipartUpload upload, CompleteMultipartUploadRequest request) {
    require(upload);
    return files.completeMultipartUpload(
        inside(upload), request.toBuilder().ifMatch(null).ifNoneMatch(null).build());
  }

  Path joined(MultipartUpload upload) {
    return root.resolve(place(upload.containerName(), upload.id())).resolve(OBJECT);
  }

  void remove(MultipartUpload upload) {
    require(upload);
    removeBucket(place(upload.containerName(), upload.id()));
  }

  void removeAll(String bucket) {
    removeBucket(UPLOADS + "/" + bucket);
  }

  List<software.amazon.awssdk.services.s3.model.MultipartUpload> list(String bucket) {
    List<software.amazon.awssdk.services.s3.model.MultipartUpload> found = new ArrayList<>();
    try {
      for (Path upload : children(root.resolve(UPLOADS).resolve(bucket))) {
        Path key = upload.resolve(KEY_FILE);
        if (isId(upload) && Files.exists(key)) {
          found.add(
              software.amazon.awssdk.services.s3.model.MultipartUpload.builder()
                  .key(Files.readString(key))
                  .uploadId(upload.getFileName().toString())
                  .initiated(Files.getLastModifiedTime(key).toInstant())
                  .build());
        }
      }
    } catch (IOException e) {
      throw Refusal.disk(e);
    }
    return found;
  }

  private void require(MultipartUpload upload) {
    if (!ID.matcher(upload.id()).matches()
        || !keyOf(upload.containerName(), upload.id()).equals(Optional.of(upload.blobName()))) {
      throw Refusal.noSuchUpload();
    }
  }

  /** Whether a directory is that of a started upload: until then its name ends in .new. */
  private static boolean isId(Path upload) {
    return ID.matcher(upload.getFileName().toString()).matches();
  }

  private Optional<String> keyOf(String bucket, String id) {
    try {
      return Optional.of(Files.readString(root.resolve(place(bucket, id)).resolve(KEY_FILE)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw Refusal.disk(e);
    }
  }

  private MultipartUpload inside(MultipartUpload upload) {
    return new MultipartUpload(
        UPLOAD,
        upload.request().toBuilder()
            .bucket(place(upload.containerName(), upload.id()))
            .key(OBJECT)
            .build());
  }

  private static String place(String bucket, String id) {
    return UPLOADS + "/" + bucket + "/" + id;
  }

  /** Removes a bucket of S3Proxy's store with its content; does nothing if it does not exist. */
  private void removeBucket(String place) {
    files.deleteContainer(place);
  }

  private static List<Path> children(Path directory) throws IOException {
    List<Path> children = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      stream.forEach(children::add);
    } catch (NoSuchFileException e) {
      return List.of();
    }
    return children;
  }
}
