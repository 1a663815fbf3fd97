package io.windlass.store;

import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Ranges of an object that are made parts of an upload: by the server where it can ({@link
 * RangeCopies}), elsewhere by reading and sending them. What is sent is not held: it takes two
 * connections at a time, so parts are better sent one after another.
 *
 * @param from the bucket of the source
 * @param source what is copied; where it names a revision or a version, only that
 * @param into the bucket of the upload
 * @param upload what gets the parts
 */
public record RangeCopy(ObjectStore from, CopySource source, ObjectStore into, Upload upload) {

  /**
   * Makes a range of the source a part.
   *
   * @throws DriverException.PreconditionFailed if the source is another object by now
   * @throws DriverException.NotFound if it is gone
   */
  public Part part(int number, ByteRange range) {
    Optional<RangeCopies> byServer = into.rangeCopies();
    if (byServer.isPresent()) {
      return byServer.get().copy(upload, number, source, range);
    }
    Body body = new Body(range);
    try {
      return into.uploads().send(upload, number, body);
    } catch (RuntimeException e) {
      throw body.failure().orElse(e);
    }
  }

  /** The bytes of a range, asked for when they are sent. */
  private final class Body implements Content {
    private final ByteRange range;
    private final AtomicReference<Optional<RuntimeException>> failed =
        new AtomicReference<>(Optional.empty());

    Body(ByteRange range) {
      this.range = range;
    }

    @Override
    public long length() {
      return range.length();
    }

    @Override
    public ReadableByteChannel open() {
      GetOptions options = new GetOptions(Optional.of(range), source.ifMatch(), source.version());
      try {
        return from.get(source.key(), options);
      } catch (DriverException e) {
        failed.set(Optional.of(e));
        throw e;
      }
    }

    /** Why it could not be read, which is not the fault of where it was to be sent. */
    Optional<RuntimeException> failure() {
      return failed.get();
    }
  }
}
