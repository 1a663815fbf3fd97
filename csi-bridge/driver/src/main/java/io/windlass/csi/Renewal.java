package io.windlass.csi;

import io.windlass.secret.Keyring;
import io.windlass.secret.MessageKey;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How a node asks the controller for a volume as it is now: for its bounds and parameters, and for
 * the next credential where the present one ends by itself.
 *
 * @param issued when the credential was issued
 * @param expires when it ends; empty: it lasts until it is revoked
 * @param url where the controller is asked about this attachment
 * @param key by which the controller knows the node's request, and the node the answer; only this
 *     node is told it, for this volume
 */
public record Renewal(Instant issued, Optional<Instant> expires, URI url, MessageKey key) {

  /**
   * Returns when the next credential is asked for: after half of the life of this one; empty if it
   * lasts.
   */
  public Optional<Instant> due() {
    return expires.map(end -> issued.plus(Duration.between(issued, end).dividedBy(2)));
  }

  /** Returns whether this was told before the other. */
  public boolean isOlderThan(Renewal other) {
    boolean both = expires.isPresent() && other.expires.isPresent();
    return both ? expires.get().isBefore(other.expires.get()) : issued.isBefore(other.issued);
  }

  /**
   * Returns the same as the clock of the node has it, for a credential that was issued a moment ago
   * and ends: so it does not matter by how much the clock of the controller differs. One that lasts
   * keeps the controller's time, by which it is compared with the next one.
   */
  public Renewal issuedAt(Instant now) {
    return expires
        .map(
            end -> new Renewal(now, Optional.of(end.plus(Duration.between(issued, now))), url, key))
        .orElse(this);
  }

  /** Returns what the driver's keys derive the key of an attachment for. */
  static String purpose(String volumeId, String nodeId, Optional<String> attachment) {
    return "csi renewal\0%s\0%s%s"
        .formatted(volumeId, nodeId, attachment.map("\0"::concat).orElse(""));
  }

  /**
   * Returns the key of an attachment: the same one until the driver has another key, and another
   * one when the volume is attached anew.
   *
   * @param attachment id of the attachment; empty: a driver attached the volume that gave none
   */
  public static MessageKey key(
      Keyring ring, String volumeId, String nodeId, Optional<String> attachment) {
    return MessageKey.derived(ring, ring.current(), purpose(volumeId, nodeId, attachment));
  }
}
