package io.windlass.store;

import java.util.Optional;

/**
 * What to read of an object.
 *
 * @param range the bytes wanted; a range that reaches past the end is cut there. Empty: all
 * @param ifMatch read only the object with this {@link ObjectInfo#revision()}; otherwise {@link
 *     DriverException.PreconditionFailed}
 * @param version read this version instead of the newest
 */
public record GetOptions(
    Optional<ByteRange> range, Optional<Revision> ifMatch, Optional<String> version) {

  /** All of the newest version. */
  public static final GetOptions ALL =
      new GetOptions(Optional.empty(), Optional.empty(), Optional.empty());

  /** Only these bytes. */
  public GetOptions withRange(ByteRange wanted) {
    return new GetOptions(Optional.of(wanted), ifMatch, version);
  }

  /** Only if it is still this object. */
  public GetOptions withIfMatch(Revision revision) {
    return new GetOptions(range, Optional.of(revision), version);
  }

  /** This version. */
  public GetOptions withVersion(String wanted) {
    return new GetOptions(range, ifMatch, Optional.of(wanted));
  }
}
