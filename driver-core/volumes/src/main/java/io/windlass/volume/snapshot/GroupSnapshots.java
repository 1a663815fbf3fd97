package io.windlass.volume.snapshot;

import static java.util.Comparator.naturalOrder;

import io.windlass.error.DriverException;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.LeasedOperation;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.provision.Undoing;
import io.windlass.provision.Unfinished;
import io.windlass.provision.Untouched;
import io.windlass.registry.Entry;
import io.windlass.registry.Fingerprint;
import io.windlass.registry.Lease;
import io.windlass.registry.RecordKind;
import io.windlass.registry.VolumeRecord;
import io.windlass.volume.LivingVolumes;
import io.windlass.volume.VolumeId;
import io.windlass.volume.server.Budget;
import io.windlass.volume.snapshot.GroupRecord.State;
import io.windlass.volume.snapshot.SnapshotRecord.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Service for snapshots of several volumes of one backend that are consistent with each other: if
 * they show a write, they also show all writes to any of the volumes before it.
 */
public final class GroupSnapshots {
  private static final int MOST_VOLUMES = 100;

  private final OpenBackends backends;
  private final CallsInFlight inFlight;
  private final LivingVolumes volumes;
  private final Snapshots snapshots;

  GroupSnapshots(
      OpenBackends backends, CallsInFlight inFlight, LivingVolumes volumes, Snapshots snapshots) {
    this.backends = backends;
    this.inFlight = inFlight;
    this.volumes = volumes;
    this.snapshots = snapshots;
  }

  /**
   * Takes a group, or finds the one that an identical call took.
   *
   * @param sources at least one; in any order
   * @throws DriverException.AlreadyExists when a group of that name has other volumes
   * @throws DriverException.FailedPrecondition when the volumes are on several backends, or are
   *     written to while they have to be copied
   * @throws DriverException.NotFound when there is no such volume
   * @throws DriverException.Aborted when another call is working on the group, or it takes more
   *     than one call
   */
  public GroupSnapshot create(String name, List<VolumeId> sources) {
    SortedMap<String, VolumeId> byId = new TreeMap<>();
    sources.forEach(volume -> byId.put(volume.toString(), volume));
    Set<String> names = new TreeSet<>(sources.stream().map(VolumeId::backend).toList());
    if (names.size() > 1) {
      throw new DriverException.FailedPrecondition(
          "source_volume_ids are on several backends, %s, which share no clock: make one group of"
                  .formatted(String.join(", ", names))
              + " each");
    }
    if (byId.size() > MOST_VOLUMES) {
      throw new DriverException.InvalidArgument(
          "source_volume_ids: %d volumes are too many for a group; %d are the most"
              .formatted(byId.size(), MOST_VOLUMES));
    }
    SnapshotId id = SnapshotId.suggested(names.iterator().next(), name);
    OpenBackend configured = id.configured(backends);
    try (CallsInFlight.Entered _ = inFlight.enter("group snapshot " + id)) {
      Fingerprint asked =
          Fingerprint.of(Map.of("source_volume_ids", String.join(",", byId.keySet())));
      Optional<Entry<GroupRecord>> found = configured.registry().find(GroupRecord.KIND, id.name());
      if (found.filter(entry -> entry.value().state() == State.DELETING).isPresent()) {
        remove(configured, configured.registry().claim(found.get(), found.get().value()));
        found = Optional.empty();
      }
      found
          .flatMap(entry -> entry.value().request().difference(asked))
          .ifPresent(difference -> {
            throw new DriverException.AlreadyExists(
                "group snapshot %s is there and differs: %s".formatted(id, difference), null);
          });
      GroupRecord intent = new GroupRecord(State.CREATING, asked, names(id, byId));
      return make(configured, id, found, intent, byId);
    }
  }

  private static SortedMap<String, String> names(SnapshotId group, Map<String, VolumeId> byId) {
    SortedMap<String, String> names = new TreeMap<>();
    byId.forEach((text, volume) -> names.put(text, memberName(group, volume)));
    return names;
  }

  /**
   * Returns the name of a member's record. It is made from a text with a space, which is always
   * replaced and marked with a hash, so it is no other snapshot's name unless a caller suggests the
   * same text.
   */
  private static String memberName(SnapshotId group, VolumeId volume) {
    return SnapshotId.suggested(group.backend(), group.name() + " " + volume).name();
  }

