package io.windlass.cli.audit;

import io.windlass.access.AccessAdmin;
import io.windlass.access.BucketGrant;
import io.windlass.access.IssuedKey;
import io.windlass.cli.audit.Drift.Kind;
import io.windlass.cli.records.ClaimText;
import io.windlass.cli.records.RecordScan;
import io.windlass.csi.NodeId;
import io.windlass.error.DriverException;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.provision.grant.AccountId;
import io.windlass.provision.grant.GrantRotation;
import io.windlass.registry.BucketRecord;
import io.windlass.registry.Entry;
import io.windlass.registry.GrantRecord;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.registry.VolumeRecord;
import io.windlass.store.Page;
import io.windlass.volume.snapshot.Snapshot;
import io.windlass.volume.snapshot.SnapshotCheck;
import io.windlass.volume.snapshot.SnapshotList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares the records of all backends with their servers. Changes nothing by itself. */
final class Audit {
  private final OpenBackends backends;
  private final GrantRotation rotation;
  private final Optional<Set<String>> nodes;
  private final List<Drift> found = new ArrayList<>();

  /**
   * Makes an audit.
   *
   * @param rotation by which dead keys are made anew
   * @param nodes names or ids of all nodes that there are; empty if nobody said
   */
  Audit(OpenBackends backends, GrantRotation rotation, Optional<Set<String>> nodes) {
    this.backends = backends;
    this.rotation = rotation;
    this.nodes = nodes;
  }

  /** Returns all drift, in the order of the backends. */
  List<Drift> look() {
    for (OpenBackend backend : backends.all()) {
      new OfBackend(backend).look();
    }
    SnapshotCheck check = new SnapshotCheck(backends);
    for (Snapshot snapshot :
        new SnapshotList(backends).list(Optional.empty(), Optional.empty(), 0).snapshots()) {
      check
          .problem(snapshot.id())
          .ifPresent(why ->
              add(
                  Kind.SNAPSHOT_DAMAGED,
                  snapshot.id().toString(),
                  why,
                  "nobody can restore from it: delete it, or put the object back"));
    }
    return List.copyOf(found);
  }

