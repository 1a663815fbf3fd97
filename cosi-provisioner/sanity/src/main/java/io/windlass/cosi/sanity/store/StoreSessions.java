package io.windlass.cosi.sanity.store;

import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.StorageProtocol;

/**
 * Factory of clients of one protocol, which are configured by the driver's answer alone: no
 * environment variables, no files, no retries.
 */
public interface StoreSessions extends AutoCloseable {

  /** Returns the protocol of the clients. */
  StorageProtocol protocol();

  /**
   * Opens a client for one bucket of an access; nothing is sent.
   *
   * @throws IllegalArgumentException when the driver's answer lacks what a client needs; the
   *     message says what, and contains no secret
   */
  StoreSession open(Access access, String bucketId, Proof proof);

  /** Closes what the clients share. */
  @Override
  void close();
}
