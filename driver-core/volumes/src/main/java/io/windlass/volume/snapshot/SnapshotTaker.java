package io.windlass.volume.snapshot;

import io.windlass.backend.BucketAdmin;
import io.windlass.error.DriverException;
import io.windlass.provision.LeasedOperation;
import io.windlass.registry.Lease;
import io.windlass.store.ObjectStore;
import io.windlass.volume.VolumeId;
import io.windlass.volume.server.Budget;
import io.windlass.volume.server.ServerClock;
import io.windlass.volume.snapshot.SnapshotRecord.Progress;
import io.windlass.volume.snapshot.SnapshotRecord.State;
import io.windlass.volume.snapshot.VersionCut.Reached;
import io.windlass.volume.snapshot.VersionCut.Straggler;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes snapshots of volumes of one backend, all as of the same instant. */
final class SnapshotTaker {
  private static final Logger log = LoggerFactory.getLogger(SnapshotTaker.class);
  private static final int ATTEMPTS = 5;

  private final LeasedOperation operation;
  private final ServerClock clock;
  private final Budget budget;

  /**
   * @param operation operation under the claims of all members and of their buckets
   */
  SnapshotTaker(LeasedOperation operation, Budget budget) {
    this.operation = operation;
    this.clock = new ServerClock(operation);
    this.budget = budget;
  }

  /** Snapshot to be taken, with its claim and that of its bucket. */
  record Member(RecordName name, VolumeId volume, Source source, Lease<SnapshotRecord> lease) {
    SnapshotRecord value() {
      return lease.value();
    }

    ObjectStore objects(LeasedOperation operation) {
      return operation.objects(volume.bucket());
    }

    Manifest manifest(LeasedOperation operation) {
      return new Manifest(operation, name);
    }
  }

  /**
   * Continues with snapshots that are kept by the same method, until their manifests are complete
   * or the time is up. The records say how far it came; the caller writes the last change when it
   * gives the claims back.
   *
   * @return whether all manifests are complete
   * @throws DriverException.FailedPrecondition when the method has no common instant for several
   *     volumes, and one is written to meanwhile
   */
  boolean run(List<Member> members) {
    return switch (members.getFirst().value().method()) {
      case VERSIONS -> cut(members);
      case LISTED, COPIES -> keep(members);
    };
  }

  private boolean cut(List<Member> members) {
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        if (!isCut(members)) {
          decide(members);
        }
        for (Member member : members) {
          if (!list(member)) {
            return false;
          }
        }
        return true;
      } catch (Straggler e) {
        log.info(
            "snapshot {} begins again: what was in the volume at its instant is not certain",
            members.getFirst().name);
        members.forEach(member -> member.lease.record(member.value().restarted()));
      }
    }
    throw new DriverException.Unavailable(
        "what was in the volume at one instant is not certain, as requests are in flight: call again",
        null);
  }

  private static boolean isCut(List<Member> members) {
    Optional<Instant> at = members.getFirst().value().at();
    return at.isPresent() && members.stream().allMatch(member -> member.value().at().equals(at));
  }

  /**
   * Decides the instant that the snapshots show: one at which all buckets surely keep versions. The
   * server's clock must pass that instant before anything is listed. Until then writes can still be
   * stamped with it: the listing of one volume could miss such a write, and that of another volume
   * could show a later one.
   */
  private void decide(List<Member> members) {
    Instant at =
        clock.passedAfter(
            members.stream()
                .map(this::keepVersions)
                .max(Comparator.naturalOrder())
                .orElse(Instant.MIN));
    members.forEach(member -> member.lease.record(member.value().cut(at, Progress.NONE)));
  }

  /**
   * Makes the bucket of a member keep versions, if it does not.
   *
   * @return time of the server after which the bucket surely keeps versions
   */
  private Instant keepVersions(Member member) {
    BucketAdmin buckets = operation.backend().buckets();
    String bucket = member.source.bucket();
    Optional<Instant> told = member.source.value().keptSince();
    if (!buckets.keepsVersions(bucket)) {
      Instant now = clock.read();
      if (told.isEmpty()) {
        member.source.record(member.source.value().keptSince(now));
      }
      told = Optional.of(now);
      operation.step();
      buckets.keepVersions(bucket, true);
      log.info("bucket {} was told to keep versions, for snapshot {}", bucket, member.name);
    }
    // What older requests replace in a temporary snapshot is noticed when it is copied: see
    // VersionCut. So nothing has to be awaited for it.
    Duration after =
        member.name.isTemporary()
            ? Duration.ZERO
            : operation.backend().timing().versionsKeptAfter();
    return told.map(since -> since.plus(after)).orElse(Instant.MIN);
  }

  private boolean list(Member member) throws Straggler {
    if (member.value().state() == State.READY) {
      return true;
    }
    Reached reached = new VersionCut(operation, member).run(member.value().listed(), budget);
    SnapshotRecord further = member.value().reached(reached.progress());
    if (reached.end()) {
      member.lease.change(further.in(State.READY));
    } else {
      member.lease.record(further);
    }
    log.info(
        "snapshot {} of {}: {} objects, {} bytes{}",
        member.name,
        member.volume,
        reached.progress().objects(),
        reached.progress().bytes(),
        reached.end() ? "" : " so far");
    return reached.end();
  }

  private boolean keep(List<Member> members) {
    for (Member member : members) {
      if (member.value().state() != State.CREATING) {
        continue;
      }
      Reached reached = new ObjectCut(operation, member).run(member.value().listed(), budget);
      log.info(
          "snapshot {} of {}: {} objects{}",
          member.name,
          member.volume,
          reached.progress().objects(),
          reached.end() ? "" : " so far");
      if (!reached.end()) {
        member.lease.record(member.value().reached(reached.progress()));
        return false;
      }
      member.lease.record(member.value().cut(clock.read(), reached.progress()));
    }
    if (members.size() > 1 && members.stream().anyMatch(this::isNotReady)) {
      requireQuiet(members);
    }
    members.forEach(member -> member.lease.change(member.value().in(State.READY)));
    return true;
  }

  private boolean isNotReady(Member member) {
    return member.value().state() != State.READY;
  }

  /**
   * Checks that no volume has changed since its objects were kept. Then the snapshots show the
   * volumes as they were at one instant after the last one was kept, and that instant is recorded.
   */
  private void requireQuiet(List<Member> members) {
    Instant at = clock.read();
    for (Member member : members) {
      operation.step();
      if (!new ObjectCut(operation, member).isUnchanged(member.value().listed())) {
        members.forEach(each -> each.lease.record(each.value().restarted()));
        throw new DriverException.FailedPrecondition(
            ("volume %s was written to while the group snapshot was taken, and its backend cannot"
                        + " show the volumes as of one instant:")
                    .formatted(member.volume)
                + " stop what writes to it, then call again");
      }
    }
    members.forEach(member -> member.lease.record(member.value().cut(at, member.value().listed())));
  }
}
