package io.windlass.cli.records;

import io.windlass.provision.ConfiguredBackend;
import io.windlass.provision.ConfiguredBackends;
import io.windlass.registry.BucketRecord;
import io.windlass.registry.Entry;
import io.windlass.registry.GrantRecord;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.registry.VolumeRecord;
import io.windlass.store.BucketGrant;
import io.windlass.store.DriverException;
import io.windlass.store.Page;
import io.windlass.store.ServiceAccount;
import io.windlass.volume.snapshot.Snapshot;
import io.windlass.volume.snapshot.SnapshotId;
import io.windlass.volume.snapshot.SnapshotList;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
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
  /** Records that are read at the same time. */
  private static final int AT_ONCE = 16;

  private final ConfiguredBackends backends;
  private final InstantSource clock;

  RecordReader(ConfiguredBackends backends, InstantSource clock) {
    this.backends = backends;
    this.clock = clock;
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

  private <T> List<SequencedMap<String, Object>> all(
      RecordKind<T> kind, BiConsumer<T, Map<String, Object>> fields) {
    return backends.all().stream()
        .flatMap(configured ->
            ids(configured.registry(), kind).stream()
                .gather(
                    Gatherers.mapConcurrent(AT_ONCE, id -> record(configured, kind, id, fields)))
                .flatMap(Optional::stream))
        .toList();
  }

  private static List<String> ids(Registry registry, RecordKind<?> kind) {
    List<String> ids = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      Page<String> page = registry.ids(kind, token);
      ids.addAll(page.items());
      token = page.next();
    } while (token.isPresent());
    return ids;
  }

  /** Returns the fields of a record; empty if it was removed since it was listed. */
  private <T> Optional<SequencedMap<String, Object>> record(
      ConfiguredBackend configured,
      RecordKind<T> kind,
      String id,
      BiConsumer<T, Map<String, Object>> fields) {
    SequencedMap<String, Object> shown = new LinkedHashMap<>();
    shown.put("id", configured.backend().name() + "/" + id);
    Optional<Entry<T>> found;
    try {
      found = configured.registry().find(kind, id);
    } catch (DriverException.Unexpected e) {
      // One record that cannot be read does not hide the others.
      shown.put("state", "unreadable: " + e.getMessage());
      return Optional.of(shown);
    }
    return found.map(entry -> {
      fields.accept(entry.value(), shown);
      shown.put("changed", clock.instant().minus(entry.age()).truncatedTo(ChronoUnit.SECONDS));
      shown.put("claim", claim(entry));
      return shown;
    });
  }

  /** Says whether a call works on what the record describes, or stopped in the middle. */
  private static String claim(Entry<?> entry) {
    return entry
        .claim()
        .map(owner ->
            entry.age().compareTo(entry.lease()) < 0
                ? "a call of " + owner
                : "a call of %s, which did not finish".formatted(owner))
        .orElse("");
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
