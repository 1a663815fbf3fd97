package io.windlass.csi.node;

import io.windlass.csi.node.NodeRecord.Publication;
import io.windlass.csi.node.request.AccessReader;
import io.windlass.csi.node.request.Asked;
import io.windlass.csi.node.request.Capability;
import io.windlass.csi.node.request.MountOptionsReader;
import io.windlass.csi.node.request.NodeRequestFields;
import io.windlass.csi.node.request.VolumeAccess;
import io.windlass.error.DriverException;
import io.windlass.fuse.FuseMounts;
import io.windlass.proto.csi.NodePublishVolumeRequest;
import io.windlass.proto.csi.NodeStageVolumeRequest;
import io.windlass.proto.mounter.Options;
import io.windlass.provision.CallsInFlight;
import io.windlass.registry.Fingerprint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stages and publishes volumes. A record is written before the mount that it describes, so that the
 * same call, repeated after a crash, completes the mount, and the opposite call undoes it.
 */
final class NodeVolumes {
  /** Key of the volume context by which the CO marks volumes that live as long as one workload. */
  private static final String EPHEMERAL = "csi.storage.k8s.io/ephemeral";

  private static final Logger log = LoggerFactory.getLogger(NodeVolumes.class);

  private final AccessReader access;
  private final NodeRecords records;
  private final NodeMounts mounts;
  private final NodePlaces places;
  private final UnsentGuard unsent;
  private final CredentialRenewals renewals;

  NodeVolumes(
      AccessReader access,
      NodeRecords records,
      NodeMounts mounts,
      NodePlaces places,
      UnsentGuard unsent,
      CredentialRenewals renewals) {
    this.access = access;
    this.records = records;
    this.mounts = mounts;
    this.places = places;
    this.unsent = unsent;
    this.renewals = renewals;
  }

  void stage(NodeStageVolumeRequest request) {
    Asked asked =
        Asked.read(
            request.getVolumeId(),
            "staging_target_path",
            request.getStagingTargetPath(),
            request.hasVolumeCapability(),
            request.getVolumeCapability());
    String volumeId = asked.volumeId();
    Path place = asked.path();
    Capability capability = asked.capability();
    VolumeAccess reached =
        access.require(
            volumeId,
            request.getPublishContextMap(),
            request.getSecretsMap(),
            request.getVolumeContextMap());
    Function<VolumeAccess, Options.Builder> options =
        each -> MountOptionsReader.read(capability, request.getVolumeContextMap(), each);
    // Read twice: for its mistakes now, and for the mount as the controller says then.
    Options.Builder _ = options.apply(reached);
    try (CallsInFlight.Entered _ = places.enter(volumeId, place)) {
      NodeRecord wanted = NodeRecord.of(volumeId, place, false, capability.fingerprint());
      ensure(wanted, reached, options);
    }
  }

  /** Mounts a volume, or gives a living mount of the same request the new credential and bounds. */
  private void ensure(
      NodeRecord wanted, VolumeAccess reached, Function<VolumeAccess, Options.Builder> options) {
    String what = "volume %s at %s".formatted(wanted.volumeId(), wanted.mountPoint());
    NodeFailures.run(
        what,
        () -> {
          places.requireFree(wanted.place(), wanted);
          Optional<NodeRecord> known = records.find(wanted.volumeId(), wanted.place());
          if (known.isPresent() && mounts.lives(known.get())) {
            requireSame(
                what,
                Capability.withoutGroup(known.get().asked()),
                Capability.withoutGroup(wanted.asked()));
            mounts.refresh(known.get(), reached);
            if (known.get().unsentSince() != 0) {
              records.put(known.get().unsentSince(0)); // it is used again
            }
            return;
          }
          Targets.requireUsable(wanted.place());
          NodeRecord next = known.map(each -> wanted.grownTo(each.grownBytes())).orElse(wanted);
          records.put(next);
          boolean done = false;
          try {
            mount(next, reached, options);
            done = true;
          } finally {
            if (!done && known.isEmpty()) {
              records.remove(next); // nothing was mounted
            }
          }
        });
  }

  private void mount(
      NodeRecord record, VolumeAccess reached, Function<VolumeAccess, Options.Builder> options)
      throws IOException, InterruptedException {
    VolumeAccess now = renewals.usable(record.volumeId(), reached);
    mounts.mount(record, now, options.apply(now));
  }

  private static void requireSame(String what, Fingerprint known, Fingerprint asked) {
    known
        .difference(asked)
        .ifPresent(difference -> {
          throw new DriverException.AlreadyExists(
              "%s is there already, and %s".formatted(what, difference), null);
        });
  }

  void unstage(String volumeId, Path place) {
    try (CallsInFlight.Entered _ = places.enter(volumeId, place)) {
      Optional<NodeRecord> known = records.find(volumeId, place);
      if (known.isPresent()) {
        NodeFailures.run(
            "volume %s at %s".formatted(volumeId, place),
            () -> {
              Targets.requireNothingElse(place);
              unsent.require(known.get());
            });
        end(known.get());
      }
      NodeFailures.run("volume %s at %s".formatted(volumeId, place), () -> clearUnknown(place));
    }
  }

