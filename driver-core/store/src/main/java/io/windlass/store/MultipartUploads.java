package io.windlass.store;

import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Multipart uploads to one bucket, whose parts may be sent in any order and in parallel. {@link
 * Upload#state} and {@link Part#state} hold the server's identification of an upload and of a part
 * as opaque text, so that another process can continue an upload.
 *
 * {@snippet :
 * Upload upload = uploads.start("big", PutOptions.DEFAULT);
 * Part first = uploads.send(upload, 1, Content.of(bytes));
 * Part second = uploads.send(upload, 2, Content.of(more));
 * uploads.complete(upload, List.of(first, second), Condition.ifAbsent());
 * }
 *
 * <p>Errors are those of {@link ObjectStore}; {@link DriverException.NotFound} means that the
 * upload is completed or aborted, or that the server dropped its parts: the caller must send the
 * bytes again in a new upload.
 */
public interface MultipartUploads {

  /**
   * Starts an upload all of whose parts are sent. Ignores the condition of {@code options}: it is
   * given to {@link #complete}.
   */
  Upload start(String key, PutOptions options);

  /**
   * Starts an upload like {@link #start}, some of whose parts may be {@link RangeCopies copied}.
   */
  default Upload startWithCopies(String key, PutOptions options) {
    return start(key, options);
  }

  /**
   * Starts an upload that is to become a copy: the object gets the properties that {@link
   * ObjectStore#copy} would take along.
   *
   * @param source where it names a revision or a version, only that
   * @throws DriverException.PreconditionFailed if the source is another object by now
   * @throws DriverException.NotFound if it is gone
   */
  Upload startCopy(String key, CopySource source, Map<String, String> metadata);

  /** Sends a part; sending the same number again replaces it. */
  Part send(Upload upload, int number, Content content);

  /** Completes an upload: the whole object becomes visible at once. */
  ObjectInfo complete(Upload upload, List<Part> parts, Condition condition);

  /** Aborts an upload and frees its storage; no error if it is gone. */
  void abort(Upload upload);

  /** Lists the parts of an upload. */
  Page<Part> parts(Upload upload, Optional<String> token);

  /**
   * Lists uploads below a prefix that are neither completed nor aborted. Some servers omit uploads
   * whose client disconnected before it learned that they were started, and still list uploads that
   * are already completed or aborted.
   */
  Page<Upload> list(String prefix, Optional<String> token);

  /** Returns all uploads of exactly this key that are neither completed nor aborted. */
  List<Upload> of(String key);

  /**
   * Returns the time after which the server itself drops parts that were sent, if the upload is
   * neither completed nor aborted. On such a server {@link #abort} frees nothing at once, and
   * {@link #list} and {@link #of} find nothing. Empty: uploads stay, and cost storage, until they
   * are aborted.
   */
  Optional<Duration> expiry();
}
