package io.windlass.csi.controller;

import io.grpc.stub.StreamObserver;
import io.windlass.connect.BucketConnectors;
import io.windlass.proto.csi.ControllerExpandVolumeRequest;
import io.windlass.proto.csi.ControllerExpandVolumeResponse;
import io.windlass.proto.csi.ControllerGetCapabilitiesRequest;
import io.windlass.proto.csi.ControllerGetCapabilitiesResponse;
import io.windlass.proto.csi.ControllerGetVolumeHealthRequest;
import io.windlass.proto.csi.ControllerGetVolumeHealthResponse;
import io.windlass.proto.csi.ControllerGetVolumeRequest;
import io.windlass.proto.csi.ControllerGetVolumeResponse;
import io.windlass.proto.csi.ControllerGrpc;
import io.windlass.proto.csi.ControllerListVolumeHealthRequest;
import io.windlass.proto.csi.ControllerListVolumeHealthResponse;
import io.windlass.proto.csi.ControllerModifyVolumeRequest;
import io.windlass.proto.csi.ControllerModifyVolumeResponse;
import io.windlass.proto.csi.ControllerPublishVolumeRequest;
import io.windlass.proto.csi.ControllerPublishVolumeResponse;
import io.windlass.proto.csi.ControllerUnpublishVolumeRequest;
import io.windlass.proto.csi.ControllerUnpublishVolumeResponse;
import io.windlass.proto.csi.CreateSnapshotRequest;
import io.windlass.proto.csi.CreateSnapshotResponse;
import io.windlass.proto.csi.CreateVolumeRequest;
import io.windlass.proto.csi.CreateVolumeResponse;
import io.windlass.proto.csi.DeleteSnapshotRequest;
import io.windlass.proto.csi.DeleteSnapshotResponse;
import io.windlass.proto.csi.DeleteVolumeRequest;
import io.windlass.proto.csi.DeleteVolumeResponse;
import io.windlass.proto.csi.GetCapacityRequest;
import io.windlass.proto.csi.GetCapacityResponse;
import io.windlass.proto.csi.GetSnapshotRequest;
import io.windlass.proto.csi.GetSnapshotResponse;
import io.windlass.proto.csi.ListSnapshotsRequest;
import io.windlass.proto.csi.ListSnapshotsResponse;
import io.windlass.proto.csi.ListVolumesRequest;
import io.windlass.proto.csi.ListVolumesResponse;
import io.windlass.proto.csi.ValidateVolumeCapabilitiesRequest;
import io.windlass.proto.csi.ValidateVolumeCapabilitiesResponse;
import io.windlass.provision.OpenBackends;
import io.windlass.rpc.Unary;
import io.windlass.secret.Keyring;
import io.windlass.volume.Volumes;
import io.windlass.volume.snapshot.SnapshotServices;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/** The Controller service: forwards each call to the class that answers it. */
public final class ControllerService extends ControllerGrpc.ControllerImplBase {
  private final VolumeCalls volumes;
  private final AttachCalls attachments;
  private final ReportCalls reports;
  private final SnapshotCalls snapshots;
  private final ControllerCapabilities capabilities;

  private ControllerService(
      VolumeCalls volumes,
      AttachCalls attachments,
      ReportCalls reports,
      SnapshotCalls snapshots,
      ControllerCapabilities capabilities) {
    this.volumes = volumes;
    this.attachments = attachments;
    this.reports = reports;
    this.snapshots = snapshots;
    this.capabilities = capabilities;
  }

  /**
   * Creates the service over the volumes of the given backends.
   *
   * @param connectors convert addresses and credentials for the nodes
   * @param keyring seals credentials for the nodes, and verifies node ids
   * @param renewals is started, and gives nodes the next credentials; empty: theirs do not end
   */
  public static ControllerService over(
      Volumes volumes,
      OpenBackends backends,
      SnapshotServices services,
      ControllerSettings settings,
      BucketConnectors connectors,
      Supplier<Keyring> keyring,
      Optional<RenewalServer> renewals) {
    PublishContexts contexts =
        new PublishContexts(
            connectors, keyring, renewals.map(RenewalServer::url), InstantSource.system());
    renewals.ifPresent(each -> each.start(new RenewalCalls(volumes, contexts, keyring)));
    RegionMessages regions = new RegionMessages(settings.topology());
    SnapshotCalls snapshots =
        new SnapshotCalls(backends, services, volumes, settings.spec(), regions);
    return new ControllerService(
        new VolumeCalls(volumes, regions),
        new AttachCalls(volumes, contexts),
        new ReportCalls(volumes, backends, settings),
        snapshots,
        new ControllerCapabilities(settings.spec(), snapshots.capabilities()));
  }

