package io.windlass.store;

import io.windlass.error.DriverException;
import io.windlass.object.ByteRange;

/**
 * Copies of ranges of objects into uploads, made by the server, so that the bytes do not cross the
 * network.
 */
public interface RangeCopies {

  /**
   * Copies a range of an object on the server, as a part of an upload.
   *
   * @param source may be in another bucket of the same backend; its conditions apply
   * @throws DriverException.PreconditionFailed if the source has changed
   * @throws DriverException.NotFound if the source or the upload does not exist any more
   */
  Part copy(Upload upload, int number, CopySource source, ByteRange range);
}
