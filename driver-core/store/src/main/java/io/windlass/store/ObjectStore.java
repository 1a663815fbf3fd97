package io.windlass.store;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The data plane over one bucket: what every store can do, and what not all can as interfaces that
 * it hands out where it has them. Every method throws {@link DriverException}: {@link
 * DriverException.NotFound} for a missing object, {@link DriverException.NoSuchBucket} for a
 * missing bucket, {@link DriverException.InvalidKey} for a key that no object can have here, {@link
 * DriverException.PreconditionFailed} for a condition that does not hold, {@link
 * DriverException.Unavailable} when the server does not answer in time. Implementations retry what
 * is safe to retry; callers must not retry on top.
 *
 * <p>Keys are UTF-8 of at most 1024 bytes. Instances are safe for use by any number of threads.
 */
public interface ObjectStore {

  /** The bucket this store is over. */
  String bucket();

  /** Describes an object without reading it. */
  ObjectInfo head(String key);

  /** Opens an object, or a range of it; the caller closes the reader. */
  ObjectReader get(String key, GetOptions options);

  /** Writes an object whole: it is seen entirely or not at all. */
  ObjectInfo put(String key, Content content, PutOptions options);

  /**
   * Has the server copy an object, at most {@link Capabilities#maxPutBytes()} of it. That is one
   * request if the source's size is given, the metadata stays, and nothing is asked of the
   * destination.
   */
  default CopyResult copy(CopySource source, String key, CopyOptions options) {
    return copy(source, key, options, _ -> {});
  }

  /**
   * The same, if nothing may be left of it. A copy with a condition may be an upload of the new key
   * for the store, which is not over if it is cut off, or fails in another way than that a
   * condition does not hold or an object is missing.
   *
   * @param started is told of such an upload before there is any part of it
   */
  CopyResult copy(CopySource source, String key, CopyOptions options, Consumer<Upload> started);

  /**
   * Deletes an object; one that is not there is no error unless the condition asks for it. In a
   * bucket that keeps versions the older ones stay.
   */
  void delete(String key, Condition condition);

  /**
   * Deletes up to {@link Capabilities#maxDeleteBatch()} objects.
   *
   * @return those that could not be deleted, with the reason; empty when all are gone
   */
  List<DeleteFailure> deleteAll(List<ObjectId> objects);

  /** Lists objects in the order of their keys; {@code token} is {@link Page#next()} of the last. */
  Page<ListedEntry> list(ListOptions options, Optional<String> token);

  /** Writes objects in parts. */
  MultipartUploads uploads();

  /** Copies ranges of objects on the server; empty where it cannot. */
  Optional<RangeCopies> rangeCopies();

  /** The versions of objects; empty where the server keeps none. */
  Optional<ObjectVersions> versions();

  /** Changes metadata in place; empty where the server can only copy an object onto itself. */
  Optional<MetadataUpdates> metadataUpdates();
}
