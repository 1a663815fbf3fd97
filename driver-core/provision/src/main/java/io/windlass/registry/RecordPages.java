package io.windlass.registry;

import io.windlass.registry.Registry.Named;
import io.windlass.registry.Registry.Told;
import io.windlass.store.Page;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Gatherers;

/**
 * All records of a kind, page by page. Each page is listed anew, and the listing tells the revision
 * of each record. What is known of that revision is not read again; what is not is read, or, if
 * that is much, told by a listing, on servers whose listings can. So a page says what the server
 * has, whoever wrote it and however that ended; what is remembered only saves requests. The bytes
 * that are remembered have a bound.
 */
public final class RecordPages<T> {
  /** Most records that one listing returns. */
  public static final int MOST = 1000;

  /** Records that are read at the same time. */
  private static final int READS = 32;

  /** So many unknown records cost less to read than a listing that tells a whole page. */
  private static final int FEW = 100;

  /** Most bytes of text of the records that are remembered: some 15,000 volumes. */
  private static final long MOST_BYTES = 8 << 20;

  private final Registry registry;
  private final RecordKind<T> kind;
  private final long mostBytes;
  private final ConcurrentNavigableMap<String, Told<T>> known = new ConcurrentSkipListMap<>();
  private final AtomicLong bytes = new AtomicLong();

  public RecordPages(Registry registry, RecordKind<T> kind) {
    this(registry, kind, MOST_BYTES);
  }

  RecordPages(Registry registry, RecordKind<T> kind, long mostBytes) {
    this.registry = registry;
    this.kind = kind;
    this.mostBytes = mostBytes;
  }

  /** A record with its id. */
  public record Identified<T>(String id, T value) {}

  /**
   * Some records, in the order in which they are stored.
   *
   * @param next id after which the next ones are; empty if there are none
   */
  public record Piece<T>(List<Identified<T>> records, Optional<String> next) {
    public Piece {
      records = List.copyOf(records);
    }
  }

  /**
   * Reads records. One that was removed after it was listed is left out, so there may be fewer than
   * asked for, and more behind them.
   *
   * @param after returns only records after this id, whether or not it has a record (any more)
   * @param most most records to return, 1 to {@link #MOST}
   */
  public Piece<T> read(Optional<String> after, int most) {
    boolean told = kind.listed() && range(after).isEmpty();
    Page<Named> listed = registry.named(kind, after, most, told);
    if (kind.listed() && !told && untold(listed) > FEW) {
      listed = registry.named(kind, after, most, true);
    }
    return read(after, listed);
  }

  private long untold(Page<Named> listed) {
    return listed.items().stream()
        .filter(each -> known(each).isEmpty() && each.object().metadata().isEmpty())
        .count();
  }

  private Optional<T> known(Named named) {
    return Optional.ofNullable(known.get(key(named.id())))
        .filter(last -> last.revision().equals(named.revision()))
        .map(Told::value);
  }

  private Piece<T> read(Optional<String> after, Page<Named> listed) {
    forgetOthers(after, listed);
    Map<String, T> values = new HashMap<>();
    List<Named> unknown = new ArrayList<>();
    for (Named each : listed.items()) {
      known(each).ifPresentOrElse(value -> values.put(each.id(), value), () -> unknown.add(each));
    }
    unknown.stream()
        .gather(Gatherers.mapConcurrent(READS, this::find))
        .flatMap(Optional::stream)
        .forEach(found -> values.put(found.id(), found.value()));
    List<Identified<T>> records = new ArrayList<>();
    for (Named each : listed.items()) {
      Optional.ofNullable(values.get(each.id()))
          .ifPresent(value -> records.add(new Identified<>(each.id(), value)));
    }
    boolean more = listed.next().isPresent() && !listed.items().isEmpty();
    return new Piece<>(
        records, more ? Optional.of(listed.items().getLast().id()) : Optional.empty());
  }

  private Optional<Identified<T>> find(Named named) {
    String id = named.id();
    Optional<Told<T>> told = registry.told(kind, named).or(() -> registry.tell(kind, id));
    told.ifPresent(found -> remember(id, found));
    return told.map(found -> new Identified<>(id, found.value()));
  }

  /** What has no room is read again each time: to make room would help nobody who reads all. */
  private void remember(String id, Told<T> told) {
    forget(key(id));
    if (bytes.addAndGet(told.length()) > mostBytes) {
      bytes.addAndGet(-told.length());
      return;
    }
    Optional.ofNullable(known.put(key(id), told)).ifPresent(this::isForgotten);
  }

  private void forget(String key) {
    Optional.ofNullable(known.remove(key)).ifPresent(this::isForgotten);
  }

  private void isForgotten(Told<T> told) {
    bytes.addAndGet(-told.length());
  }

  /** Forgets records of the listed range that are not in it. */
  private void forgetOthers(Optional<String> after, Page<Named> listed) {
    Set<String> there = new HashSet<>();
    listed.items().forEach(each -> there.add(key(each.id())));
    NavigableMap<String, Told<T>> range = range(after);
    if (listed.next().isPresent() && !listed.items().isEmpty()) {
      range = range.headMap(key(listed.items().getLast().id()), true);
    }
    range.keySet().stream().filter(key -> !there.contains(key)).toList().forEach(this::forget);
  }

  /** Returns what is known of the records after this one. */
  private NavigableMap<String, Told<T>> range(Optional<String> after) {
    return after.map(id -> known.tailMap(key(id), false)).orElse(known);
  }

  private String key(String id) {
    return Registry.key(kind, id);
  }
}
