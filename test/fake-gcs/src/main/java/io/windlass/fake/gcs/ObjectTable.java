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
  /** cloud.google.com/storage/docs/json_api/v1/objects/list: by the bytes of the names. */
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

  /** Live and noncurrent ones, by name and generation. */
  Stream<StoredObject> all() {
    return generations.values().stream().flatMap(each -> each.values().stream());
  }

  Stream<StoredObject> live() {
    return all().filter(each -> each.noncurrentSince().isEmpty());
  }

  /** Those that the policy still keeps: cloud.google.com/storage/docs/soft-delete. */
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

  /** One generation, or the live one where none is named. */
  Optional<StoredObject> find(String name, Optional<Long> generation) {
    return generation.isEmpty()
        ? live(name)
        : Optional.ofNullable(generations.get(name))
            .flatMap(each -> Optional.ofNullable(each.get(generation.get())));
  }

  /** Writes another live one; the one before becomes what the bucket says, at the same time. */
  StoredObject write(String name, StoredObject fresh, boolean versioned, Duration kept) {
    Instant now = clock.now();
    displace(name, versioned, kept, now);
    StoredObject written = fresh.written(name, clock.nextGeneration(), now);
    put(written);
    return written;
  }

  /** Puts a changed one into the place of its generation. */
  void put(StoredObject object) {
    generations
        .computeIfAbsent(object.name(), _ -> new TreeMap<>())
        .put(object.generation(), object);
  }

  /** The live one goes: it is kept as noncurrent, or softly deleted, or gone. */
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

  /** One generation goes for good, but for the soft delete policy. */
  void remove(StoredObject object, Duration kept) {
    drop(object);
    if (kept.isPositive()) {
      Instant now = clock.now();
      softDeleted.add(object.softDeleted(now));
    }
  }

  /** One generation goes without a trace. */
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