  /** Unmounts what is mounted at the path without a record; false if there is no such mount. */
  private boolean clearUnknown(Path path) throws IOException {
    Targets.requireNothingElse(path);
    if (FuseMounts.at(path).isEmpty() || records.at(path).findAny().isPresent()) {
      return false;
    }
    Targets.clear(path);
    return true;
  }

  /** Unmounts a volume at all of its paths, and removes its record. */
  private void end(NodeRecord record) {
    NodeFailures.run(
        "volume %s at %s".formatted(record.volumeId(), record.mountPoint()),
        () -> {
          Targets.requireNothingElse(record.place());
          for (Publication publication : record.publications()) {
            Targets.clear(Path.of(publication.target()));
          }
          mounts.unmount(record);
          if (record.ephemeral()) {
            Targets.remove(record.place());
          }
        });
    records.remove(record);
  }

  void publish(NodePublishVolumeRequest request) {
    Asked asked =
        Asked.read(
            request.getVolumeId(),
            "target_path",
            request.getTargetPath(),
            request.hasVolumeCapability(),
            request.getVolumeCapability());
    String volumeId = asked.volumeId();
    Path target = asked.path();
    Capability capability = asked.capability();
    if (Boolean.parseBoolean(request.getVolumeContextOrDefault(EPHEMERAL, "false"))) {
      publishEphemeral(request, target, capability);
      return;
    }
    if (request.getStagingTargetPath().isEmpty()) {
      throw new DriverException.FailedPrecondition(
          "staging_target_path is missing: the volume must be staged first");
    }
    Path stagedAt = NodeRequestFields.path("staging_target_path", request.getStagingTargetPath());
    if (target.equals(stagedAt)) {
      throw new DriverException.InvalidArgument(
          "target_path must not be staging_target_path: the volume is there already");
    }
    Attempt attempt = attempt(volumeId, target);
    Optional<VolumeAccess> reached =
        attempt.of(() -> {
          Optional<VolumeAccess> found =
              access.find(
                  volumeId,
                  request.getPublishContextMap(),
                  request.getSecretsMap(),
                  request.getVolumeContextMap());
          // Read twice: for its mistakes now, and below with the group that the volume has.
          found.ifPresent(
              each -> MountOptionsReader.read(capability, request.getVolumeContextMap(), each));
          return found;
        });
    try (CallsInFlight.Entered _ = places.enter(volumeId, target)) {
      NodeRecord record =
          records
              .find(volumeId, stagedAt)
              .orElseThrow(() ->
                  new DriverException.NotFound(
                      "volume %s is not staged at %s on this node".formatted(volumeId, stagedAt),
                      null));
      Publication publication =
          new Publication(target.toString(), asked(capability, request.getReadonly()));
      requireRoom(record, publication, capability);
      Capability staged = capability.withGroupOf(record.asked());
      tellGroup(volumeId, target, capability, staged);
      Function<VolumeAccess, Options.Builder> options =
          each -> MountOptionsReader.read(staged, request.getVolumeContextMap(), each);
      attempt.run(() ->
          NodeFailures.run(
              "volume %s at %s".formatted(volumeId, target),
              () -> {
                places.requireFree(target, record);
                Targets.requireUsable(target);
                revive(record, reached, options);
                show(record, publication, request.getReadonly());
              }));
    }
  }

  /** Returns how an attempt to publish a volume may fail: as a repeated one, or as the first. */
  private Attempt attempt(String volumeId, Path target) {
    return records.all(volumeId).anyMatch(each -> each.isSeenAt(target))
        ? Attempt.REPEATED
        : Attempt.FIRST;
  }

  private static void tellGroup(String volumeId, Path target, Capability asked, Capability staged) {
    if (!asked.group().equals(staged.group())) {
      log.warn(
          "volume {} is published at {} for group '{}', and its files belong to group '{}', for"
              + " which it was staged first on this node",
          volumeId,
          target,
          asked.group(),
          staged.group());
    }
  }

  private void show(NodeRecord record, Publication publication, boolean readOnly)
      throws IOException {
    Path target = Path.of(publication.target());
    boolean known = record.at(target).isPresent();
    if (!known) {
      records.put(record.with(publication));
    }
    boolean done = false;
    try {
      Targets.bind(record.place(), target, readOnly);
      done = true;
    } finally {
      if (!done && !known) {
        if (FuseMounts.at(target).isPresent()) {
          Targets.clear(target);
        }
        Targets.remove(target);
        records.put(record);
      }
    }
  }

  private static Fingerprint asked(Capability capability, boolean readOnly) {
    Map<String, String> fields = new TreeMap<>(capability.fingerprint().fields());
    fields.put("readonly", Boolean.toString(readOnly));
    return Fingerprint.of(fields);
  }

