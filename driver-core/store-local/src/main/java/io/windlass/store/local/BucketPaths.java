package io.windlass.store.local;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Supplier;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/**
 * Maps buckets to directories and keys to paths: checks what exists, what can exist, and creates
 * paths. Reading and changing go through locks for each bucket.
 */
final class BucketPaths {
  private final Path root;
  private final BlobStore files;
  private final BucketLocks locks = new BucketLocks();

  /**
   * Creates the paths.
   *
   * @param root directory of the buckets
   * @param files S3Proxy's store over this directory
   */
  BucketPaths(Path root, BlobStore files) {
    this.root = root;
    this.files = files;
  }

  /** Runs work that reads a bucket, while nothing changes in it. */
  <T> T look(String bucket, Supplier<T> work) {
    return locks.look(bucket, work);
  }

  /** Runs work that changes a bucket, while nothing else reads it. */
  <T> T change(String bucket, Supplier<T> work) {
    return locks.change(bucket, work);
  }

  /** Gives a complete file its name as an object, if the conditions still hold. */
  void publish(
      Path made,
      String bucket,
      String key,
      @Nullable String ifMatch,
      @Nullable String ifNoneMatch) {
    change(
        bucket,
        () -> {
          requireState(bucket, key, ifMatch, ifNoneMatch);
          try {
            return Files.move(made, place(bucket, key), StandardCopyOption.ATOMIC_MOVE);
          } catch (IOException e) {
            throw Refusal.disk(e);
          }
        });
  }

  /** Throws NoSuchBucket unless the bucket exists. */
  void requireBucket(String bucket) {
    if (!KeyRules.isBucketName(bucket) || !Files.isDirectory(root.resolve(bucket))) {
      throw Refusal.noSuchBucket();
    }
  }

  /** Throws NoSuchKey for a key that no object can have. */
  void requireReadable(String bucket, String key) {
    requireBucket(bucket);
    if (KeyRules.objection(key).isPresent()) {
      throw Refusal.noSuchKey();
    }
  }

  /** Throws InvalidURI for a key that no object can have. */
  void requireWritable(String bucket, String key) {
    requireBucket(bucket);
    KeyRules.objection(key)
        .ifPresent(objection -> {
          throw Refusal.invalidKey(objection);
        });
  }

  /** Throws unless the object, as it is now, meets the conditions of the S3 request. */
  void requireState(
      String bucket, String key, @Nullable String ifMatch, @Nullable String ifNoneMatch) {
    requireBucket(bucket);
    if (ifMatch == null && ifNoneMatch == null) {
      return;
    }
    HeadObjectResponse now = files.blobMetadataIfPresent(bucket, key);
    if (ifMatch != null && now == null) {
      throw Refusal.noSuchKey();
    }
    if ((ifMatch != null && !matches(ifMatch, now))
        || (ifNoneMatch != null && matches(ifNoneMatch, now))) {
      throw Refusal.preconditionFailed();
    }
  }

  private static boolean matches(String condition, @Nullable HeadObjectResponse object) {
    return object != null
        && (condition.equals("*")
            || (object.eTag() != null && bare(condition).equals(bare(object.eTag()))));
  }

  private static String bare(String etag) {
    return etag.replace("\"", "");
  }

  /**
   * Returns the path for a new object and creates the directories above it. Throws if a part of the
   * path is an object, or if there are objects below it: S3 permits both, a directory does not.
   */
  Path place(String bucket, String key) {
    Path top = root.resolve(bucket);
    for (int slash = key.indexOf('/'); slash >= 0; slash = key.indexOf('/', slash + 1)) {
      Path above = top.resolve(key.substring(0, slash));
      if (Files.exists(above) && !Files.isDirectory(above)) {
        throw Refusal.invalid(
            "'%s' is an object, so in a directory there can be no object below it"
                .formatted(top.relativize(above)));
      }
    }
    Path path = top.resolve(key);
    try {
      if (Files.isDirectory(path) && !removeIfHollow(bucket, path)) {
        throw Refusal.invalid(
            "there are objects below '%s/', so in a directory there can be no object '%s'"
                .formatted(key, key));
      }
      Files.createDirectories(path.getParent());
    } catch (IOException e) {
      throw Refusal.disk(e);
    }
    return path;
  }

  /** Removes the directories of a bucket that hold no object, which a crash may have left. */
  void removeHollow(String bucket) {
    try (DirectoryStream<Path> children = Files.newDirectoryStream(root.resolve(bucket))) {
      for (Path child : children) {
        removeIfHollow(bucket, child);
      }
    } catch (IOException e) {
      throw Refusal.disk(e);
    }
  }

  /** Removes a directory that holds no object; returns whether it was removed. */
  private boolean removeIfHollow(String bucket, Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return false;
    }
    String key = root.resolve(bucket).relativize(path) + "/";
    boolean hollow = files.blobMetadataIfPresent(bucket, key) == null;
    try (DirectoryStream<Path> children = Files.newDirectoryStream(path)) {
      for (Path child : children) {
        hollow &= removeIfHollow(bucket, child);
      }
    }
    if (hollow) {
      Files.delete(path);
    }
    return hollow;
  }
}
