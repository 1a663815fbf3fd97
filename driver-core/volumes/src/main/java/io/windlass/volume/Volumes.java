package io.windlass.volume;

import io.windlass.error.DriverException;
import io.windlass.provision.Buckets;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.OpenBackends;
import io.windlass.provision.Unfinished;
import io.windlass.provision.grant.Grants;
import io.windlass.registry.Entry;
import io.windlass.registry.Fingerprint;
import io.windlass.registry.VolumeRecord;
import io.windlass.store.Page;
import java.util.List;
import java.util.Optional;

/**
 * Service for the volumes of CSI. A volume is created once however often it is requested, each node
 * to which it is attached has a key of its own, and a deleted volume leaves nothing behind.
 * Everything known of a volume is in its record, which is written before the volume is created and
 * removed after the volume is gone.
 *
 * <p>Every call for a volume that another call is working on throws {@link DriverException.Aborted}
 * at once.
 */
public final class Volumes {
  private final OpenBackends backends;
  private final VolumeRecords records;
  private final VolumeMaker maker;
  private final VolumeRemover remover;
  private final VolumeChanges changes;
  private final Attachments attachments;
  private final VolumeList list;

  /** Creates the service for the volumes of these backends, under the administrator's rules. */
  public Volumes(
      OpenBackends backends,
      Buckets buckets,
      Grants grants,
      VolumeData data,
      CallsInFlight inFlight,
      VolumeRules rules) {
    this.backends = backends;
    this.records = new VolumeRecords(backends);
    this.remover = new VolumeRemover(records, buckets, data, inFlight);
    this.maker =
        new VolumeMaker(backends, records, buckets, data, remover, inFlight, rules.regions());
    this.changes = new VolumeChanges(records, data, inFlight);
    this.list = new VolumeList(backends);
    NodeLimit limit = new NodeLimit(rules.maxVolumesPerNode(), list);
    this.attachments = new Attachments(records, grants, inFlight, limit, rules.sessions());
  }

  /**
   * Creates a volume, or finds the one that an identical call created.
   *
   * @throws DriverException.AlreadyExists when a volume of this name exists and differs
   * @throws DriverException.NotFound when there is no such source
   * @throws DriverException.OutOfRange when it would be smaller than its source
   * @throws DriverException.QuotaExceeded when no possible region satisfies the requirement
   * @throws DriverException.Aborted when filling it takes more calls
   */
  public Volume create(VolumeRequest request) {
    return maker.create(request);
  }

  /**
   * Deletes a volume. No error if there is none. A bucket that was not created as a volume stays as
   * it is.
   *
   * @throws DriverException.InUse when it is published
   * @throws DriverException.Aborted when emptying it takes more calls
   */
  public void delete(String id) {
    backends.requireBackendOf(id);
    VolumeId.parse(id, backends).ifPresent(remover::delete);
  }

  /** Returns the volumes that may have been left half created or half removed. */
  public Unfinished unfinished() {
    return remover.unfinished();
  }

  /**
   * Checks, without creating anything, that a volume of a class can be created on its backend.
   *
   * @throws DriverException.InvalidArgument naming everything that prevents this
   */
  public void requirePossible(VolumeParameters parameters, ChangeableParameters changeable) {
    maker.requirePossible(parameters, changeable);
  }

  /**
   * Returns the volume with this id, or the bucket that can be used as one.
   *
   * @throws DriverException.NotFound when there is neither
   */
  public Volume get(String id) {
    VolumeId known = require(id);
    return Volume.of(known, records.require(known).record());
  }

  /**
   * Returns how a volume differs from what a class asks for, as a phrase for a message. Empty if it
   * does not differ, or is a bucket that was not created as a volume.
   */
  public Optional<String> difference(Volume volume, VolumeParameters asked) {
    return records
        .find(volume.id())
        .map(Entry::value)
        .filter(record -> record.origin() == VolumeRecord.Origin.CREATED)
        .flatMap(record ->
            VolumeRequest.ofClass(record.request())
                .difference(Fingerprint.of(asked.fingerprint())));
  }

  /**
   * Returns a page of all volumes, including those that are being created or deleted.
   *
   * @param after the {@link Page#next()} of the page before
   * @param most most volumes in the page; 0: as many as a page can have
   * @throws DriverException.PreconditionFailed when {@code after} was never a {@link Page#next()}
   */
  public Page<Volume> list(Optional<String> after, int most) {
    Optional<VolumeId> from = after.map(this::position);
    return list.page(from, most == 0 ? VolumeList.MOST : Math.min(most, VolumeList.MOST));
  }

  private VolumeId position(String token) {
    return VolumeId.parse(token, backends)
        .orElseThrow(() ->
            new DriverException.PreconditionFailed(
                "starting_token was not returned by this driver: list again without one", null));
  }

  /**
   * Returns the region whose nodes may use a volume. For a deleted volume whose bucket snapshots
   * still need, it is the region that it had. Empty if the volume is for all nodes, or does not
   * exist.
   */
  public Optional<String> region(VolumeId id) {
    return records.find(id).flatMap(entry -> entry.value().region());
  }

  /** Returns those of these volumes whose bucket is gone, and so all of their files. */
  public List<VolumeId> missing(List<Volume> volumes) {
    return list.missing(volumes);
  }

  /**
   * Increases the capacity of a volume; a volume never shrinks.
   *
   * @throws DriverException.NotFound when there is no such volume
   * @throws DriverException.OutOfRange when it is already larger than the limit
   * @throws DriverException.InvalidArgument when it is a bucket that was not made as a volume
   */
  public Volume expand(String id, CapacityRange capacity) {
    return changes.expand(require(id), capacity);
  }

  /**
   * Changes the given parameters of a volume. Nothing is changed if one of them cannot be changed.
   *
   * @throws DriverException.NotFound when there is no such volume
   * @throws DriverException.InvalidArgument when the volume or its backend does not offer a
   *     parameter, or snapshots of it would lose their data
   */
  public Volume modify(String id, ChangeableParameters parameters) {
    return changes.modify(require(id), parameters);
  }

  /**
   * Attaches a volume to a node, or returns the credential that an identical call was given.
   *
   * @throws DriverException.NotFound when there is no such volume
   * @throws DriverException.AlreadyExists when it is attached to the node with another mode or
   *     read-only flag
   * @throws DriverException.InUse when another node has it, and one of the modes does not allow
   *     both
   * @throws DriverException.QuotaExceeded when the node has as many volumes as it may have
   */
  public Attached publish(String id, Attach asked) {
    return attachments.publish(require(id), asked);
  }

  /**
   * Returns the next credential of a node to which a volume is attached, where that ends by itself.
   *
   * @param attached the {@linkplain Attached#attachment id} of the attachment
   * @throws DriverException.NotFound when there is no such volume, or it is not attached to the
   *     node, or was attached to it anew
   */
  public Attached renew(String id, String node, Optional<String> attached) {
    return attachments.renew(require(id), node, attached);
  }

  /**
   * Detaches a volume. No error if it is not attached. When this returns, the node's key has
   * stopped working; only a credential that ends by itself works for the rest of its life.
   *
   * @param node node to detach from; empty: all nodes
   * @throws DriverException.Aborted while the server may still accept the key
   */
  public void unpublish(String id, Optional<String> node) {
    backends.requireBackendOf(id);
    VolumeId.parse(id, backends).ifPresent(known -> attachments.unpublish(known, node));
  }

  private VolumeId require(String id) {
    return VolumeId.parse(id, backends)
        .orElseThrow(
            () -> new DriverException.NotFound("there is no volume %s".formatted(id), null));
  }
}