  /**
   * Checks a publish call against earlier ones, by the rules in the tables of the specification.
   */
  private void requireRoom(NodeRecord record, Publication publication, Capability capability) {
    Optional<Publication> same = record.at(Path.of(publication.target()));
    if (same.isPresent()) {
      String what = "volume %s at %s".formatted(record.volumeId(), publication.target());
      requireSame(
          what,
          Capability.withoutFlags(same.get().asked()),
          Capability.withoutFlags(publication.asked()));
      same.get()
          .asked()
          .difference(publication.asked())
          .ifPresent(difference ->
              log.warn(
                  "{} stays as it is until it is published anew, though {}", what, difference));
      return;
    }
    Optional<String> difference =
        Capability.withoutGroup(record.asked())
            .difference(Capability.withoutGroup(capability.fingerprint()));
    if (difference.isPresent()) {
      throw new DriverException.InUse(
          "volume %s is staged in another way: %s".formatted(record.volumeId(), difference.get()));
    }
    Optional<Publication> other =
        records.all(record.volumeId()).flatMap(each -> each.publications().stream()).findAny();
    if (other.isPresent() && !capability.atSeveralPaths()) {
      throw new DriverException.InUse(
          "volume %s is published at %s already, and its access mode %s allows for one path"
              .formatted(record.volumeId(), other.get().target(), capability.mode()));
    }
  }

  /**
   * Gives a living mount the credential of this call, or replaces a dead mount with one that uses
   * it.
   */
  private void revive(
      NodeRecord record,
      Optional<VolumeAccess> reached,
      Function<VolumeAccess, Options.Builder> options)
      throws IOException, InterruptedException {
    if (mounts.lives(record)) {
      if (reached.isPresent()) {
        mounts.refresh(record, reached.get());
      }
    } else if (reached.isPresent()) {
      mount(record, reached.get(), options);
    } else {
      throw new DriverException.Unavailable(
          "the mount of volume %s at %s is dead, and this call brings neither publish_context nor"
                  .formatted(record.volumeId(), record.mountPoint())
              + " secrets to mount it anew: stage it again",
          null);
    }
  }

  private void publishEphemeral(
      NodePublishVolumeRequest request, Path target, Capability capability) {
    String volumeId = request.getVolumeId();
    attempt(volumeId, target)
        .run(() -> {
          VolumeAccess reached =
              access.require(
                  volumeId,
                  request.getPublishContextMap(),
                  request.getSecretsMap(),
                  request.getVolumeContextMap());
          Function<VolumeAccess, Options.Builder> options =
              each -> {
                Options.Builder read =
                    MountOptionsReader.read(capability, request.getVolumeContextMap(), each);
                return request.getReadonly() ? read.setReadOnly(true) : read;
              };
          Options.Builder _ = options.apply(reached); // for its mistakes now
          try (CallsInFlight.Entered _ = places.enter(volumeId, target)) {
            ensure(
                NodeRecord.of(volumeId, target, true, asked(capability, request.getReadonly())),
                reached,
                options);
          }
        });
  }

  void unpublish(String volumeId, Path target) {
    try (CallsInFlight.Entered _ = places.enter(volumeId, target)) {
      for (NodeRecord record :
          records.all(volumeId).filter(each -> each.isSeenAt(target)).toList()) {
        if (record.ephemeral()) {
          end(record);
        } else if (record.at(target).isPresent()) {
          NodeFailures.run(
              "volume %s at %s".formatted(volumeId, target),
              () -> {
                Targets.clear(target);
                Targets.remove(target);
              });
          records.put(record.without(target));
        }
      }
      NodeFailures.run(
          "volume %s at %s".formatted(volumeId, target),
          () -> {
            if (clearUnknown(target)) {
              Targets.remove(target);
            }
          });
    }
  }

  /**
   * Expands a volume.
   *
   * @param bytes least capacity; 0: the present capacity
   * @return the capacity; 0 if the volume has no bound
   */
  long expand(String volumeId, Optional<Path> path, long bytes) {
    NodeRecord record = find(volumeId, path);
    try (CallsInFlight.Entered _ = places.enter(volumeId)) {
      if (bytes > record.grownBytes()) {
        record = record.grownTo(bytes);
        records.put(record);
      }
      NodeRecord grown = record;
      NodeFailures.run(
          "volume %s at %s".formatted(volumeId, record.mountPoint()), () -> mounts.grow(grown));
      return mounts.served(grown).map(each -> each.getOptions().getCapacityBytes()).orElse(0L);
    }
  }

  /** Returns the record of the volume that is staged or published at {@code path}. */
  NodeRecord find(String volumeId, Optional<Path> path) {
    return records
        .all(volumeId)
        .filter(each -> path.filter(each::isSeenAt).isPresent())
        .findAny()
        .orElseThrow(() ->
            new DriverException.NotFound(
                "volume %s is not at this path on this node".formatted(volumeId), null));
  }
}
