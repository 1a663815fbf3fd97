package io.windlass.volume;

import io.windlass.provision.Buckets;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.ConfiguredBackends;
import io.windlass.provision.Grants;
import io.windlass.provision.Unfinished;
import io.windlass.registry.Entry;
import io.windlass.registry.Fingerprint;
import io.windlass.registry.VolumeRecord;
import io.windlass.store.DriverException;
import io.windlass.store.Page;
import java.util.List;
import java.util.Optional;

/**
 * Volumes as CSI asks for them: made once however often they are asked for, attached to nodes each
 * with a key of its own, and gone without a trace when deleted. All that is known of a volume is in
 * its record, which is written before what it describes and removed after.
 *
 * <p>Every call for a volume that another call is working on throws {@link DriverException.Aborted}
 * at once.
 */
public final class Volumes {
  private final ConfiguredBackends backends;
  private final VolumeRecords records;
  private final VolumeMaker maker;
  private final VolumeRemover remover;
  private final VolumeChanges changes;
  private final Attachments attachments;
  private final VolumeList list;

  /** Over the volumes of these backends, as {@code rules} say. */
  public Volumes(
      ConfiguredBackends backends,
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
    this.list = new VolumeList(backends, records);
    NodeLimit limit = new NodeLimit(rules.maxVolumesPerNode(), list);
    this.attachments = new Attachments(records, grants, inFlight, limit);
  }

  /**
   * Makes a volume, or finds the one that an identical call made.
   *
   * @throws DriverException.AlreadyExists when there is one of this name and it differs
   * @throws DriverException.NotFound when there is no such source
   * @throws DriverException.OutOfRange when it would be smaller than its source
   * @throws DriverException.QuotaExceeded when it cannot be where it is to be reached from
   * @throws DriverException.Aborted when filling it takes more calls
   */
  public Volume create(VolumeRequest request) {
    return maker.create(request);
  }

  /**
   * Deletes a volume; no error if there is none, and no deed if it is a bucket that was not made as
   * a volume.
   *
   * @throws DriverException.InUse when it is published
   * @throws DriverException.Aborted when emptying it takes more calls
   */
  public void delete(String id) {
    VolumeId.parse(id, backends).ifPresent(remover::delete);
  }

  /** Volumes that may have been left half made, or half removed. */
  public Unfinished unfinished() {
    return remover.unfinished();
  }

  /**
   * Checks, without making anything, that a volume of a class can be made on its backend.
   *
   * @throws DriverException.InvalidArgument naming everything that is in the way
   */
  public void requirePossible(VolumeParameters parameters, ChangeableParameters changeable) {
    maker.requirePossible(parameters, changeable);
  }

  /**
   * The volume with this id, or the bucket that can be used as one.
   *
   * @throws DriverException.NotFound when there is neither
   */
  public Volume get(String id) {
    VolumeId known = require(id);
    return Volume.of(known, records.require(known).record());
  }

  /**
   * In what a volume differs from what a class asks for, as a phrase for a message; empty where it
   * does not, and for a bucket that was not made as a volume.
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
   * A page of all volumes, those that are being made or deleted among them.
   *
   * @param after the {@link Page#next()} of the page before
   * @param most in a page; 0: as many as a page can have
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
                "starting_token is not one that was given: begin again without one", null));
  }

  /**
   * The region for whose nodes a volume is, or was, if snapshots still need its bucket; empty where
   * it is for all nodes, and where there is none.
   */
  public Optional<String> region(VolumeId id) {
    return records.find(id).flatMap(entry -> entry.value().region());
  }

  /** Which of these volumes have lost their bucket, and so all of their files. */
  public List<VolumeId> missing(List<Volume> volumes) {
    return list.missing(volumes);
  }

  /**
   * Lets a volume hold more; it never shrinks.
   *
   * @throws DriverException.NotFound when there is none
   * @throws DriverException.OutOfRange when it is larger than it may become
   * @throws DriverException.InvalidArgument when it is a bucket that was not made as a volume
   */
  public Volume expand(String id, CapacityRange capacity) {
    return changes.expand(require(id), capacity);
  }

  /**
   * Changes a volume's parameters, those that are given; nothing is changed when one of them cannot
   * be.
   *
   * @throws DriverException.NotFound when there is none
   * @throws DriverException.InvalidArgument when the volume or its backend does not offer it, or
   *     snapshots of it would lose what they show
   */
  public Volume modify(String id, ChangeableParameters parameters) {
    return changes.modify(require(id), parameters);
  }

  /**
   * Gives a node access, or the credential that an identical call was given.
   *
   * @throws DriverException.NotFound when there is no such volume
   * @throws DriverException.AlreadyExists when the node has it in another way
   * @throws DriverException.InUse when another node has it, and one of the modes does not allow
   *     both
   * @throws DriverException.QuotaExceeded when the node has as many volumes as it may have
   */
  public Attached publish(String id, Attach asked) {
    return attachments.publish(require(id), asked);
  }

  /**
   * Takes access away; no error if there is none. When this returns the node's key has stopped
   * working.
   *
   * @param node empty: from all nodes
   * @throws DriverException.Aborted while the server may still accept the key
   */
  public void unpublish(String id, Optional<String> node) {
    VolumeId.parse(id, backends).ifPresent(known -> attachments.unpublish(known, node));
  }

  private VolumeId require(String id) {
    return VolumeId.parse(id, backends)
        .orElseThrow(
            () -> new DriverException.NotFound("there is no volume %s".formatted(id), null));
  }
}
