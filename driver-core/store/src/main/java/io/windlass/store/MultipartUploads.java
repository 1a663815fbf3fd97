package io.windlass.store;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writing objects of one bucket in parts that may be sent in any order and in parallel. What an
 * upload and a part are to the server is an opaque text in {@link Upload#state} and {@link
 * Part#state}: another process can go on with it.
 *
 * <p>Errors are those of {@link ObjectStore}; {@link DriverException.NotFound} is said of an upload
 * that is over, or whose parts the server dropped: whoever has the bytes begins anew.
 */
public interface MultipartUploads {

  /** Starts an upload. The condition of {@code options} is given at completion instead. */
  Upload start(String key, PutOptions options);

  /**
   * Starts an upload that is to become a copy: the object gets the headers that {@link
   * ObjectStore#copy} would take along, the media type and the like, where objects have such.
   *
   * @param source where it names a revision or a version, only that
   * @throws DriverException.PreconditionFailed if the source is another object by now
   * @throws DriverException.NotFound if it is gone
   */
  default Upload startCopy(String key, CopySource source, Map<String, String> metadata) {
    return start(key, PutOptions.DEFAULT.withMetadata(metadata));
  }

  /** Sends a part; sending the same number again replaces it. */
  Part send(Upload upload, int number, Content content);

  /** Makes the object visible, all at once. */
  ObjectInfo complete(Upload upload, List<Part> parts, Condition condition);

  /** Gives an upload up and frees its storage; no error if it is gone. */
  void abort(Upload upload);

  /** Lists the parts that an upload has. */
  Page<Part> parts(Upload upload, Optional<String> token);

  /**
   * Lists uploads below a prefix that are neither completed nor aborted. Some servers miss some
   * whose beginner went away meanwhile, and name some that are over already.
   */
  Page<Upload> list(String prefix, Optional<String> token);

  /** The uploads of just this key that are neither completed nor aborted; none is missed. */
  List<Upload> of(String key);

  /**
   * After how long the server itself drops what was sent and neither completed nor aborted. There
   * {@link #abort} frees nothing at once, and {@link #list} and {@link #of} find nothing. Empty: it
   * stays, and costs, until it is aborted.
   */
  Optional<Duration> expiry();
}
