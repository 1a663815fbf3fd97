package io.windlass.store;

/** Parts of uploads that the server copies from objects, so that their bytes travel nowhere. */
public interface RangeCopies {

  /**
   * Has the server copy a range of an object in as a part.
   *
   * @param source may be in another bucket of the same backend; its conditions are heeded
   * @throws DriverException.PreconditionFailed if the source is another object by now
   * @throws DriverException.NotFound if source or upload are gone
   */
  Part copy(Upload upload, int number, CopySource source, ByteRange range);
}
