package io.windlass.registry;

/**
 * Record of a bucket that the driver created or adopted.
 *
 * @param state state of its life
 * @param origin how the driver got the bucket
 * @param request normalised request for the bucket
 */
public record BucketRecord(State state, Origin origin, Fingerprint request) {

  /** State of a bucket's life. */
  public enum State {
    /** The bucket is being created: it may exist or not, configured or not. */
    CREATING,
    /** The bucket exists as requested. */
    READY,
    /** The bucket is being deleted: it may be whole, partly emptied, or gone. */
    DELETING
  }

  /** How the driver got a bucket. */
  public enum Origin {
    /** The driver created the bucket for a claim. */
    CREATED,
    /**
     * The driver created the bucket for volumes: it is deleted with them, and claims can neither
     * create nor delete it.
     */
    FOR_VOLUMES,
    /** The bucket existed before, and an administrator named it. */
    ADOPTED
  }

  /** Returns this record with another state. */
  public BucketRecord in(State next) {
    return new BucketRecord(next, origin, request);
  }
}
