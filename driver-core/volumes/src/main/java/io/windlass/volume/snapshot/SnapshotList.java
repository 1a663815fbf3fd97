package io.windlass.volume.snapshot;

import io.windlass.error.DriverException;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.registry.Entry;
import io.windlass.volume.VolumeId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Lists the snapshots of all backends, in pages. */
public final class SnapshotList {
  private static final int AT_ONCE = 1000;

  private final OpenBackends backends;

  public SnapshotList(OpenBackends backends) {
    this.backends = backends;
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
    for (OpenBackend configured : backends.all()) {
      String backend = configured.backend().name();
      boolean here = after.filter(id -> id.backend().equals(backend)).isPresent();
      begun |= here;
      if (begun) {
        Optional<String> last = here ? after.map(SnapshotId::name) : Optional.empty();
        if (!addAll(configured, volume, last, most, found)) {
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
      OpenBackend configured,
      Optional<String> volume,
      Optional<String> after,
      int most,
      List<Snapshot> into) {
    Optional<String> last = after;
    while (true) {
      List<String> names = names(configured, volume, last);
      if (names.isEmpty()) {
        return true;
      }
      last = Optional.of(names.getLast());
      for (String name : names) {
        Optional<Snapshot> snapshot =
            new RecordName(SnapshotRecord.KIND, name)
                .find(configured.registry())
                .map(Entry::value)
                .filter(Snapshots::isVisible)
                .filter(record -> volume.filter(id -> !id.equals(record.volume())).isEmpty())
                .map(record ->
                    Snapshots.view(new SnapshotId(configured.backend().name(), name), record));
        if (snapshot.isPresent() && most > 0 && into.size() == most) {
          return false;
        }
        snapshot.ifPresent(into::add);
      }
    }
  }

  /** Returns the next names. Those of one volume's snapshots come from the record of its bucket. */
  private List<String> names(
      OpenBackend configured, Optional<String> volume, Optional<String> after) {
    if (volume.isEmpty()) {
      return configured.registry().ids(SnapshotRecord.KIND, after, AT_ONCE);
    }
    return volume
        .flatMap(id -> VolumeId.parse(id, backends))
        .filter(id -> id.backend().equals(configured.backend().name()))
        .flatMap(id -> configured.registry().find(SourceRecord.KIND, id.bucket()))
        .map(entry ->
            entry.value().snapshots().keySet().stream()
                .map(RecordName::parse)
                .filter(name -> name.kind().equals(SnapshotRecord.KIND))
                .map(RecordName::id)
                .filter(name -> after.filter(last -> last.compareTo(name) >= 0).isEmpty())
                .limit(AT_ONCE)
                .toList())
        .orElse(List.of());
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
