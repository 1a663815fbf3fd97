package io.windlass.cli.records;

import io.windlass.access.BucketGrant;
import io.windlass.access.ServiceAccount;
import io.windlass.error.DriverException;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.registry.BucketRecord;
import io.windlass.registry.Entry;
import io.windlass.registry.GrantRecord;
import io.windlass.registry.RecordKind;
import io.windlass.registry.VolumeRecord;
import io.windlass.volume.snapshot.Snapshot;
import io.windlass.volume.snapshot.SnapshotId;
import io.windlass.volume.snapshot.SnapshotList;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;

/**
 * Reads the records of all backends, each as fields in the order in which they are shown. Changes
 * nothing.
 */
final class RecordReader {
  private static final String STUCK =
      "the next call for it goes on from there; without one, the driver undoes it after"
          + " WINDLASS_UNDO_AFTER";

  private final OpenBackends backends;

  RecordReader(OpenBackends backends) {
    this.backends = backends;
  }

  /**
   * Returns the records of this kind, backend by backend, in the order in which they are stored.
   */
  List<SequencedMap<String, Object>> read(RecordedThings what) {
    return switch (what) {
      case BUCKETS -> all(RecordKind.BUCKETS, RecordReader::bucket);
      case GRANTS -> all(RecordKind.GRANTS, RecordReader::grant);
      case VOLUMES -> all(RecordKind.VOLUMES, RecordReader::volume);
      case SNAPSHOTS -> snapshots();
    };
  }

  /** Returns the ids alone, in the same order, which takes no look at the records. */
  List<String> ids(RecordedThings what) {
    return switch (what) {
      case BUCKETS -> ids(RecordKind.BUCKETS);
      case GRANTS -> ids(RecordKind.GRANTS);
      case VOLUMES -> ids(RecordKind.VOLUMES);
      case SNAPSHOTS -> snapshots().stream().map(each -> String.valueOf(each.get("id"))).toList();
    };
  }

  private List<String> ids(RecordKind<?> kind) {
    return backends.all().stream()
        .flatMap(each -> RecordScan.ids(each.registry(), kind).stream().map(id -> shown(each, id)))
        .toList();
  }

  private static String shown(OpenBackend backend, String id) {
    return backend.backend().name() + "/" + id;
  }

  /** Returns all that is recorded of one thing; empty if nothing is. */
  Optional<SequencedMap<String, Object>> one(RecordedThings what, String id) {
    return switch (what) {
      case BUCKETS -> one(RecordKind.BUCKETS, id, RecordReader::bucket, RecordDetails::bucket);
      case GRANTS -> one(RecordKind.GRANTS, id, RecordReader::grant, RecordDetails::grant);
      case VOLUMES -> one(RecordKind.VOLUMES, id, RecordReader::volume, RecordDetails::volume);
      case SNAPSHOTS -> snapshots().stream().filter(each -> id.equals(each.get("id"))).findFirst();
    };
  }

  private <T> Optional<SequencedMap<String, Object>> one(
      RecordKind<T> kind,
      String id,
      BiConsumer<T, Map<String, Object>> fields,
      BiConsumer<T, Map<String, Object>> details) {
    int slash = id.indexOf('/');
    return backends.all().stream()
        .filter(each -> slash > 0 && each.backend().name().equals(id.substring(0, slash)))
        .findFirst()
        .flatMap(each -> record(each, kind, id.substring(slash + 1), fields.andThen(details)));
  }

  private <T> List<SequencedMap<String, Object>> all(
      RecordKind<T> kind, BiConsumer<T, Map<String, Object>> fields) {
    return backends.all().stream()
        .flatMap(configured ->
            RecordScan.ids(configured.registry(), kind).stream()
                .gather(
                    Gatherers.mapConcurrent(
                        RecordScan.AT_ONCE, id -> record(configured, kind, id, fields)))
                .flatMap(Optional::stream))
        .toList();
  }

  /** Returns the fields of a record; empty if it was removed since it was listed. */
  private <T> Optional<SequencedMap<String, Object>> record(
      OpenBackend configured,
      RecordKind<T> kind,
      String id,
      BiConsumer<T, Map<String, Object>> fields) {
    SequencedMap<String, Object> shown = new LinkedHashMap<>();
    shown.put("id", shown(configured, id));
    Optional<Entry<T>> found;
    try {
      found = configured.registry().find(kind, id);
    } catch (DriverException.Unexpected e) {
      // One record that cannot be read does not hide the others.
      shown.put("state", "unreadable");
      shown.put("why", e.getMessage());
      return Optional.of(shown);
    }
    return found.map(entry -> {
      fields.accept(entry.value(), shown);
      shown.put("changed", entry.changed().truncatedTo(ChronoUnit.SECONDS));
      shown.put("claim", ClaimText.of(entry));
      if (entry.isStuck()) {
        shown.put("stuck", STUCK);
      }
      return shown;
    });
  }

  private static void bucket(BucketRecord record, Map<String, Object> into) {
    into.put("state", word(record.state()));
    into.put("origin", word(record.origin()));
  }

  private static void grant(GrantRecord record, Map<String, Object> into) {
    into.put("state", word(record.state()));
    into.put(
        "buckets",
        record.principal().buckets().stream()
            .map(RecordReader::place)
            .collect(Collectors.joining(", ")));
    into.put("keys", record.keys().size());
    into.put("expires", record.principal().expiry().<Object>map(at -> at).orElse(""));
    into.put(
        "serviceAccount",
        record.principal().serviceAccount().map(ServiceAccount::subject).orElse(""));
  }

  private static String place(BucketGrant grant) {
    return grant.prefix().isEmpty() ? grant.bucket() : grant.bucket() + "/" + grant.prefix();
  }

  private static void volume(VolumeRecord record, Map<String, Object> into) {
    into.put("state", word(record.state()));
    into.put("origin", word(record.origin()));
    into.put("name", record.name());
    into.put("capacityBytes", record.capacityBytes());
    into.put(
        "nodes",
        record.attachments().stream()
            .map(VolumeRecord.Attachment::node)
            .collect(Collectors.joining(", ")));
  }

  private List<SequencedMap<String, Object>> snapshots() {
    return new SnapshotList(backends)
        .list(Optional.empty(), Optional.empty(), 0).snapshots().stream()
            .map(RecordReader::snapshot)
            .toList();
  }

  private static SequencedMap<String, Object> snapshot(Snapshot snapshot) {
    SequencedMap<String, Object> shown = new LinkedHashMap<>();
    shown.put("id", snapshot.id().toString());
    shown.put("state", snapshot.ready() ? "ready" : "creating");
    shown.put("volume", snapshot.volume());
    shown.put("at", snapshot.at().truncatedTo(ChronoUnit.SECONDS));
    shown.put("bytes", snapshot.bytes());
    shown.put("group", snapshot.group().map(SnapshotId::toString).orElse(""));
    return shown;
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
