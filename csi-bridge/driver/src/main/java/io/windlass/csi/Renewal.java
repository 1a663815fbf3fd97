package io.windlass.csi;

import io.windlass.secret.Keyring;
import io.windlass.secret.MessageKey;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;

/**
 * How a node gets the next credential for a volume, where the present one ends by itself.
 *
 * @param issued when the credential was issued
 * @param expires when it ends
 * @param url where the controller is asked for the next one
 * @param key by which the controller knows the node's request, and the node the answer; only this
 *     node is told it, for this volume
 */
public record Renewal(Instant issued, Instant expires, URI url, MessageKey key) {

  /** Returns when the next credential is asked for: after half of the life of this one. */
  public Instant due() {
    return issued.plus(Duration.between(issued, expires).dividedBy(2));
  }

  /**
   * Returns the same as the clock of the node has it, for a credential that was issued a moment
   * ago: so it does not matter by how much the clock of the controller differs.
   */
  public Renewal issuedAt(Instant now) {
    return new Renewal(now, expires.plus(Duration.between(issued, now)), url, key);
  }

  /** Returns what the driver's keys derive the key of a volume on a node for. */
  public static String purpose(String volumeId, String nodeId) {
    return "csi renewal\0%s\0%s".formatted(volumeId, nodeId);
  }

  /** Returns the key of a volume on a node: the same one until the driver has another key. */
  public static MessageKey key(Keyring ring, String volumeId, String nodeId) {
    return MessageKey.derived(ring, ring.current(), purpose(volumeId, nodeId));
  }
}
