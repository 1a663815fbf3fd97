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
import java.util.List;

/** The calls of the Controller service that are about snapshots. They throw as all others do. */
public interface SnapshotCalls {

  /** What of them is offered. */
  List<RPC.Type> capabilities();

  CreateSnapshotResponse create(CreateSnapshotRequest request);

  DeleteSnapshotResponse delete(DeleteSnapshotRequest request);

  ListSnapshotsResponse list(ListSnapshotsRequest request);

  GetSnapshotResponse get(GetSnapshotRequest request);
}
