package io.windlass.csi.controller;

import io.windlass.proto.csi.ControllerServiceCapability.RPC;
import io.windlass.proto.csi.CreateSnapshotRequest;
import io.windlass.proto.csi.CreateSnapshotResponse;
import io.windlass.proto.csi.DeleteSnapshotRequest;
import io.windlass.proto.csi.DeleteSnapshotResponse;
import io.windlass.proto.csi.GetSnapshotRequest;
import io.windlass.proto.csi.GetSnapshotResponse;
import io.windlass.proto.csi.ListSnapshotsRequest;
import io.windlass.proto.csi.ListSnapshotsResponse;
import io.windlass.store.StoreException;
import java.util.List;

/** Snapshots are not offered. */
public final class NoSnapshots implements SnapshotCalls {

  @Override
  public List<RPC.Type> capabilities() {
    return List.of();
  }

  @Override
  public CreateSnapshotResponse create(CreateSnapshotRequest request) {
    throw notOffered();
  }

  @Override
  public DeleteSnapshotResponse delete(DeleteSnapshotRequest request) {
    throw notOffered();
  }

  @Override
  public ListSnapshotsResponse list(ListSnapshotsRequest request) {
    throw notOffered();
  }

  @Override
  public GetSnapshotResponse get(GetSnapshotRequest request) {
    throw notOffered();
  }

  private static StoreException.Unsupported notOffered() {
    return new StoreException.Unsupported("snapshots are not offered", null);
  }
}
