package io.windlass.csi.node;

import io.windlass.csi.Renewal;
import io.windlass.csi.node.request.VolumeAccess;
import io.windlass.provision.CallsInFlight;
import java.io.IOException;
import java.util.Optional;

/** The mounts of a node, whose credentials are renewed beside the calls of the CO. */
record RenewableMounts(NodeMounts mounts, NodePlaces places) implements CredentialRenewals.Mounts {
  @Override
  public Optional<Renewal> renewal(NodeRecord record) {
    return mounts.renewal(record);
  }

  @Override
  public void give(NodeRecord record, VolumeAccess access)
      throws IOException, InterruptedException {
    try (CallsInFlight.Entered _ = places.enter(record.volumeId())) {
      mounts.refresh(record, access);
    }
  }
}
