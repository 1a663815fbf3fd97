package io.windlass.store;

/**
 * One configured object storage system with the driver's own (administrative) credentials. A thin
 * bundle: it holds clients and no state, so any number of processes may serve the same system.
 */
public interface Backend extends AutoCloseable {

  /**
   * The name it is configured under: first segment of every id, matches {@code [a-z0-9-]{1,32}}.
   */
  String name();

  /** The protocol that workloads use to reach it. */
  Protocol protocol();

  /** What it can do. Constant for the life of this object. */
  Capabilities capabilities();

  /** How long things take there. Constant for the life of this object. */
  Timing timing();

  /** Makes and removes buckets. */
  BucketAdmin buckets();

  /** Makes and removes the principals that may use them. */
  AccessAdmin access();

  /** The data plane over one bucket, whether or not the bucket exists; costs nothing. */
  ObjectStore objects(String bucket);

  /** How workloads reach {@code bucket}; does not ask the server. */
  BucketLocation locate(String bucket);

  /**
   * One cheap authenticated call that shows the server answers and the driver's credentials work.
   *
   * @throws DriverException as the server answered: Unavailable, Unauthenticated, PermissionDenied
   *     …
   */
  void ping();

  /** Releases connections and whatever the backend runs in this process. */
  @Override
  void close();
}
