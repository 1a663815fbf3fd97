package io.windlass.volume.snapshot;

import io.windlass.error.DriverException;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.registry.Entry;
import io.windlass.registry.RecordPages;
import io.windlass.registry.RecordPages.Identified;
import io.windlass.volume.VolumeId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Lists the snapshots of all backends, in pages. */
public final class SnapshotList {
  private final OpenBackends backends;
  private final List<Listed> all;

  /** A backend, and the records of its snapshots. */
  private record Listed(OpenBackend configured, RecordPages<SnapshotRecord> records) {}

  public SnapshotList(OpenBackends backends) {
    this.backends = backends;
    this.all =
        backends.all().stream()
            .map(each -> new Listed(each, new RecordPages<>(each.registry(), SnapshotRecord.KIND)))
            .toList();
  }

  /**
   * Piece of the list.
   *
   * @param next token of the next piece; empty at the end. Opaque
   */
  public record Piece(List<Snapshot> snapshots, Optional<String> next) {
    public Piece {
      snapshots = List.copyOf(snapshots);
    }
  }

  /**
   * Lists snapshots in the order of the backends, and for each backend in the order of the names.
   *
   * @param volume returns only snapshots of the volume with this id
   * @param token {@link Piece#next()} of the previous piece
   * @param most most snapshots in the piece; 0: all
   * @throws DriverException.PreconditionFailed when this list never returned the token
   */
  public Piece list(Optional<String> volume, Optional<String> token, int most) {
    Optional<SnapshotId> after = token.map(this::parse);
    List<Snapshot> found = new ArrayList<>();
    boolean begun = after.isEmpty();
    for (Listed listed : all) {
      String backend = listed.configured().backend().name();
      boolean here = after.filter(id -> id.backend().equals(backend)).isPresent();
      begun |= here;
      if (begun) {
        Optional<String> last = here ? after.map(SnapshotId::name) : Optional.empty();
        if (!addAll(listed, volume, last, most, found)) {
          return new Piece(found, Optional.of(token(found.getLast().id())));
        }
      }
    }
    return new Piece(found, Optional.empty());
  }

  /**
   * Adds the snapshots of one backend to {@code into} until that has {@code most}. Returns whether
   * all of them are in it.
   */
  private boolean addAll(
      Listed listed,
      Optional<String> volume,
      Optional<String> after,
      int most,
      List<Snapshot> into) {
    String backend = listed.configured().backend().name();
    Optional<String> from = after;
    do {
      // One more tells whether there is another piece.
      int wanted = most > 0 ? Math.min(RecordPages.MOST, most + 1 - into.size()) : RecordPages.MOST;
      var some =
          volume.isEmpty()
              ? listed.records().read(from, wanted)
              : ofVolume(listed.configured(), volume.get(), from, wanted);
      for (Identified<SnapshotRecord> each : some.records()) {
        if (Snapshots.isVisible(each.value())) {
          if (most > 0 && into.size() == most) {
            return false;
          }
          into.add(Snapshots.view(new SnapshotId(backend, each.id()), each.value()));
        }
      }
      from = some.next();
    } while (from.isPresent());
    return true;
  }

  /** Returns snapshots of one volume, whose names are in the record of its bucket. */
  private RecordPages.Piece<SnapshotRecord> ofVolume(
      OpenBackend configured, String volume, Optional<String> after, int most) {
    List<String> names =
        VolumeId.parse(volume, backends)
            .filter(id -> id.backend().equals(configured.backend().name()))
            .flatMap(id -> configured.registry().find(SourceRecord.KIND, id.bucket()))
            .map(entry -> named(entry.value(), after, most))
            .orElse(List.of());
    List<Identified<SnapshotRecord>> records = new ArrayList<>();
    for (String name : names) {
      configured
          .registry()
          .find(SnapshotRecord.KIND, name)
          .map(Entry::value)
          .filter(record -> record.volume().equals(volume))
          .ifPresent(record -> records.add(new Identified<>(name, record)));
    }
    return new RecordPages.Piece<>(
        records, names.size() < most ? Optional.empty() : Optional.of(names.getLast()));
  }

  private static List<String> named(SourceRecord source, Optional<String> after, int most) {
    return source.snapshots().keySet().stream()
        .map(RecordName::parse)
        .filter(name -> name.kind().equals(SnapshotRecord.KIND))
        .map(RecordName::id)
        .filter(name -> after.filter(last -> last.compareTo(name) >= 0).isEmpty())
        .limit(most)
        .toList();
  }

  private static String token(SnapshotId after) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(after.toString().getBytes(StandardCharsets.UTF_8));
  }

  private SnapshotId parse(String token) {
    try {
      String text = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
      return SnapshotId.parse(text, backends).orElseThrow(SnapshotList::badToken);
    } catch (IllegalArgumentException e) {
      throw badToken();
    }
  }

  private static DriverException badToken() {
    return new DriverException.PreconditionFailed(
        "starting_token was not returned by this list: list again without one", null);
  }
}
