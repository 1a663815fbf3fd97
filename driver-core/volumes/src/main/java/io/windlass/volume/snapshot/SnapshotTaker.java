package io.windlass.volume.snapshot;

import io.windlass.provision.LeasedOperation;
import io.windlass.registry.Lease;
import io.windlass.store.BucketAdmin;
import io.windlass.store.DriverException;
import io.windlass.store.ObjectStore;
import io.windlass.volume.VolumeId;
import io.windlass.volume.snapshot.SnapshotRecord.Method;
import io.windlass.volume.snapshot.SnapshotRecord.State;
import io.windlass.volume.snapshot.VersionCut.Reached;
import io.windlass.volume.snapshot.VersionCut.Straggler;
import java.time.Duration;
import java.time.Instant;
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
   * or the time is up. The records say how far it came.
   *
   * @return whether all manifests are complete
   * @throws DriverException.FailedPrecondition when several volumes have to be copied, and one is
   *     written to meanwhile
   */
  boolean run(List<Member> members) {
    return members.getFirst().value().method() == Method.COPIES ? copy(members) : cut(members);
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
        log.info("snapshot {} is cut anew: older requests were under way", members.getFirst().name);
        members.forEach(member -> member.lease.record(member.value().restarted()));
      }
    }
    throw new DriverException.Unavailable(
        "requests that began before versions were kept go on and on: call again", null);
  }

  private static boolean isCut(List<Member> members) {
    Optional<Instant> at = members.getFirst().value().at();
    return at.isPresent() && members.stream().allMatch(member -> member.value().at().equals(at));
  }

  /**
   * Decides the instant that the snapshots show. The server's clock must pass that instant before
   * anything is listed. Until then writes can still be stamped with it: the listing of one volume
   * could miss such a write, and that of another volume could show a later one.
   */
  private void decide(List<Member> members) {
    Instant at =
        members.stream()
            .map(this::keepVersions)
            .flatMap(Optional::stream)
            .reduce((_, latest) -> latest)
            .orElseGet(clock::read);
    clock.awaitPast(at);
    members.forEach(member -> member.lease.record(member.value().cut(at)));
  }

  /**
   * Makes the bucket of a member keep versions, if it does not.
   *
   * @return server's time now, at which the bucket surely keeps versions; empty if the bucket kept
   *     versions without the driver's doing
   */
  private Optional<Instant> keepVersions(Member member) {
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
    }
    Duration after = operation.backend().timing().versionsKeptAfter();
    return told.map(since -> clock.awaitPast(since.plus(after)));
  }

  private boolean list(Member member) throws Straggler {
    if (member.value().state() == State.READY) {
      return true;
    }
    Reached reached = new VersionCut(operation, member).run(member.value().listed(), budget);
    SnapshotRecord further = member.value().reached(reached.progress());
    member.lease.record(reached.end() ? further.in(State.READY) : further);
    log.info(
        "snapshot {} of {}: {} objects, {} bytes{}",
        member.name,
        member.volume,
        reached.progress().objects(),
        reached.progress().bytes(),
        reached.end() ? "" : " so far");
    return reached.end();
  }

  private boolean copy(List<Member> members) {
    for (Member member : members) {
      if (member.value().state() != State.CREATING) {
        continue;
      }
      Reached reached = new CopyCut(operation, member).run(member.value().listed(), budget);
      log.info(
          "snapshot {} of {}: {} objects copied{}",
          member.name,
          member.volume,
          reached.progress().objects(),
          reached.end() ? "" : " so far");
      if (!reached.end()) {
        member.lease.record(member.value().reached(reached.progress()));
        return false;
      }
      member.lease.record(member.value().copied(clock.read(), reached.progress()));
    }
    if (members.size() > 1 && members.stream().anyMatch(this::isNotReady)) {
      requireQuiet(members);
    }
    members.forEach(member -> member.lease.record(member.value().in(State.READY)));
    return true;
  }

  private boolean isNotReady(Member member) {
    return member.value().state() != State.READY;
  }

  /**
   * Checks that no volume has changed since it was copied. Then all copies show the volumes as they
   * were at one instant after the last copy, and that instant is recorded.
   */
  private void requireQuiet(List<Member> members) {
    Instant at = clock.read();
    for (Member member : members) {
      operation.step();
      if (!new CopyCut(operation, member).isUnchanged(member.value().listed())) {
        members.forEach(each -> each.lease.record(each.value().restarted()));
        throw new DriverException.FailedPrecondition(
            "volume %s was written to while the group was copied, and its backend keeps no versions:"
                    .formatted(member.volume)
                + " stop what writes to it, then call again");
      }
    }
    members.forEach(
        member -> member.lease.record(member.value().copied(at, member.value().listed())));
  }
}
