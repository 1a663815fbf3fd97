package io.windlass.volume;

import io.windlass.provision.AccessParameters;
import io.windlass.provision.AccountId;
import io.windlass.provision.BucketAccess;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.GrantRequest;
import io.windlass.provision.Granted;
import io.windlass.provision.Grants;
import io.windlass.registry.Lease;
import io.windlass.registry.VolumeRecord;
import io.windlass.registry.VolumeRecord.Attachment;
import io.windlass.registry.VolumeRecord.Origin;
import io.windlass.store.AccessMode;
import io.windlass.store.AccessModes;
import io.windlass.store.Capabilities;
import io.windlass.store.DriverException;
import io.windlass.volume.VolumeRecords.Known;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Attaches volumes to nodes and detaches them. Each node has a key of its own for each volume. */
final class Attachments {
  private final VolumeRecords records;
  private final Grants grants;
  private final CallsInFlight inFlight;
  private final NodeLimit limit;

  Attachments(VolumeRecords records, Grants grants, CallsInFlight inFlight, NodeLimit limit) {
    this.records = records;
    this.grants = grants;
    this.inFlight = inFlight;
    this.limit = limit;
  }

  Attached publish(VolumeId id, Attach asked) {
    try (CallsInFlight.Entered _ = inFlight.enter("volume " + id)) {
      Known volume = records.require(id);
      Attachment attachment = attachment(id, asked);
      Optional<Attachment> there =
          volume.record().attachments().stream()
              .filter(other -> other.node().equals(asked.node()))
              .findFirst();
      there.ifPresent(now -> requireSame(id, now, attachment));
      requireAlone(id, volume.record(), asked);
      boolean done = there.isPresent() && !volume.isUnfinished();
      VolumeRecord record = done ? volume.record() : with(volume.record(), attachment);
      Granted granted = done ? grant(id, attachment) : attach(volume, record, attachment);
      return new Attached(
          Volume.of(id, record),
          granted.buckets().getFirst().location(),
          granted.credential(),
          asked.readOnly());
    }
  }

  private static Attachment attachment(VolumeId id, Attach asked) {
    AccountId account = AccountId.derived(id.backend(), "csi", id + " at " + asked.node());
    return new Attachment(asked.node(), asked.mode().name(), asked.readOnly(), account.account());
  }

  private static void requireSame(VolumeId id, Attachment now, Attachment asked) {
    if (!now.equals(asked)) {
      throw new DriverException.AlreadyExists(
          "volume %s is published to node %s with %s, readonly=%s, and was asked for with %s,"
                  .formatted(id, now.node(), now.mode(), now.readOnly(), asked.mode())
              + " readonly="
              + asked.readOnly(),
          null);
    }
  }

  /**
   * Checks that the access modes of the attachments to other nodes, and the requested one, allow
   * the volume to be attached to all of these nodes.
   */
  private static void requireAlone(VolumeId id, VolumeRecord record, Attach asked) {
    boolean oneWriter = asked.mode() == VolumeAccessMode.MULTI_NODE_SINGLE_WRITER;
    record.attachments().stream()
        .filter(other -> !other.node().equals(asked.node()))
        .filter(other ->
            asked.mode().singleNode()
                || VolumeAccessMode.valueOf(other.mode()).singleNode()
                || (oneWriter && !asked.readOnly() && !other.readOnly()))
        .findFirst()
        .ifPresent(other -> {
          throw new DriverException.InUse(
              "volume %s is published to node %s with %s: unpublish it there before it is published"
                      .formatted(id, other.node(), other.mode())
                  + " elsewhere with "
                  + asked.mode());
        });
  }

  /**
   * Attaches a volume. After a failure that repeating the call cannot mend, the attachment is
   * undone.
   */
  private Granted attach(Known volume, VolumeRecord intent, Attachment attachment) {
    Lease<VolumeRecord> lease = volume.claim(intent);
    try {
      limit.require(attachment.node());
      lease.step();
      Granted granted = grant(volume.id(), attachment);
      lease.complete(lease.value());
      return granted;
    } catch (DriverException.InvalidArgument
        | DriverException.Unsupported
        | DriverException.OutOfRange
        | DriverException.NotFound
        | DriverException.QuotaExceeded e) {
      // An earlier call that died may have granted the access.
      lease.step();
      grants.revoke(new AccountId(volume.id().backend(), attachment.account()));
      finish(lease, without(intent, attachment.node()::equals));
      throw e;
    }
  }

  private Granted grant(VolumeId id, Attachment attachment) {
    AccessMode mode = attachment.readOnly() ? AccessMode.READ_ONLY : AccessMode.READ_WRITE;
    Capabilities capabilities = records.configured(id).backend().capabilities();
    AccessModes modes = AccessModes.ofData(mode, capabilities);
    return grants.grant(
        new GrantRequest(
            new AccountId(id.backend(), attachment.account()),
            List.of(new BucketAccess(id.bucketId(), modes)),
            AccessParameters.ofPrefix(id.prefix())));
  }

  /**
   * Detaches a volume from one node, or from all nodes if {@code node} is empty. No error if it is
   * not attached there, or does not exist.
   */
  void unpublish(VolumeId id, Optional<String> node) {
    Predicate<String> leaving = name -> node.map(name::equals).orElse(true);
    try (CallsInFlight.Entered _ = inFlight.enter("volume " + id)) {
      records
          .find(id)
          .filter(
              entry -> entry.value().attachments().stream().map(Attachment::node).anyMatch(leaving))
          .ifPresent(entry -> {
            VolumeRecord record = entry.value();
            Lease<VolumeRecord> lease = records.configured(id).registry().claim(entry, record);
            for (Attachment attachment : record.attachments()) {
              if (leaving.test(attachment.node())) {
                lease.step();
                grants.revoke(new AccountId(id.backend(), attachment.account()));
              }
            }
            finish(lease, without(record, leaving));
          });
    }
  }

  private static VolumeRecord with(VolumeRecord record, Attachment attachment) {
    List<Attachment> all = new ArrayList<>(without(record, attachment.node()::equals));
    all.add(attachment);
    return record.withAttachments(all);
  }

  private static List<Attachment> without(VolumeRecord record, Predicate<String> leaving) {
    return record.attachments().stream()
        .filter(attachment -> !leaving.test(attachment.node()))
        .toList();
  }

  /**
   * Gives the claim back. A bucket that was not created as a volume has a record only while it is
   * attached: its record is removed with the last attachment.
   */
  private static void finish(Lease<VolumeRecord> lease, List<Attachment> left) {
    if (left.isEmpty() && lease.value().origin() == Origin.STATIC) {
      lease.remove();
    } else {
      lease.complete(lease.value().withAttachments(left));
    }
  }
}
