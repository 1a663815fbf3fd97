package io.windlass.store;

import io.windlass.error.DriverException;
import io.windlass.object.ByteRange;
import io.windlass.object.Content;
import io.windlass.object.ObjectReader;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Copies ranges of an object into parts of an upload: on the server where it can ({@link
 * RangeCopies}), elsewhere by reading and sending them. Bytes are streamed and not held, which
 * takes two connections for each part, so parts are better sent one after another.
 *
 * @param from the bucket of the source
 * @param source the object to copy; if it names a revision or a version, only that one
 * @param into the bucket of the upload
 * @param upload the upload that receives the parts
 */
public record RangeCopy(ObjectStore from, CopySource source, ObjectStore into, Upload upload) {

  /**
   * Copies a range of the source into a part.
   *
   * @throws DriverException.PreconditionFailed if the source has changed
   * @throws DriverException.NotFound if the source does not exist any more
   */
  public Part part(int number, ByteRange range) {
    Optional<RangeCopies> byServer = into.rangeCopies();
    return byServer.isPresent()
        ? byServer.get().copy(upload, number, source, range)
        : sent(number, range);
  }

  /**
   * Reads a range of the source and sends it as a part, whatever the server can do.
   *
   * @throws DriverException.PreconditionFailed if the source has changed
   * @throws DriverException.NotFound if the source does not exist any more
   */
  public Part sent(int number, ByteRange range) {
    Body body = new Body(range);
    try {
      return into.uploads().send(upload, number, body);
    } catch (RuntimeException e) {
      throw body.failure().orElse(e);
    }
  }

  /** The bytes of a range, read from the source while they are sent. */
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
        return unchanged(from.get(source.key(), options));
      } catch (DriverException e) {
        failed.set(Optional.of(e));
        throw e;
      }
    }

    /** A server that ignores the conditions of copies may ignore this one, too. */
    private ObjectReader unchanged(ObjectReader reader) {
      if (source.ifMatch().filter(wanted -> !wanted.equals(reader.info().revision())).isPresent()) {
        reader.close();
        throw new DriverException.PreconditionFailed(
            "%s changed while it was to be copied".formatted(source.key()), null);
      }
      return reader;
    }

    /** Returns why the source could not be read. That is not a failure of the destination. */
    Optional<RuntimeException> failure() {
      return failed.get();
    }
  }
}