  @Override
  public void controllerGetCapabilities(
      ControllerGetCapabilitiesRequest request,
      StreamObserver<ControllerGetCapabilitiesResponse> reply) {
    Unary.answer(reply, capabilities::response);
  }

  @Override
  public void createVolume(
      CreateVolumeRequest request, StreamObserver<CreateVolumeResponse> reply) {
    Unary.answer(reply, () -> volumes.create(request));
  }

  @Override
  public void deleteVolume(
      DeleteVolumeRequest request, StreamObserver<DeleteVolumeResponse> reply) {
    Unary.answer(reply, () -> volumes.delete(request));
  }

  @Override
  public void controllerPublishVolume(
      ControllerPublishVolumeRequest request,
      StreamObserver<ControllerPublishVolumeResponse> reply) {
    Unary.answer(reply, () -> attachments.publish(request));
  }

  @Override
  public void controllerUnpublishVolume(
      ControllerUnpublishVolumeRequest request,
      StreamObserver<ControllerUnpublishVolumeResponse> reply) {
    Unary.answer(reply, () -> attachments.unpublish(request));
  }

  @Override
  public void validateVolumeCapabilities(
      ValidateVolumeCapabilitiesRequest request,
      StreamObserver<ValidateVolumeCapabilitiesResponse> reply) {
    Unary.answer(reply, () -> volumes.validate(request));
  }

  @Override
  public void listVolumes(ListVolumesRequest request, StreamObserver<ListVolumesResponse> reply) {
    Unary.answer(reply, () -> reports.list(request));
  }

  @Override
  public void controllerGetVolume(
      ControllerGetVolumeRequest request, StreamObserver<ControllerGetVolumeResponse> reply) {
    Unary.answer(reply, () -> reports.get(request));
  }

  @Override
  public void controllerGetVolumeHealth(
      ControllerGetVolumeHealthRequest request,
      StreamObserver<ControllerGetVolumeHealthResponse> reply) {
    Unary.answer(reply, () -> reports.health(request));
  }

  @Override
  public void controllerListVolumeHealth(
      ControllerListVolumeHealthRequest request,
      StreamObserver<ControllerListVolumeHealthResponse> reply) {
    Unary.answer(reply, () -> reports.listHealth(request));
  }

  @Override
  public void getCapacity(GetCapacityRequest request, StreamObserver<GetCapacityResponse> reply) {
    Unary.answer(reply, () -> reports.capacity(request));
  }

  @Override
  public void controllerExpandVolume(
      ControllerExpandVolumeRequest request, StreamObserver<ControllerExpandVolumeResponse> reply) {
    Unary.answer(reply, () -> volumes.expand(request));
  }

  @Override
  public void controllerModifyVolume(
      ControllerModifyVolumeRequest request, StreamObserver<ControllerModifyVolumeResponse> reply) {
    Unary.answer(reply, () -> volumes.modify(request));
  }

  @Override
  public void createSnapshot(
      CreateSnapshotRequest request, StreamObserver<CreateSnapshotResponse> reply) {
    Unary.answer(reply, () -> snapshots.create(request));
  }

  @Override
  public void deleteSnapshot(
      DeleteSnapshotRequest request, StreamObserver<DeleteSnapshotResponse> reply) {
    Unary.answer(reply, () -> snapshots.delete(request));
  }

  @Override
  public void listSnapshots(
      ListSnapshotsRequest request, StreamObserver<ListSnapshotsResponse> reply) {
    Unary.answer(reply, () -> snapshots.list(request));
  }

  @Override
  public void getSnapshot(GetSnapshotRequest request, StreamObserver<GetSnapshotResponse> reply) {
    Unary.answer(reply, () -> snapshots.get(request));
  }
}
