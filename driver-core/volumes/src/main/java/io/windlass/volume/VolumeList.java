package io.windlass.volume;

import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.registry.RecordKind;
import io.windlass.registry.VolumeRecord.State;
import io.windlass.store.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Gatherers;

/** Lists volumes in the order of the backends, and for each backend in the order of the ids. */
final class VolumeList {
  /** Most volumes of one page, because clients limit the size of a message. */
  static final int MOST = 2000;

  private static final int READS = 16;
  private static final int IDS = 1000;

  private final OpenBackends backends;
  private final VolumeRecords records;

  VolumeList(OpenBackends backends, VolumeRecords records) {
    this.backends = backends;
    this.records = records;
  }

  /**
   * Returns a page of volumes.
   *
   * @param after returns only volumes after this one, whether or not it still exists
   * @param most most volumes in the page, 1 to {@link #MOST}
   */
  Page<Volume> page(Optional<VolumeId> after, int most) {
    List<Volume> page = new ArrayList<>();
    Optional<VolumeId> last = after;
    for (OpenBackend configured : backends.all()) {
      String backend = configured.backend().name();
      if (last.isPresent() && !last.get().backend().equals(backend)) {
        continue;
      }
      Optional<String> from = last.map(VolumeId::recordId);
      last = Optional.empty();
      for (List<String> ids = ids(configured, from); !ids.isEmpty(); ids = ids(configured, from)) {
        page.addAll(read(backend, ids));
        if (page.size() > most) {
          List<Volume> full = page.subList(0, most);
          return new Page<>(full, Optional.of(full.getLast().id().toString()));
        }
        from = Optional.of(ids.getLast());
      }
    }
    return new Page<>(page, Optional.empty());
  }

  private static List<String> ids(OpenBackend configured, Optional<String> after) {
    return configured.registry().ids(RecordKind.VOLUMES, after, IDS);
  }

  private List<Volume> read(String backend, List<String> ids) {
    return ids.stream()
        .map(recordId -> VolumeId.parse(backend + "/" + recordId, backends))
        .flatMap(Optional::stream)
        .gather(Gatherers.mapConcurrent(READS, this::read))
        .flatMap(Optional::stream)
        .toList();
  }

  /** Reads a volume; empty if it was removed after it was listed, or is deleted for callers. */
  private Optional<Volume> read(VolumeId id) {
    return records
        .find(id)
        .filter(entry -> entry.value().state() != State.RELEASED)
        .map(entry -> Volume.of(id, entry.value()));
  }

  /**
   * Returns those of these volumes that are ready, but whose bucket is gone. Volumes that are not
   * ready may not have a bucket yet, or any more.
   */
  List<VolumeId> missing(List<Volume> volumes) {
    return volumes.stream()
        .filter(Volume::ready)
        .map(Volume::id)
        .gather(
            Gatherers.mapConcurrent(
                READS, id -> exists(id) ? Optional.<VolumeId>empty() : Optional.of(id)))
        .flatMap(Optional::stream)
        .toList();
  }

  private boolean exists(VolumeId id) {
    return records.configured(id).backend().buckets().exists(id.bucket());
  }
}
