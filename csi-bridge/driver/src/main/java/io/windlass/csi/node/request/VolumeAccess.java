package io.windlass.csi.node.request;

import io.windlass.connect.BucketAddress;
import io.windlass.csi.PublishContext;
import io.windlass.csi.Renewal;
import io.windlass.secret.Secret;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Location of a volume and the credential that opens it, from a publish context or from secrets.
 *
 * @param prefix empty, or ends in a slash
 * @param credential text of the protocol's connector
 * @param capacityBytes most bytes that the volume may hold; 0: no bound
 * @param capacityObjects most objects that the volume may hold; 0: no bound
 * @param readOnly whether the controller published the volume for reading only
 * @param foreign whether the server is none of the configured backends, so that callers are not
 *     told its words
 * @param tuning mount parameters that were changed since the volume was created
 * @param renewal how the controller is asked for the volume as it is later; empty: it cannot be
 *     asked, and the credential lasts, or the CO brings the next
 */
public record VolumeAccess(
    BucketAddress address,
    String prefix,
    Secret credential,
    long capacityBytes,
    long capacityObjects,
    boolean readOnly,
    boolean foreign,
    Map<String, String> tuning,
    Optional<Renewal> renewal) {

  /** Returns the access that secrets describe, which have no bounds. */
  static VolumeAccess unbounded(BucketAddress address, String prefix, Secret credential) {
    return new VolumeAccess(
        address, prefix, credential, 0, 0, false, false, Map.of(), Optional.empty());
  }

  /** Returns the same access on a server that is none of the configured backends. */
  VolumeAccess ofForeignServer() {
    return new VolumeAccess(
        address,
        prefix,
        credential,
        capacityBytes,
        capacityObjects,
        readOnly,
        true,
        tuning,
        renewal);
  }

  /** Returns the same access, issued at this moment. */
  public VolumeAccess issuedAt(Instant now) {
    return new VolumeAccess(
        address,
        prefix,
        credential,
        capacityBytes,
        capacityObjects,
        readOnly,
        foreign,
        tuning,
        renewal.map(each -> each.issuedAt(now)));
  }

  /** Returns the access that the controller describes. */
  static VolumeAccess published(PublishContext context) {
    return new VolumeAccess(
        context.address(),
        context.prefix(),
        context.credential(),
        context.capacityBytes(),
        context.capacityObjects(),
        context.readOnly(),
        false,
        context.tuning(),
        context.renewal());
  }
}
