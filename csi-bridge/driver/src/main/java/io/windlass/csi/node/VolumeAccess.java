package io.windlass.csi.node;

import io.windlass.csi.PublishContext;
import io.windlass.secret.Secret;
import io.windlass.store.StoreAddress;
import java.util.Map;

/**
 * Where a volume is and with which key it is opened, from whichever message said so.
 *
 * @param prefix empty, or ends in a slash
 * @param credential as text of the protocol's connector
 * @param capacityBytes most bytes that it may hold; 0: no bound
 * @param capacityObjects most objects that it may hold; 0: no bound
 * @param readOnly whether the controller published it for reading only
 * @param tuning mount parameters that were changed since the volume was made
 */
record VolumeAccess(
    StoreAddress address,
    String prefix,
    Secret credential,
    long capacityBytes,
    long capacityObjects,
    boolean readOnly,
    Map<String, String> tuning) {

  /** What a secret says: nothing of bounds. */
  static VolumeAccess unbounded(StoreAddress address, String prefix, Secret credential) {
    return new VolumeAccess(address, prefix, credential, 0, 0, false, Map.of());
  }

  /** What the controller says. */
  static VolumeAccess published(PublishContext context) {
    return new VolumeAccess(
        context.address(),
        context.prefix(),
        context.credential(),
        context.capacityBytes(),
        context.capacityObjects(),
        context.readOnly(),
        context.tuning());
  }
}
