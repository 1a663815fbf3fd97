package io.windlass.volume;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.BucketLocation;
import io.windlass.access.Credential;
import io.windlass.access.NodeSessions;
import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.Undoing;
import io.windlass.provision.grant.AccessParameters;
import io.windlass.provision.grant.AccountId;
import io.windlass.provision.grant.BucketAccess;
import io.windlass.provision.grant.GrantRequest;
import io.windlass.provision.grant.Granted;
import io.windlass.provision.grant.Grants;
import io.windlass.registry.Entry;
import io.windlass.registry.Lease;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.registry.VolumeRecord;
import io.windlass.registry.VolumeRecord.Attachment;
import io.windlass.registry.VolumeRecord.Origin;
import io.windlass.registry.VolumeRecord.State;
import io.windlass.store.Feature;
import io.windlass.volume.VolumeRecords.Known;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Attaches volumes to nodes and detaches them. Each node has a key of its own for each volume. Only
 * where a bucket has room for few accesses ({@link Feature#ACCESS_FEW_PER_BUCKET}), the nodes that
 * may write to a volume share one key, and those that only read share another: a shared key ends
 * when the last of its nodes is detached. A volume that only one node may have at a time is then
 * the same as elsewhere.
 *
 * <p>Where the backend issues sessions, a node has a session instead: it takes no room, and there
 * is nothing to revoke when the volume is detached.
 */
final class Attachments {
  private final VolumeRecords records;
  private final Grants grants;
  private final CallsInFlight inFlight;
  private final NodeLimit limit;
  private final boolean sessions;

  Attachments(
      VolumeRecords records,
      Grants grants,
      CallsInFlight inFlight,
      NodeLimit limit,
      boolean sessions) {
    this.records = records;
    this.grants = grants;
    this.inFlight = inFlight;
    this.limit = limit;
    this.sessions = sessions;
  }

  /** How a node reaches a volume. */
  private record Access(BucketLocation location, Credential credential) {
    static Access of(Granted granted) {
      return new Access(granted.buckets().getFirst().location(), granted.credential());
    }

    Attached to(VolumeId id, VolumeRecord record, Attachment attachment) {
      return new Attached(
          Volume.of(id, record), location, credential, attachment.readOnly(), attachment.id());
    }
  }

  Attached publish(VolumeId id, Attach asked) {
    try (CallsInFlight.Entered _ = inFlight.enter("volume " + id)) {
      Registry registry = records.configured(id).registry();
      Optional<Lease<VolumeRecord>> written =
          registry.claimWritten(
              RecordKind.VOLUMES, id.recordId(), record -> withNew(id, record, asked));
      if (written.isPresent()) {
        Attachment last = written.get().value().attachments().getLast();
        return attach(id, written.get(), last, true).to(id, written.get().value(), last);
      }
      Known volume = records.require(id);
      Optional<Attachment> there =
          volume.record().attachments().stream()
              .filter(other -> other.node().equals(asked.node()))
              .findFirst();
      there.ifPresent(now -> requireSame(id, now, asked));
      Attachment attachment = there.orElseGet(() -> attachment(id, asked));
      requireAlone(id, volume.record(), asked);
      boolean done = there.isPresent() && !volume.isUnfinished();
      VolumeRecord record = done ? volume.record() : with(volume.record(), attachment);
      Access access =
          done
              ? access(id, attachment, grants::grant)
              : attach(id, volume.claim(record), attachment, there.isEmpty());
      return access.to(id, record, attachment);
    }
  }

  /** Returns the record with an attachment that it lacks; empty if something is in its way. */
  private Optional<VolumeRecord> withNew(VolumeId id, VolumeRecord record, Attach asked) {
    return record.state() == State.READY
            && record.attachments().stream().noneMatch(each -> each.node().equals(asked.node()))
            && rival(record, asked).isEmpty()
        ? Optional.of(with(record, attachment(id, asked)))
        : Optional.empty();
  }

  /**
   * Returns the next credential of a node to which the volume is attached.
   *
   * @param attached id of the attachment; not looked at for one that has none
   */
  Attached renew(VolumeId id, String node, Optional<String> attached) {
    try (CallsInFlight.Entered _ = inFlight.enter("volume " + id)) {
      VolumeRecord record = records.require(id).record();
      Attachment attachment =
          record.attachments().stream()
              .filter(each -> each.node().equals(node))
              .filter(each -> each.id().isEmpty() || each.id().equals(attached))
              .findFirst()
              .orElseThrow(() ->
                  new DriverException.NotFound(
                      "volume %s is not attached to node %s".formatted(id, node), null));
      // No lease keeps another controller from detaching the volume now: so no key is made.
      return access(id, attachment, grants::granted).to(id, record, attachment);
    }
  }

  private Attachment attachment(VolumeId id, Attach asked) {
    id.folder()
        .flatMap(_ -> FolderVolumes.refusal(records.configured(id).backend()))
        .ifPresent(refusal -> {
          throw new DriverException.FailedPrecondition("volume %s: %s".formatted(id, refusal));
        });
    AccountId account = AccountId.derived(id.backend(), "csi", holder(id, asked));
    return new Attachment(
        asked.node(),
        asked.mode().name(),
        asked.readOnly(),
        account.account(),
        Optional.of(UUID.randomUUID().toString()));
  }

  /** Returns for whom the key of an attachment is made. */
  private String holder(VolumeId id, Attach asked) {
    boolean shared =
        records.configured(id).backend().capabilities().has(Feature.ACCESS_FEW_PER_BUCKET);
    if (!shared) {
      return id + " at " + asked.node();
    }
    return id + (asked.readOnly() ? " for readers" : " for writers");
  }

  private static void requireSame(VolumeId id, Attachment now, Attach asked) {
    if (!now.mode().equals(asked.mode().name()) || now.readOnly() != asked.readOnly()) {
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
    rival(record, asked)
        .ifPresent(other -> {
          throw new DriverException.InUse(
              "volume %s is published to node %s with %s: unpublish it there before it is published"
                      .formatted(id, other.node(), other.mode())
                  + " elsewhere with "
                  + asked.mode());
        });
  }

  private static Optional<Attachment> rival(VolumeRecord record, Attach asked) {
    boolean oneWriter = asked.mode() == VolumeAccessMode.MULTI_NODE_SINGLE_WRITER;
    return record.attachments().stream()
        .filter(other -> !other.node().equals(asked.node()))
        .filter(other ->
            asked.mode().singleNode()
                || VolumeAccessMode.valueOf(other.mode()).singleNode()
                || (oneWriter && !asked.readOnly() && !other.readOnly()))
        .findFirst();
  }

  /**
   * Attaches a volume. If the call fails for good, the attachment is undone.
   *
   * @param first whether no earlier call began this
   */
  private Access attach(
      VolumeId id, Lease<VolumeRecord> lease, Attachment attachment, boolean first) {
    // No call deletes the bucket of a volume whose record somebody else has claimed.
    boolean held = lease.value().origin() == Origin.CREATED && id.folder().isEmpty();
    boolean shared =
        lease.value().attachments().stream()
            .anyMatch(
                each -> !each.equals(attachment) && each.account().equals(attachment.account()));
    try {
      limit.require(attachment.node());
      lease.step();
      boolean unknown = first && held && !shared; // most likely it has no access
      Access access = access(id, attachment, unknown ? grants::grantFirst : grants::grant);
      lease.complete(lease.value());
      return access;
    } catch (RuntimeException e) {
      throw Undoing.after(
          e,
          "volume %s at node %s".formatted(id, attachment.node()),
          () -> undo(id, lease, attachment));
    }
  }

  /** Removes an attachment. An earlier call that died may have granted the access. */
  private void undo(VolumeId id, Lease<VolumeRecord> lease, Attachment attachment) {
    List<Attachment> left = without(lease.value(), attachment.node()::equals);
    revokeUnused(lease, id, List.of(attachment), left);
    finish(lease, left);
  }

  /**
   * Gives a node its access, or returns what it has.
   *
   * @param keys gives a key where the backend has no sessions
   */
  private Access access(VolumeId id, Attachment attachment, Function<GrantRequest, Granted> keys) {
    Backend backend = records.configured(id).backend();
    AccessMode mode = attachment.readOnly() ? AccessMode.READ_ONLY : AccessMode.READ_WRITE;
    AccessModes modes = AccessModes.ofData(mode, backend.capabilities());
    Optional<NodeSessions> issuer = backend.sessions().filter(_ -> sessions);
    if (issuer.isPresent()) {
      BucketGrant session = new BucketGrant(id.bucket(), id.prefix(), modes, Set.of());
      return new Access(
          backend.locate(id.bucket()), issuer.get().issue(session, attachment.account()));
    }
    GrantRequest request =
        new GrantRequest(
            new AccountId(id.backend(), attachment.account()),
            List.of(new BucketAccess(id.bucketId(), modes)),
            AccessParameters.ofPrefix(id.prefix()));
    return Access.of(keys.apply(request));
  }

  /**
   * Detaches a volume from one node, or from all nodes if {@code node} is empty. No error if it is
   * not attached there, or does not exist.
   */
  void unpublish(VolumeId id, Optional<String> node) {
    Predicate<String> leaving = name -> node.map(name::equals).orElse(true);
    Function<VolumeRecord, Optional<VolumeRecord>> attached =
        record ->
            Optional.of(record)
                .filter(
                    known -> known.attachments().stream().map(Attachment::node).anyMatch(leaving));
    Registry registry = records.configured(id).registry();
    try (CallsInFlight.Entered _ = inFlight.enter("volume " + id)) {
      registry
          .claimWritten(RecordKind.VOLUMES, id.recordId(), attached)
          .or(() ->
              kept(id)
                  .flatMap(entry ->
                      attached.apply(entry.value()).map(same -> registry.claim(entry, same))))
          .ifPresent(lease -> detach(id, lease, leaving));
    }
  }

  private Optional<Entry<VolumeRecord>> kept(VolumeId id) {
    Optional<Entry<VolumeRecord>> found = records.find(id);
    if (found.isEmpty()) {
      records.requireKept(id);
    }
    return found;
  }

  private void detach(VolumeId id, Lease<VolumeRecord> lease, Predicate<String> leaving) {
    VolumeRecord record = lease.value();
    List<Attachment> left = without(record, leaving);
    List<Attachment> ended =
        record.attachments().stream().filter(each -> leaving.test(each.node())).toList();
    revokeUnused(lease, id, ended, left);
    finish(lease, left);
  }

  /** Revokes the access of attachments that end, except what those that are left need as well. */
  private void revokeUnused(
      Lease<VolumeRecord> lease, VolumeId id, List<Attachment> ended, List<Attachment> left) {
    Set<String> unused = new LinkedHashSet<>();
    ended.forEach(each -> unused.add(each.account()));
    left.forEach(each -> unused.remove(each.account()));
    for (String account : unused) {
      lease.step();
      grants.revoke(new AccountId(id.backend(), account));
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
