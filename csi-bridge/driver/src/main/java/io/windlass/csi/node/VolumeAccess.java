package io.windlass.csi.node;

import io.windlass.csi.PublishContext;
import io.windlass.store.BucketLocation;
import io.windlass.store.Credential;
import java.util.Map;

/**
 * Where a volume is and with which key it is opened, from whichever message said so.
 *
 * @param prefix empty, or ends in a slash
 * @param capacityBytes most bytes that it may hold; 0: no bound
 * @param capacityObjects most objects that it may hold; 0: no bound
 * @param readOnly whether the controller published it for reading only
 * @param tuning mount parameters that were changed since the volume was made
 */
record VolumeAccess(
    BucketLocation.S3 location,
    String prefix,
    Credential.S3 credential,
    long capacityBytes,
    long capacityObjects,
    boolean readOnly,
    Map<String, String> tuning) {

  /** What a secret says: nothing of bounds. */
  static VolumeAccess unbounded(
      BucketLocation.S3 location, String prefix, Credential.S3 credential) {
    return new VolumeAccess(location, prefix, credential, 0, 0, false, Map.of());
  }

  /** What the controller says. */
  static VolumeAccess published(PublishContext context) {
    if (!(context.location() instanceof BucketLocation.S3 location)
        || !(context.credential() instanceof Credential.S3 credential)) {
      throw new IllegalArgumentException("publish_context: only buckets of S3 can be mounted");
    }
    return new VolumeAccess(
        location,
        context.prefix(),
        credential,
        context.capacityBytes(),
        context.capacityObjects(),
        context.readOnly(),
        context.tuning());
  }
}