  private GroupSnapshot make(
      OpenBackend configured,
      SnapshotId id,
      Optional<Entry<GroupRecord>> found,
      GroupRecord intent,
      SortedMap<String, VolumeId> byId) {
    if (found.filter(entry -> entry.value().state() == State.CUT).isPresent()) {
      GroupSnapshot seen = view(configured, id, found.get().value());
      if (seen.ready()) {
        return seen;
      }
    }
    if (found.isEmpty()) {
      byId.values().forEach(volumes::require);
    }
    Lease<GroupRecord> lease =
        found
            .map(entry -> configured.registry().claim(entry, entry.value()))
            .orElseGet(() -> configured.registry().claimNew(GroupRecord.KIND, id.name(), intent));
    try {
      if (lease.value().state() == State.CREATING) {
        byId.values().forEach(volumes::require);
      }
      boolean cut = cut(configured, id, lease, byId);
      GroupRecord made = lease.complete(cut ? lease.value().in(State.CUT) : lease.value()).value();
      if (!cut) {
        throw new DriverException.Aborted(
            "group snapshot %s is being taken: call again".formatted(id));
      }
      return view(configured, id, made);
    } catch (RuntimeException e) {
      throw lease.value().state() == State.CUT
          ? e
          : Undoing.after(e, "group snapshot " + id, () -> undo(configured, lease));
    }
  }

  private void undo(OpenBackend configured, Lease<GroupRecord> lease) {
    lease.record(lease.value().in(State.DELETING));
    remove(configured, lease);
  }

  /** Takes the snapshots of a group as far as one call can. Returns whether all of them are cut. */
  private boolean cut(
      OpenBackend configured,
      SnapshotId id,
      Lease<GroupRecord> lease,
      SortedMap<String, VolumeId> byId) {
    SortedMap<String, Source> sources = new TreeMap<>();
    try {
      Method method =
          byId.values().stream()
              .map(volume -> method(configured, volume))
              .max(naturalOrder())
              .orElseThrow();
      List<SnapshotTaker.Member> members = new ArrayList<>();
      for (VolumeId volume : byId.values()) {
        Source source =
            sources.computeIfAbsent(
                volume.bucket(), bucket -> Source.claim(configured, bucket, inFlight));
        members.add(member(configured, id, volume, source, method));
      }
      List<Lease<?>> leases = new ArrayList<>(List.of(lease));
      sources.values().forEach(source -> leases.add(source.lease()));
      members.forEach(member -> leases.add(member.lease()));
      LeasedOperation operation = new LeasedOperation(configured, leases);
      new SnapshotTaker(operation, Budget.ofCall(operation)).run(members);
      boolean cut =
          members.stream()
              .map(member -> member.lease().complete(member.value()).value())
              .allMatch(Snapshots::isVisible);
      sources.values().forEach(Source::release);
      return cut;
    } finally {
      sources.values().forEach(Source::close);
    }
  }

  private static Method method(OpenBackend configured, VolumeId volume) {
    Optional<VolumeRecord> record =
        configured.registry().find(RecordKind.VOLUMES, volume.recordId()).map(Entry::value);
    return Methods.of(configured, volume, record);
  }

  private SnapshotTaker.Member member(
      OpenBackend configured, SnapshotId id, VolumeId volume, Source source, Method method) {
    RecordName name = new RecordName(SnapshotRecord.KIND, memberName(id, volume));
    Lease<SnapshotRecord> lease =
        Snapshots.begin(
            configured,
            source,
            name,
            volume,
            name.find(configured.registry()),
            () ->
                SnapshotRecord.intent(
                    volume, Optional.of(id.name()), method, volumes.capacityBytes(volume)));
    return new SnapshotTaker.Member(name, volume, source, lease);
  }

