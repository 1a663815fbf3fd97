package io.windlass.registry;

/**
 * A bucket that the driver made or adopted.
 *
 * @param state how far it is
 * @param origin how it came to the driver
 * @param request what it was asked to be
 */
public record BucketRecord(State state, Origin origin, Fingerprint request) {

  /** How far a bucket is. */
  public enum State {
    /** It is being made: it may be there or not, configured or not. */
    CREATING,
    /** It is there as requested. */
    READY,
    /** It is being removed: it may be there, half emptied, or gone. */
    DELETING
  }

  /** How a bucket came to the driver. */
  public enum Origin {
    /** The driver made it, for whoever claims a bucket. */
    CREATED,
    /**
     * The driver made it for volumes: it goes with them, and is no claim's to make or to delete.
     */
    FOR_VOLUMES,
    /** It was there, and an administrator named it. */
    ADOPTED
  }

  /** The same in another state. */
  public BucketRecord in(State next) {
    return new BucketRecord(next, origin, request);
  }
}
