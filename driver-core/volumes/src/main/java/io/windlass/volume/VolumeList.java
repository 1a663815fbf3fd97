package io.windlass.volume;

import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.provision.BucketId;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.registry.RecordKind;
import io.windlass.registry.RecordPages;
import io.windlass.registry.RecordPages.Identified;
import io.windlass.registry.RecordPages.Piece;
import io.windlass.registry.VolumeRecord;
import io.windlass.registry.VolumeRecord.State;
import io.windlass.store.Page;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Gatherers;

/** Lists volumes in the order of the backends, and for each backend in the order of the ids. */
final class VolumeList {
  /** Most volumes of one page, because clients limit the size of a message. */
  static final int MOST = 2000;

  /** Buckets that are asked for at the same time. */
  private static final int READS = 16;

  /** As many buckets are worth one request for a part of the list of all buckets. */
  private static final int BUCKETS_FOR_A_LIST = 20;

  private final OpenBackends backends;
  private final List<Listed> all;

  /** A backend, and the records of its volumes. */
  private record Listed(OpenBackend configured, RecordPages<VolumeRecord> records) {}

  VolumeList(OpenBackends backends) {
    this.backends = backends;
    this.all =
        backends.all().stream()
            .map(each -> new Listed(each, new RecordPages<>(each.registry(), RecordKind.VOLUMES)))
            .toList();
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
    for (Listed listed : all) {
      String backend = listed.configured().backend().name();
      if (last.isPresent() && !last.get().backend().equals(backend)) {
        continue;
      }
      Optional<String> from = last.map(VolumeId::recordId);
      last = Optional.empty();
      do {
        // One more tells whether there is another page, if that takes no request of its own.
        int wanted = Math.min(RecordPages.MOST, most + 1 - page.size());
        Piece<VolumeRecord> piece = listed.records().read(from, wanted);
        piece.records().forEach(each -> volume(backend, each).ifPresent(page::add));
        if (page.size() > most) {
          List<Volume> full = page.subList(0, most);
          return new Page<>(full, Optional.of(full.getLast().id().toString()));
        }
        from = piece.next();
        if (page.size() == most && from.isPresent()) {
          return new Page<>(page, Optional.of(page.getLast().id().toString()));
        }
      } while (from.isPresent());
    }
    return new Page<>(page, Optional.empty());
  }

  /** Returns the volume of a record; empty if it is deleted for callers. */
  private Optional<Volume> volume(String backend, Identified<VolumeRecord> record) {
    return VolumeId.parse(backend + "/" + record.id(), backends)
        .filter(_ -> record.value().state() != State.RELEASED)
        .map(id -> Volume.of(id, record.value()));
  }

  /**
   * Returns those of these volumes that are ready, but whose bucket is gone. Volumes that are not
   * ready may not have a bucket yet, or any more.
   */
  List<VolumeId> missing(List<Volume> volumes) {
    Map<String, Set<String>> buckets = new HashMap<>();
    volumes.stream()
        .filter(Volume::ready)
        .map(Volume::id)
        .forEach(
            id -> buckets.computeIfAbsent(id.backend(), _ -> new HashSet<>()).add(id.bucket()));
    Set<BucketId> missing = new HashSet<>();
    buckets.forEach((backend, names) ->
        missing(backends.require(backend).backend(), names)
            .forEach(name -> missing.add(new BucketId(backend, name))));
    return volumes.stream()
        .filter(Volume::ready)
        .map(Volume::id)
        .filter(id -> missing.contains(id.bucketId()))
        .toList();
  }

  /**
   * Returns which of these buckets are gone. Many are looked for in the server's list of buckets
   * first; those that are not in it, or after the end of the part that was read, are asked for.
   */
  private static List<String> missing(Backend backend, Set<String> buckets) {
    Set<String> unseen = new HashSet<>(buckets);
    Optional<String> token = Optional.empty();
    // To list may not be permitted, and must not take longer than to ask for each.
    for (int most = buckets.size() / BUCKETS_FOR_A_LIST; most > 0; most--) {
      try {
        Page<String> page = backend.buckets().list(token);
        page.items().forEach(unseen::remove);
        token = page.next();
      } catch (DriverException.PermissionDenied e) {
        break;
      }
      if (token.isEmpty() || unseen.isEmpty()) {
        break;
      }
    }
    return unseen.stream()
        .gather(
            Gatherers.mapConcurrent(
                READS,
                bucket ->
                    backend.buckets().exists(bucket)
                        ? Optional.<String>empty()
                        : Optional.of(bucket)))
        .flatMap(Optional::stream)
        .toList();
  }
}