  /** Returns the buckets that have a record, of buckets or of volumes, as BACKEND/BUCKET. */
  Set<String> recordedBuckets() {
    return backends.all().stream()
        .flatMap(backend ->
            RecordScan.ids(backend.registry(), RecordKind.BUCKETS).stream()
                .map(bucket -> backend.backend().name() + "/" + bucket))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void add(Kind kind, String id, String text, String next) {
    found.add(Drift.of(kind, id, text, next));
  }

  /** Audit of one backend. */
  private final class OfBackend {
    private final OpenBackend backend;
    private final Set<String> buckets;

    OfBackend(OpenBackend backend) {
      this.backend = backend;
      this.buckets = buckets(backend);
    }

    private static Set<String> buckets(OpenBackend backend) {
      Set<String> names = new TreeSet<>();
      Optional<String> token = Optional.empty();
      do {
        Page<String> page = backend.backend().buckets().list(token);
        names.addAll(page.items());
        token = page.next();
      } while (token.isPresent());
      return names;
    }

    void look() {
      registry();
      Set<String> recorded = new TreeSet<>();
      records(RecordKind.BUCKETS)
          .forEach(entry -> {
            recorded.add(entry.id());
            bucket(entry);
          });
      Set<String> accounts = new TreeSet<>();
      records(RecordKind.GRANTS)
          .forEach(entry -> {
            accounts.add(entry.id());
            grant(entry);
          });
      records(RecordKind.VOLUMES)
          .forEach(entry -> {
            recorded.add(bucketOf(entry.id()));
            volume(entry, accounts);
          });
      buckets.stream()
          .filter(bucket -> !recorded.contains(bucket) && !bucket.equals(backend.registryBucket()))
          .forEach(bucket ->
              add(
                  Kind.BUCKET_UNRECORDED,
                  id(bucket),
                  "no record names this bucket",
                  "it is somebody else's, or was left when records were lost; this driver never"
                      + " touches it"));
    }

    private void registry() {
      String registry = backend.registryBucket();
      if (buckets.contains(registry)) {
        backend
            .backend()
            .buckets()
            .dangers(registry)
            .forEach(danger ->
                add(
                    Kind.REGISTRY_UNSAFE,
                    id(registry),
                    danger,
                    "take that away: without its records, the driver does not know what it made"));
        backend
            .registry()
            .loss()
            .ifPresent(when ->
                add(
                    Kind.REGISTRY_UNSAFE,
                    id(registry),
                    "records were lost before " + when,
                    "see what has no record, and remove it by hand; then delete object %s"
                        .formatted(Registry.LOSS)));
      }
    }

    private String id(String name) {
      return backend.backend().name() + "/" + name;
    }

    private static String bucketOf(String volume) {
      return volume.contains("/") ? volume.substring(0, volume.indexOf('/')) : volume;
    }

    /** Reads all records of a kind; one that cannot be read is drift. */
    private <T> List<Entry<T>> records(RecordKind<T> kind) {
      List<Entry<T>> entries = new ArrayList<>();
      for (String name : RecordScan.ids(backend.registry(), kind)) {
        try {
          backend.registry().find(kind, name).ifPresent(entries::add);
        } catch (DriverException.Unexpected e) {
          add(
              Kind.UNREADABLE,
              id(name),
              String.valueOf(e.getMessage()),
              "put the record back from a copy of the registry bucket");
        }
      }
      entries.stream().filter(Entry::isStuck).forEach(this::stuck);
      return entries;
    }

    private void stuck(Entry<?> entry) {
      add(
          Kind.STUCK,
          id(entry.id()),
          ClaimText.of(entry),
          "the next call for it goes on; without one, the driver undoes it after"
              + " WINDLASS_UNDO_AFTER");
    }

    private void bucket(Entry<BucketRecord> entry) {
      boolean expected =
          switch (entry.value().state()) {
            case READY -> true;
            case CREATING, DELETING -> false;
          };
      if (expected && !buckets.contains(entry.id())) {
        add(
            Kind.BUCKET_GONE,
            id(entry.id()),
            "the driver has a record of this bucket, and the server has no such bucket",
            "delete its claim; or make the bucket again, and its content comes from a backup");
      }
    }

    private void grant(Entry<GrantRecord> entry) {
      GrantRecord record = entry.value();
      boolean expected =
          switch (record.state()) {
            case READY -> entry.claim().isEmpty();
            case GRANTING, SETTLING, ROTATING, REVOKING, REVOKED -> false;
          };
      if (!expected) {
        return;
      }
      record.principal().buckets().stream()
          .map(BucketGrant::bucket)
          .filter(bucket -> !buckets.contains(bucket))
          .forEach(bucket ->
              add(
                  Kind.ACCESS_WITHOUT_BUCKET,
                  id(entry.id()),
                  "it is to bucket %s, which is gone".formatted(bucket),
                  "delete its claim"));
      AccessAdmin access = backend.backend().access();
      IssuedKey key = record.newest().issued();
      Optional<String> replaced = access.replaced(record.principal(), key);
      if (replaced.isPresent()) {
        add(
            Kind.ACCESS_DEAD,
            id(entry.id()),
            replaced.get(),
            "give its workload a new key: windlass rotate %1$s --to FILE, then windlass rotate %1$s --retire; or delete its claim and make it again"
                .formatted(id(entry.id())));
      } else if (!access.isLive(record.principal(), key)) {
        Optional<String> disabled = access.disabled(record.principal(), key);
        if (disabled.isPresent()) {
          add(
              Kind.ACCESS_DEAD,
              id(entry.id()),
              disabled.get(),
              "no grant enables it: for another key, windlass rotate %1$s --to FILE, then windlass rotate %1$s --retire"
                  .formatted(id(entry.id())));
        } else {
          dead(entry);
        }
      }
    }

    private void dead(Entry<GrantRecord> entry) {
      boolean sameKeyAgain =
          backend.backend().access().derivesKeys() && entry.value().older().isEmpty();
      found.add(
          new Drift(
              Kind.ACCESS_DEAD,
              id(entry.id()),
              "its user or policy is not on the server as it was granted",
              sameKeyAgain
                  ? "--fix grants it again, with the same key"
                  : "revoke it and grant it anew: the same key cannot be made again",
              sameKeyAgain
                  ? Optional.of(() ->
                      rotation.retireOldKeys(
                          AccountId.parse(id(entry.id()), backends).orElseThrow()))
                  : Optional.empty()));
    }

    private void volume(Entry<VolumeRecord> entry, Set<String> accounts) {
      VolumeRecord record = entry.value();
      boolean expected =
          switch (record.state()) {
            case READY, RELEASED -> true;
            case CREATING, DELETING -> false;
          };
      if (expected && !buckets.contains(bucketOf(entry.id()))) {
        add(
            Kind.VOLUME_WITHOUT_BUCKET,
            id(entry.id()),
            "its bucket %s is gone".formatted(bucketOf(entry.id())),
            "delete the PersistentVolume; its files come from a backup");
      }
      for (VolumeRecord.Attachment attachment : record.attachments()) {
        String node = NodeId.nameIn(attachment.node());
        if (!attachment.account().isEmpty() && !accounts.contains(attachment.account())) {
          add(
              Kind.ATTACHMENT_WITHOUT_ACCESS,
              id(entry.id()),
              "node %s has a key of %s, of which there is no record"
                  .formatted(node, attachment.account()),
              "delete the VolumeAttachment, so that the node is attached anew");
        }
        boolean gone =
            nodes.isPresent()
                && Stream.of(node, attachment.node()).noneMatch(nodes.get()::contains);
        if (gone) {
          add(
              Kind.NODE_GONE,
              id(entry.id()),
              "it is attached to node %s, which is not among those that were named".formatted(node),
              "delete the VolumeAttachment: its key ends when the volume is unpublished");
        }
      }
    }
  }
}
