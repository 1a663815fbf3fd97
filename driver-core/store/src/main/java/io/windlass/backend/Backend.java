package io.windlass.backend;

import io.windlass.access.AccessAdmin;
import io.windlass.access.BucketLocation;
import io.windlass.access.NodeSessions;
import io.windlass.access.Protocol;
import io.windlass.error.DriverException;
import io.windlass.store.Capabilities;
import io.windlass.store.ObjectStore;
import java.util.List;
import java.util.Optional;

/**
 * One configured object storage system, reached with the driver's own (administrative) credentials.
 * It holds clients and no state, so any number of processes may serve the same system.
 *
 * {@snippet :
 * backend.buckets().create("photos", BucketSettings.DEFAULT);
 * ObjectStore photos = backend.objects("photos");
 * photos.put("a.txt", Content.of(bytes), PutOptions.DEFAULT);
 * }
 */
public interface Backend extends AutoCloseable {

  /**
   * Returns the name under which it is configured, {@code [a-z0-9-]{1,32}}. It is the first segment
   * of every id.
   */
  String name();

  /** Returns the protocol that workloads use to reach the system. */
  Protocol protocol();

  /**
   * Returns what the system can do; asks nobody. Constant for the life of this object, but for what
   * only the system can say and the configuration does not: that counts from the first call that
   * found it out, at the latest from the first {@link #ping}.
   */
  Capabilities capabilities();

  /** Returns how long operations take there. Constant for the life of this object. */
  Timing timing();

  /**
   * Returns how much is known of what the system promises; asks nobody. What only its answers can
   * say counts from the first one, as a listing.
   */
  default Trust trust() {
    return Trust.KNOWN;
  }

  /**
   * Notes that the system copies ranges of objects whatever their condition says. From now on such
   * copies are made by reading on that condition, and sending. Nothing to do where that was not
   * seen.
   */
  default void sendRanges() {}

  /** Returns the administration of buckets. */
  BucketAdmin buckets();

  /** Returns the administration of the principals that may use buckets. */
  AccessAdmin access();

  /**
   * Returns what issues credentials for nodes that end by themselves. Empty where a node gets a key
   * of its own from {@link #access()}, as a workload does.
   */
  default Optional<NodeSessions> sessions() {
    return Optional.empty();
  }

  /** Returns the data plane of a bucket, which need not exist. Sends no request. */
  ObjectStore objects(String bucket);

  /** Returns how workloads reach {@code bucket}; does not ask the server. */
  BucketLocation locate(String bucket);

  /**
   * Makes one cheap authenticated call, which shows that the server answers and the driver's
   * credentials work.
   *
   * @throws DriverException according to the server's answer: Unavailable, Unauthenticated,
   *     PermissionDenied …
   */
  void ping();

  /**
   * Returns sentences for whoever looks after the system, about what this client has found out or
   * was told and does differently because of it; empty if there is nothing to say.
   */
  default List<String> remarks() {
    return List.of();
  }

  /** Closes connections, and stops whatever the backend runs in this process. */
  @Override
  void close();
}
