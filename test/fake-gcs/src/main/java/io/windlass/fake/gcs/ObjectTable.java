package io.windlass.fake.gcs;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The objects of a bucket, with their generations. */
final class ObjectTable {
  /** cloud.google.com/storage/docs/json_api/v1/objects/list: in the order of the names' bytes. */
  static final Comparator<String> ORDER =
      (one, other) ->
          Arrays.compareUnsigned(
              one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));

  private final FakeClock clock;
  private final NavigableMap<String, NavigableMap<Long, StoredObject>> generations =
      new TreeMap<>(ORDER);
  private final List<StoredObject> softDeleted = new ArrayList<>();

  ObjectTable(FakeClock clock) {
    this.clock = clock;
  }

  /** Live and noncurrent objects, by name and generation. */
  Stream<StoredObject> all() {
    return generations.values().stream().flatMap(each -> each.values().stream());
  }

  Stream<StoredObject> live() {
    return all().filter(each -> each.noncurrentSince().isEmpty());
  }

  /** Returns soft-deleted objects in their retention: cloud.google.com/storage/docs/soft-delete. */
  Stream<StoredObject> softDeleted(Duration kept) {
    softDeleted.removeIf(
        each -> each.softDeletedAt().orElseThrow().plus(kept).isBefore(clock.now()));
    return softDeleted.stream()
        .sorted(
            Comparator.comparing(StoredObject::name, ORDER)
                .thenComparingLong(StoredObject::generation));
  }

  Optional<StoredObject> live(String name) {
    return Optional.ofNullable(generations.get(name))
        .map(each -> each.lastEntry().getValue())
        .filter(each -> each.noncurrentSince().isEmpty());
  }

  /** Returns a generation, or the live object if none is named. */
  Optional<StoredObject> find(String name, Optional<Long> generation) {
    return generation.isEmpty()
        ? live(name)
        : Optional.ofNullable(generations.get(name))
            .flatMap(each -> Optional.ofNullable(each.get(generation.get())));
  }

  /**
   * Writes the live object; the previous one becomes noncurrent or is deleted, as the bucket's
   * settings say.
   *
   * @param gap how long before that it does
   */
  StoredObject write(
      String name, StoredObject fresh, boolean versioned, Duration kept, Duration gap) {
    Instant now = clock.now();
    displace(name, versioned, kept, now.minus(gap));
    StoredObject written = fresh.written(name, clock.nextGeneration(), now);
    put(written);
    return written;
  }

  /** Replaces a generation. */
  void put(StoredObject object) {
    generations
        .computeIfAbsent(object.name(), _ -> new TreeMap<>())
        .put(object.generation(), object);
  }

  /** Deletes the live object: it becomes noncurrent or soft-deleted, or is gone. */
  void displace(String name, boolean versioned, Duration kept) {
    displace(name, versioned, kept, clock.now());
  }

  private void displace(String name, boolean versioned, Duration kept, Instant now) {
    live(name)
        .ifPresent(there -> {
          if (versioned) {
            put(there.noncurrent(now));
          } else {
            remove(there, kept);
          }
        });
  }

  /** Deletes a generation; soft delete still applies. */
  void remove(StoredObject object, Duration kept) {
    drop(object);
    if (kept.isPositive()) {
      Instant now = clock.now();
      softDeleted.add(object.softDeleted(now));
    }
  }

  /** Removes a generation without soft delete. */
  void drop(StoredObject object) {
    generations.computeIfPresent(
        object.name(),
        (_, each) -> {
          each.remove(object.generation());
          return each.isEmpty() ? null : each;
        });
  }

  void forget(StoredObject object) {
    softDeleted.remove(object);
  }
}