  /**
   * Removes a group and its snapshots. No error if there is no such group.
   *
   * @param snapshotIds ids of the snapshots that the caller expects in the group; empty: not
   *     checked
   * @throws DriverException.InvalidArgument when the group has other snapshots
   * @throws DriverException.InUse while a volume is being filled from one of them
   * @throws DriverException.Aborted when it takes more than one call
   */
  public void delete(SnapshotId id, List<String> snapshotIds) {
    OpenBackend configured = id.configured(backends);
    try (CallsInFlight.Entered _ = inFlight.enter("group snapshot " + id)) {
      Optional<Entry<GroupRecord>> found = configured.registry().find(GroupRecord.KIND, id.name());
      if (found.isEmpty()) {
        configured
            .registry()
            .requireKept(GroupRecord.KIND, id.name(), "group snapshot " + id, false);
        return;
      }
      GroupRecord group = found.get().value();
      requireMembers(id, group, snapshotIds);
      if (group.state() != State.DELETING) {
        for (String name : group.snapshots().values()) {
          FillRecord.requireUnused(configured, new RecordName(SnapshotRecord.KIND, name));
        }
      }
      remove(configured, configured.registry().claim(found.get(), group.in(State.DELETING)));
    }
  }

  private static void requireMembers(SnapshotId id, GroupRecord group, List<String> snapshotIds) {
    Set<String> members = new TreeSet<>();
    group.snapshots().values().forEach(name -> members.add(id.backend() + "/" + name));
    if (!snapshotIds.isEmpty() && !members.equals(new HashSet<>(snapshotIds))) {
      throw new DriverException.InvalidArgument(
          "snapshot_ids are not those of group %s, which are %s"
              .formatted(id, String.join(", ", members)));
    }
  }

  private void remove(OpenBackend configured, Lease<GroupRecord> lease) {
    for (String name : lease.value().snapshots().values()) {
      lease.step();
      RecordName snapshot = new RecordName(SnapshotRecord.KIND, name);
      snapshot
          .find(configured.registry())
          .ifPresent(entry -> snapshots.remove(configured, snapshot, entry));
    }
    lease.remove();
  }

  /**
   * Finds a group whose snapshots are all cut.
   *
   * @param snapshotIds as in {@link #delete}
   */
  public Optional<GroupSnapshot> find(SnapshotId id, List<String> snapshotIds) {
    OpenBackend configured = id.configured(backends);
    Optional<GroupRecord> found =
        configured
            .registry()
            .find(GroupRecord.KIND, id.name())
            .map(Entry::value)
            .filter(group -> group.state() == State.CUT);
    found.ifPresent(group -> requireMembers(id, group, snapshotIds));
    return found.map(group -> view(configured, id, group));
  }

  private static GroupSnapshot view(OpenBackend configured, SnapshotId id, GroupRecord group) {
    List<Snapshot> members = new ArrayList<>();
    for (String name : group.snapshots().values()) {
      SnapshotId member = new SnapshotId(id.backend(), name);
      SnapshotRecord record =
          RecordName.of(member)
              .find(configured.registry())
              .map(Entry::value)
              .filter(Snapshots::isVisible)
              .orElseThrow(() ->
                  new DriverException.Aborted(
                      "group snapshot %s is being changed: call again".formatted(id)));
      members.add(Snapshots.view(member, record));
    }
    return new GroupSnapshot(id, members, members.getFirst().at());
  }

  /** Returns the half-created groups, of which no caller was told, and the half-removed ones. */
  Unfinished unfinished() {
    return new Unfinished() {
      @Override
      public RecordKind<?> kind() {
        return GroupRecord.KIND;
      }

      @Override
      public boolean undo(OpenBackend configured, String name, Untouched since) {
        SnapshotId id = new SnapshotId(configured.backend().name(), name);
        try (CallsInFlight.Entered _ = inFlight.enter("group snapshot " + id)) {
          Optional<Entry<GroupRecord>> left =
              configured
                  .registry()
                  .find(GroupRecord.KIND, name)
                  .filter(entry -> isLeft(entry, since));
          left.ifPresent(entry ->
              remove(
                  configured,
                  configured.registry().claim(entry, entry.value().in(State.DELETING))));
          return left.isPresent();
        }
      }
    };
  }

  private static boolean isLeft(Entry<GroupRecord> entry, Untouched since) {
    return switch (entry.value().state()) {
      case CREATING -> since.isLeftMaking(entry.age());
      case CUT -> false;
      case DELETING -> since.isLeftRemoving(entry.age());
    };
  }
}
