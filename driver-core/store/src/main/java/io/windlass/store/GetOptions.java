package io.windlass.store;

import io.windlass.error.DriverException;
import io.windlass.object.ByteRange;
import io.windlass.object.ObjectInfo;
import io.windlass.object.Revision;
import java.util.Optional;

/**
 * Options of a read of an object.
 *
 * @param range the bytes to read; a range that extends past the end is shortened. Empty: all
 * @param ifMatch read only the object with this {@link ObjectInfo#revision()}; otherwise {@link
 *     DriverException.PreconditionFailed}
 * @param version read this version instead of the newest
 */
public record GetOptions(
    Optional<ByteRange> range, Optional<Revision> ifMatch, Optional<String> version) {

  /** Reads all of the newest version. */
  public static final GetOptions ALL =
      new GetOptions(Optional.empty(), Optional.empty(), Optional.empty());

  /** Returns these options with this range of bytes. */
  public GetOptions withRange(ByteRange wanted) {
    return new GetOptions(Optional.of(wanted), ifMatch, version);
  }

  /** Returns these options, on the condition that the object has this revision. */
  public GetOptions withIfMatch(Revision revision) {
    return new GetOptions(range, Optional.of(revision), version);
  }

  /** Returns these options with this version. */
  public GetOptions withVersion(String wanted) {
    return new GetOptions(range, ifMatch, Optional.of(wanted));
  }
}
