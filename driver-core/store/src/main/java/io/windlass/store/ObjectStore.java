package io.windlass.store;

import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.ObjectReader;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Data plane of one bucket. Operations that every store offers are methods; those that only some
 * offer are interfaces that the store returns where it has them. Every method throws {@link
 * DriverException}: {@link DriverException.NotFound} for a missing object, {@link
 * DriverException.NoSuchBucket} for a missing bucket, {@link DriverException.InvalidKey} for a key
 * that no object can have here, {@link DriverException.PreconditionFailed} for a condition that
 * does not hold, {@link DriverException.Unavailable} when the server does not answer in time.
 * Implementations retry what is safe to retry; callers must not retry on top.
 *
 * {@snippet :
 * ObjectInfo put = store.put("2026/a.txt", Content.of(bytes), PutOptions.DEFAULT);
 * // Two writers: who comes second is told, and nothing is lost.
 * PutOptions unchanged =
 *     PutOptions.DEFAULT.withCondition(Condition.ifMatch(put.revision()));
 * store.put("2026/a.txt", Content.of(more), unchanged);
 * try (ObjectReader reader = store.get("2026/a.txt", GetOptions.ALL)) {
 *   reader.read(buffer);
 * }
 * Optional<String> token = Optional.empty();
 * do {
 *   Page<ListedEntry> page = store.list(ListOptions.prefix("2026/"), token);
 *   page.items().forEach(listed::add);
 *   token = page.next();
 * } while (token.isPresent());
 * store.delete("2026/a.txt", Condition.always());
 * }
 *
 * <p>Keys are UTF-8 of at most 1024 bytes. Instances are safe for use by any number of threads.
 */
public interface ObjectStore {

  /** Returns the name of the bucket. */
  String bucket();

  /**
   * Checks a key by the rules that are known without asking the server, which may have others.
   *
   * @throws DriverException.InvalidKey if no object can have this key here
   */
  void checkKey(String key);

  /**
   * Describes an object without reading it.
   *
   * @throws DriverException.IsDirectory when the server has a directory of this name instead, which
   *     it knows by what it has there
   */
  ObjectInfo head(String key);

  /**
   * Looks for an object that was there, and that another request may not have found. Where a store
   * may answer for a while that what it has is not there, it is asked several times, for seconds.
   *
   * @return what {@link #head} says; empty if the object is gone, as far as several answers can
   *     tell
   */
  default Optional<ObjectInfo> seek(String key) {
    try {
      return Optional.of(head(key));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      return Optional.empty();
    }
  }

  /**
   * Returns all properties of an object. Asks the server only for those that {@code seen} lacks,
   * with no request if it is {@linkplain ObjectProperties#whole whole}.
   *
   * @param seen properties that an answer of this store told of the newest version of the object
   * @throws DriverException.PermissionDenied if the credential may not read one of them, or may not
   *     see whether there is one; the message names the permission that it lacks
   * @throws DriverException.Unsupported if the object has something that no write can give it again
   * @throws DriverException.NotFound if the object is gone
   */
  ObjectProperties properties(String key, ObjectProperties seen);

  /** Opens an object, or a range of it; the caller closes the reader. */
  ObjectReader get(String key, GetOptions options);

  /**
   * Writes an object atomically: readers see all of it or nothing. The object gets the properties
   * of the options, and none of those that an object with this key had before.
   */
  ObjectInfo put(String key, Content content, PutOptions options);

  /**
   * Copies an object on the server, of at most {@link Capabilities#maxPutBytes()} bytes. The copy
   * has the metadata and the properties of the source, as far as the options do not give others.
   */
  default CopyResult copy(CopySource source, String key, CopyOptions options) {
    return copy(source, key, options, _ -> {});
  }

  /**
   * Copies an object on the server, and reports an upload that a crash may leave behind. A store
   * may carry out a copy with a condition as an upload to the new key. That upload stays open if
   * the copy is cut off, or fails for another reason than a condition that does not hold or an
   * object that is missing.
   *
   * @param started receives such an upload before it has any part
   */
  CopyResult copy(CopySource source, String key, CopyOptions options, Consumer<Upload> started);

  /**
   * Deletes an object; a missing object is no error unless the condition requires it. In a bucket
   * that keeps versions, older versions stay.
   *
   * @throws DriverException.NotEmpty for a directory that is not empty ({@link
   *     Feature#DIRECTORIES})
   */
  void delete(String key, Condition condition);

  /**
   * Deletes up to {@link Capabilities#maxDeleteBatch()} objects. Of directories ({@link
   * Feature#DIRECTORIES}), those stay, without being a failure, that are not empty after that.
   *
   * @return the objects that could not be deleted, with the reason; empty when all are gone
   */
  List<DeleteFailure> deleteAll(List<ObjectId> objects);

  /**
   * Deletes objects as {@link #deleteAll} does, and with them what others have made of them and
   * keeps them from being deleted, like snapshots of blobs. For buckets and volumes that are to be
   * emptied.
   */
  default List<DeleteFailure> purge(List<ObjectId> objects) {
    return deleteAll(objects);
  }

  /**
   * Lists objects in the order of their keys; {@code token} is {@link Page#next()} of the last
   * page. Where directories are real ({@link Feature#DIRECTORIES}), a listing without a delimiter
   * goes directory by directory: each is followed by all that is in it.
   */
  Page<ListedEntry> list(ListOptions options, Optional<String> token);

  /** Returns multipart uploads to the bucket. */
  MultipartUploads uploads();

  /** Returns copies of ranges on the server; empty where the server cannot copy ranges. */
  Optional<RangeCopies> rangeCopies();

  /** Returns the versions of objects; empty where the server keeps none. */
  Optional<ObjectVersions> versions();

  /**
   * Returns updates of metadata in place; empty where the server can only copy an object onto
   * itself.
   */
  Optional<MetadataUpdates> metadataUpdates();

  /**
   * Returns renames of objects and directories; empty where the server can only copy and delete.
   * May ask the server, once.
   */
  Optional<AtomicRenames> renames();
}
